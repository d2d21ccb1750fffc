/// Writes frames (RFC 6455 §5.2), always with the shortest length.
///
/// A server's payload is not masked, so a message for many needs one frame only. A client must mask
/// each frame with a fresh key that cannot be predicted (§5.3): the caller draws it.
public enum FrameWriter {
    /// Bytes of the longest header: a client's, with a 64-bit length.
    public static let maxHeaderBytes = 14

    /// Most bytes in the payload of a ping, pong or close (§5.5).
    public static let maxControlBytes = 125

    /// Bytes of a server's header, which has no mask, in front of `payload` bytes.
    @inline(__always)
    public static func headerBytes(payload: Int) -> Int {
        payload < 126 ? 2 : payload <= 0xFFFF ? 4 : 10
    }

    /// Writes a server's header to memory that has room for `headerBytes(payload:)`.
    ///
    /// - Returns: the bytes written.
    @inline(__always)
    @discardableResult
    public static func writeHeader(
        _ opcode: Opcode,
        payload: Int,
        fin: Bool = true,
        isCompressed: Bool = false,
        to target: UnsafeMutableRawPointer
    ) -> Int {
        let count = writeHeader(opcode, payload: payload, fin: fin, maskBit: 0, to: target)
        if isCompressed {
            let first = target.load(as: UInt8.self)
            target.storeBytes(of: first | 0x40, as: UInt8.self)
        }
        return count
    }

    /// Server → client.
    public static func append(
        _ opcode: Opcode,
        _ payload: UnsafeRawBufferPointer,
        fin: Bool = true,
        isCompressed: Bool = false,
        to output: inout [UInt8]
    ) {
        withUnsafeTemporaryAllocation(byteCount: maxHeaderBytes, alignment: 8) { header in
            guard let start = header.baseAddress else { return }
            let count = writeHeader(
                opcode,
                payload: payload.count,
                fin: fin,
                isCompressed: isCompressed,
                to: start
            )
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: header[..<count]))
        }
        output.append(contentsOf: payload)
    }

    /// Client → server. `mask` must be fresh and unpredictable.
    public static func append(
        _ opcode: Opcode,
        _ payload: UnsafeRawBufferPointer,
        fin: Bool = true,
        mask: UInt32,
        to output: inout [UInt8]
    ) {
        withUnsafeTemporaryAllocation(byteCount: maxHeaderBytes, alignment: 8) { header in
            guard let start = header.baseAddress else { return }
            let count = writeHeader(
                opcode,
                payload: payload.count,
                fin: fin,
                maskBit: 0x80,
                to: start
            )
            header.storeBytes(of: mask, toByteOffset: count, as: UInt32.self)
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: header[..<(count + 4)]))
        }
        let payloadStart = output.count
        output.append(contentsOf: payload)
        output.withUnsafeMutableBytes { bytes in
            _ = Masking.apply(mask, to: .init(rebasing: bytes[payloadStart...]))
        }
    }

    /// A Close frame: empty without a code, else the code and as much of the reason as fits, cut at a
    /// character (Unicode scalar), never inside one.
    ///
    /// - Parameter mask: a client's key; nil on a server.
    public static func appendClose(
        _ code: CloseCode?,
        reason: String = "",
        mask: UInt32?,
        to output: inout [UInt8]
    ) {
        var payload: [UInt8] = []
        if let code {
            precondition(code.mayTravel, "close code \(code.rawValue) must not be sent")
            payload = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)]
            for scalar in reason.unicodeScalars {
                let bytes = UTF8.encode(scalar).map(Array.init) ?? []
                if payload.count + bytes.count > maxControlBytes { break }
                payload += bytes
            }
        }
        payload.withUnsafeBytes { bytes in
            if let mask {
                append(.close, bytes, mask: mask, to: &output)
            } else {
                append(.close, bytes, to: &output)
            }
        }
    }

    @inline(__always)
    private static func writeHeader(
        _ opcode: Opcode,
        payload: Int,
        fin: Bool,
        maskBit: UInt8,
        to target: UnsafeMutableRawPointer
    ) -> Int {
        precondition(
            !opcode.isControl || (fin && payload <= maxControlBytes),
            "a control frame is short and whole"
        )
        target.storeBytes(of: (fin ? 0x80 : 0) | opcode.rawValue, as: UInt8.self)
        let short = UInt8(payload < 126 ? payload : payload <= 0xFFFF ? 126 : 127)
        target.storeBytes(of: maskBit | short, toByteOffset: 1, as: UInt8.self)
        switch short {
        case 126:
            target.storeBytes(of: UInt16(payload).bigEndian, toByteOffset: 2, as: UInt16.self)
        case 127:
            target.storeBytes(of: UInt64(payload).bigEndian, toByteOffset: 2, as: UInt64.self)
        default: break
        }
        return headerBytes(payload: payload)
    }
}
