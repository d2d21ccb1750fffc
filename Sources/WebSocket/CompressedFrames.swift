/// A server's frames, with those messages compressed that gain by it.
public enum CompressedFrames {
    /// Shorter payloads are sent uncompressed: compressing them costs more than it saves.
    public static let minPayloadBytes = 512

    /// - Parameters:
    ///   - frames: whole, unmasked and unfragmented, as `FrameWriter` makes them.
    ///   - deflate: appends a payload, compressed, without the four bytes that end a flush.
    /// - Returns: nil when no message gains anything.
    public static func make(
        of frames: UnsafeRawBufferPointer,
        deflate: (UnsafeRawBufferPointer, inout [UInt8]) -> Void
    ) -> [UInt8]? {
        guard frames.count > minPayloadBytes else { return nil }
        var output: [UInt8] = []
        var payload: [UInt8] = []
        var hasGained = false
        var rest = frames
        while !rest.isEmpty {
            guard let header = try? FrameHeader.read(rest, as: .client) else {
                preconditionFailure("our own frames are whole")
            }
            let end = header.headerBytes + header.payloadBytes
            let frame = UnsafeRawBufferPointer(rebasing: rest[..<end])
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
            payload.removeAll(keepingCapacity: true)
            if header.payloadBytes >= minPayloadBytes, header.opcode.beginsMessage {
                deflate(UnsafeRawBufferPointer(rebasing: frame[header.headerBytes...]), &payload)
            }
            guard !payload.isEmpty, payload.count < header.payloadBytes else {
                output.append(contentsOf: frame)
                continue
            }
            hasGained = true
            payload.withUnsafeBytes {
                FrameWriter.append(header.opcode, $0, isCompressed: true, to: &output)
            }
        }
        return hasGained ? output : nil
    }
}
