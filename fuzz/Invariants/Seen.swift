import WebSocket

/// Findings of a `MessageReader`, with their own bytes.
enum Seen: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(CloseCode?, [UInt8])
    case violation(Violation)

    init(_ event: Event) {
        switch event {
        case .text(let bytes): self = .text(Array(bytes))
        case .binary(let bytes): self = .binary(Array(bytes))
        case .ping(let bytes): self = .ping(Array(bytes))
        case .pong(let bytes): self = .pong(Array(bytes))
        case .close(let code, let reason): self = .close(code, Array(reason))
        }
    }
}

extension [Seen] {
    /// True when nothing can follow.
    var isEnded: Bool {
        switch last {
        case .close, .violation: true
        case .text, .binary, .ping, .pong, nil: false
        }
    }
}

extension MessageReader {
    /// All that the reader finds in these bytes, one read, up to a violation.
    mutating func read(_ bytes: [UInt8]) throws(Broken) -> [Seen] {
        var seen: [Seen] = []
        var bytes = bytes
        let isTaken = bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            do throws(Violation) {
                while let event = try next(&input) { seen.append(Seen(event)) }
                return input.isEmpty
            } catch {
                seen.append(.violation(error))
                return true
            }
        }
        try hold(isTaken, "more is needed, but not all was taken")
        return seen
    }

    /// The same, in one read for each piece.
    mutating func read(_ pieces: [ArraySlice<UInt8>]) throws(Broken) -> [Seen] {
        var seen: [Seen] = []
        for piece in pieces {
            seen += try read(Array(piece))
            if case .violation = seen.last { break }
        }
        return seen
    }
}
