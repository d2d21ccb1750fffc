import CZlib

/// Compresses messages one by one, for all connections of a loop (RFC 7692 §7.2.1). Holds one compressor
/// for each size of window that was asked for, a few ten kilobytes each; connections hold none.
///
/// Confined to its loop.
public final class Deflater {
    /// zlib.h: how much memory the hash takes, 1 to 9. It is cleared for each message: 5 is 8 KiB.
    private static let memLevel: Int32 = 5
    /// Bytes that end each flush and are left out on the wire (§7.2.1).
    private static let tailBytes = 4
    /// Room for a flush besides what deflateBound says.
    private static let flushBytes = 16

    private var streams: [Int: UnsafeMutablePointer<z_stream>] = [:]

    public init() {}

    deinit {
        for stream in streams.values {
            deflateEnd(stream)
            stream.deallocate()
        }
    }

    /// - Parameter windowBits: base-2 logarithm of the receiver's window, 9 to 15.
    public func append(
        _ payload: UnsafeRawBufferPointer,
        windowBits: Int,
        to output: inout [UInt8]
    ) {
        let stream = stream(windowBits)
        let bound = Int(deflateBound(stream, uLong(payload.count))) + Self.flushBytes
        let compressed = [UInt8](unsafeUninitializedCapacity: bound) { room, count in
            let input = payload.bindMemory(to: UInt8.self)
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(payload.count)
            stream.pointee.next_out = room.baseAddress
            stream.pointee.avail_out = uInt(bound)
            let done = deflate(stream, Z_SYNC_FLUSH)
            precondition(
                done == Z_OK && stream.pointee.avail_out > 0,
                "zlib did not flush: \(done)"
            )
            count = bound - Int(stream.pointee.avail_out)
        }
        deflateReset(stream)
        output.append(contentsOf: compressed.dropLast(Self.tailBytes))
    }

    private func stream(_ windowBits: Int) -> UnsafeMutablePointer<z_stream> {
        if let stream = streams[windowBits] { return stream }
        // zlib keeps the address.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let begun = czlib_deflateInit2(stream, Z_BEST_SPEED, Int32(-windowBits), Self.memLevel)
        precondition(begun == Z_OK, "zlib did not start: \(begun)")
        streams[windowBits] = stream
        return stream
    }
}

/// Bytes made smaller (RFC 1952), and as they were again, by zlib.
public enum Gzip {
    /// zlib.h: windowBits 15, and 16 more for a gzip header and trailer.
    private static let windowBits: Int32 = 15 + 16

    /// As small as zlib makes it, unless a lower level is wanted; for data that is compressed once and sent often.
    ///
    /// - Parameter level: 1 to 9; a lower one takes less time.
    public static func compressed(_ bytes: [UInt8], level: Int = 9) -> [UInt8] {
        var stream = z_stream()
        let begun = czlib_deflateInit2(&stream, Int32(level), windowBits, MAX_MEM_LEVEL)
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

    /// - Returns: nil for what is no gzip file, one that was cut, and one of more than `maxBytes`.
    public static func expanded(_ bytes: [UInt8], atMost maxBytes: Int) -> [UInt8]? {
        var stream = z_stream()
        let begun = czlib_inflateInit2(&stream, windowBits)
        precondition(begun == Z_OK, "zlib did not start: \(begun)")
        defer { inflateEnd(&stream) }
        var isWhole = false
        let expanded = [UInt8](unsafeUninitializedCapacity: maxBytes) { output, count in
            var input = bytes
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(maxBytes)
                isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
            }
            count = Int(stream.total_out)
        }
        return isWhole ? expanded : nil
    }
}
