import WebSocket

/// An event that owns its bytes.
enum Seen: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16?, [UInt8])
    case violation(Violation.Reason)

    static func text(_ string: String) -> Seen { .text(Array(string.utf8)) }

    init(_ event: Event) {
        switch event {
        case .text(let bytes): self = .text(Array(bytes))
        case .binary(let bytes): self = .binary(Array(bytes))
        case .ping(let bytes): self = .ping(Array(bytes))
        case .pong(let bytes): self = .pong(Array(bytes))
        case .close(let code, let reason): self = .close(code?.rawValue, Array(reason))
        }
    }
}

extension MessageReader {
    /// Everything that the reader finds in these bytes, one read, up to a violation.
    mutating func read(_ bytes: [UInt8]) -> [Seen] {
        var seen: [Seen] = []
        var bytes = bytes
        bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            do throws(Violation) {
                while let event = try next(&input) { seen.append(Seen(event)) }
                precondition(input.isEmpty, "nil means that everything was taken")
            } catch {
                seen.append(.violation(error.reason))
            }
        }
        return seen
    }

    /// The same, in one read for each piece.
    mutating func read(pieces: [ArraySlice<UInt8>]) -> [Seen] {
        var seen: [Seen] = []
        for piece in pieces {
            seen += read(Array(piece))
            if case .violation = seen.last { break }
        }
        return seen
    }
}
