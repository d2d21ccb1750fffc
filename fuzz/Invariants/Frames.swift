import Deflate
import WebSocket

/// The first byte chooses the reader's settings, all others are its input.
enum Frames {
    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        let endpoint: Endpoint = way & 1 == 0 ? .server : .client
        let limits =
            way & 2 == 0
            ? MessageLimits() : MessageLimits(maxMessageBytes: 200, maxFragments: 3)
        let inflater = way & 4 == 0 ? nil : Inflater()
        let fresh = MessageReader(endpoint: endpoint, limits: limits, inflater: inflater)

        var whole = fresh
        let seen = try whole.read(bytes)
        for event in seen { try keep(event, within: limits) }
        for pieces in Cuts(bytes).ways {
            var reader = fresh
            try same(try reader.read(pieces), seen, "\(pieces.count) reads")
        }
        try checkCopy(of: fresh, bytes, seen)
        try checkEnd(&whole, seen)
        try PlainFrames(endpoint, limits, inflater).check(bytes, seen)
    }

    private static func keep(_ event: Seen, within limits: MessageLimits) throws(Broken) {
        switch event {
        case .text(let bytes):
            try hold(bytes.count <= limits.maxMessageBytes, "a text beyond its limit")
            try hold(String(validating: bytes, as: UTF8.self) != nil, "a text that is none")
        case .binary(let bytes):
            try hold(bytes.count <= limits.maxMessageBytes, "a message beyond its limit")
        case .ping(let bytes), .pong(let bytes):
            try hold(bytes.count <= FrameWriter.maxControlBytes, "a long control frame")
        case .close(let code, let reason):
            try hold(code?.mayTravel ?? reason.isEmpty, "close code \(code.debugDescription)")
            try hold(String(validating: reason, as: UTF8.self) != nil, "a reason that is none")
        case .violation(let violation):
            try hold(violation.closeCode.mayTravel, "\(violation) with a code that can't be sent")
        }
    }

    /// A reader is a value: reading with one copy does not affect the other.
    private static func checkCopy(
        of fresh: MessageReader,
        _ bytes: [UInt8],
        _ seen: [Seen]
    ) throws(Broken) {
        let half = bytes.count / 2
        var reader = fresh
        let first = try reader.read(Array(bytes[..<half]))
        guard !first.isEnded else { return }
        var copy = reader
        let rest = try reader.read(Array(bytes[half...]))
        try same(first + rest, seen, "cut in the middle")
        try same(try copy.read(Array(bytes[half...])), rest, "a copy")
    }

    /// After a violation comes only the same again, and after a close nothing at all.
    private static func checkEnd(_ reader: inout MessageReader, _ seen: [Seen]) throws(Broken) {
        let more = try reader.read([0x89, 0x80, 0, 0, 0, 0])
        switch seen.last {
        case .violation: try same(more, Array(seen.suffix(1)), "after a violation")
        case .close: try same(more, [], "after a close")
        case .text, .binary, .ping, .pong, nil: break
        }
    }
}
