import CZlib

/// Bytes made smaller (RFC 1952), by zlib.
public enum Gzip {
    /// zlib.h: windowBits 15, and 16 more for a gzip header and trailer.
    private static let windowBits: Int32 = 15 + 16

    /// As small as zlib makes it; for data that is compressed once and sent often.
    public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let begun = czlib_deflateInit2(&stream, Z_BEST_COMPRESSION, windowBits, MAX_MEM_LEVEL)
        precondition(begun == Z_OK, "zlib did not start: \(begun)")
        defer { deflateEnd(&stream) }
        // zlib.h: with room for deflateBound, one deflate with Z_FINISH is enough.
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            var input = bytes
            let ended = input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(bound)
                return deflate(&stream, Z_FINISH)
            }
            precondition(ended == Z_STREAM_END, "zlib did not finish: \(ended)")
            count = Int(stream.total_out)
        }
    }
}
