/// The one extension this gateway speaks (RFC 7692): each message compressed by itself.
///
/// Neither side takes its window over from one message to the next. So no connection holds a compressor
/// or a window, and a message for a thousand is compressed once.
public struct PerMessageDeflate: Hashable, Sendable {
    /// Base-2 logarithm of the client's window for messages from here, 9 to 15.
    public let windowBits: Int

    /// zlib makes no raw stream for a window of 256 bytes: an offer of 8 is declined.
    private static let possibleBits = 9...15

    /// The first offer that can be accepted.
    ///
    /// - Parameter offers: the items of Sec-WebSocket-Extensions, in the client's order of preference.
    public init?(offers: some Sequence<String>) {
        for offer in offers {
            if let bits = Self.windowBits(offer) {
                windowBits = bits
                return
            }
        }
        return nil
    }

    /// Value of the answer's Sec-WebSocket-Extensions.
    public var answer: String {
        let window =
            windowBits == Self.possibleBits.upperBound
            ? "" : "; server_max_window_bits=\(windowBits)"
        return "permessage-deflate; server_no_context_takeover; client_no_context_takeover\(window)"
    }

    /// The window that an offer leaves us; nil where it must be declined (§7.1): another extension, an
    /// unknown or doubled parameter, or a value that is none.
    private static func windowBits(_ offer: String) -> Int? {
        let parts = offer.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard parts.first?.lowercased() == "permessage-deflate" else { return nil }
        var seen: Set<String> = []
        var bits = possibleBits.upperBound
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = trimmed(pair[0]).lowercased()
            guard seen.insert(name).inserted else { return nil }
            let value = pair.count > 1 ? number(trimmed(pair[1])) : nil
            switch (name, pair.count) {
            case ("server_no_context_takeover", 1), ("client_no_context_takeover", 1),
                ("client_max_window_bits", 1):
                break
            case ("client_max_window_bits", 2):
                guard let value, (8...15).contains(value) else { return nil }
            case ("server_max_window_bits", 2):
                guard let value, possibleBits.contains(value) else { return nil }
                bits = value
            case (_, _): return nil
            }
        }
        return bits
    }

    /// Digits without a leading zero, or the same between quotes (§5.2).
    private static func number(_ text: String) -> Int? {
        let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let digits = isQuoted ? String(text.dropFirst().dropLast()) : text
        guard !digits.hasPrefix("0"), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(digits)
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

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
