import Protocol

/// A message on a session's channel: a letter, the sender, and the content.
///
///     c<origin><packed entry without facts>
///     s<origin><order> <bytes of the viewer> <viewer><connection>
///     r<origin>
///     m<origin>
///     w<origin>
enum PackedNews {
    /// Prefix that followers hear before the packed entry.
    static func committed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "c")] + origin.bytes
    }

    /// Prefix that followers hear before the rest, which the script that gives the order writes.
    static func seated(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "s")] + origin.bytes
    }

    static func removed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "r")] + origin.bytes
    }

    /// The session was put back: it may be ahead of what its followers have.
    static func missed(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "m")] + origin.bytes
    }

    static func snapshotWanted(by origin: Origin) -> [UInt8] {
        [UInt8(ascii: "w")] + origin.bytes
    }

    /// - Returns: nil for one's own.
    static func read(_ message: [UInt8], to reader: Origin) throws(Unreadable) -> SessionEvent? {
        let start = 1 + Origin.count
        guard message.count >= start else { throw Unreadable("news") }
        guard message[1..<start] != reader.bytes[...] else { return nil }
        let told = Array(message[start...])
        switch message[0] {
        case UInt8(ascii: "c"): return .committed(try PackedEntry(told).committed)
        case UInt8(ascii: "s"): return try seated(told)
        case UInt8(ascii: "r") where told.isEmpty: return .removed
        case UInt8(ascii: "m") where told.isEmpty: return .missed
        case UInt8(ascii: "w") where told.isEmpty: return .snapshotWanted
        case _: throw Unreadable("news")
        }
    }

    private static func seated(_ told: [UInt8]) throws(Unreadable) -> SessionEvent {
        var fields = PackedFields(told)
        guard let order = fields.number(), let viewerCount = fields.number(),
            let viewer = fields.text(viewerCount),
            let connection = fields.text(Int64(fields.rest.count))
        else { throw Unreadable("news of a seat") }
        let seated = try Viewer(packed: viewer)
        return .seated(Seating(seated, on: ConnectionID(rawValue: connection), order: order))
    }
}
