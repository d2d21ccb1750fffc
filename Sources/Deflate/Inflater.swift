import CZlib
public import WebSocket

/// Inflates messages one by one, for all connections of a loop. Never writes more than a message may have,
/// even if a few bytes stand for many.
///
/// Confined to its loop.
public final class Inflater: MessageInflater {
    /// Of the output that is kept between messages.
    private static let keptBytes = 64 * 1024
    private static let firstBytes = 4 * 1024
    /// RFC 1951's largest window: a client may use any up to it.
    private static let windowBits: Int32 = 15
    /// Bytes that end each flush and were left out on the wire (RFC 7692 §7.2.2).
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    private let stream: UnsafeMutablePointer<z_stream>
    private var output: UnsafeMutableRawBufferPointer
    private var written = 0

    public init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let begun = czlib_inflateInit2(stream, -Self.windowBits)
        precondition(begun == Z_OK, "zlib did not start: \(begun)")
        output = .allocate(byteCount: Self.firstBytes, alignment: 1)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    public func inflate(_ message: UnsafeRawBufferPointer, atMost maxBytes: Int) -> Inflated {
        if output.count > Self.keptBytes { resize(to: Self.firstBytes) }
        written = 0
        inflateReset(stream)
        if let failure = feed(message, atMost: maxBytes) { return failure }
        let isWhole = Self.tail.withUnsafeBytes { feed($0, atMost: maxBytes) == nil }
        // zlib.h: 128 is set between blocks; anywhere else the message was cut.
        guard isWhole, stream.pointee.data_type & 128 != 0 else { return .broken }
        return .bytes(UnsafeRawBufferPointer(rebasing: output[..<written]))
    }

    /// - Returns: what went wrong.
    private func feed(_ input: UnsafeRawBufferPointer, atMost maxBytes: Int) -> Inflated? {
        let bytes = input.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = uInt(input.count)
        while true {
            // One byte past the limit tells a message that is too long from one that just fits.
            if written == output.count { resize(to: min(output.count * 2, maxBytes + 1)) }
            let room = min(output.count, maxBytes + 1) - written
            stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                .advanced(by: written)
            stream.pointee.avail_out = uInt(room)
            let result = CZlib.inflate(stream, Z_SYNC_FLUSH)
            written += room - Int(stream.pointee.avail_out)
            if written > maxBytes { return .tooBig }
            switch result {
            case Z_STREAM_END:
                // A last block need not be the message's last (§7.2.3.4).
                inflateReset(stream)
                if stream.pointee.avail_in == 0 { return nil }
            case Z_OK, Z_BUF_ERROR:
                let isFull = stream.pointee.avail_out == 0
                if stream.pointee.avail_in == 0, !isFull { return nil }
                if result == Z_BUF_ERROR, !isFull { return .broken }
            case _: return .broken
            }
        }
    }

    private func resize(to byteCount: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
        let kept = min(written, byteCount)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: output[..<kept]))
        output.deallocate()
        output = larger
    }
}
