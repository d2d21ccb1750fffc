import GameState
import Protocol
import Redis

/// Reads the numbers and words at the front of packed bytes; believes nothing.
struct PackedFields {
    /// Of 2^53 - 1, the largest number that a script of Redis can hold.
    private static let maxDigits = 16

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// A whole number from 0 to `ServerTime.maxMs`, and the byte behind it.
    mutating func number(endedBy end: UInt8 = UInt8(ascii: " ")) -> Int64? {
        let digits = rest.prefix(Self.maxDigits + 1).prefix { $0 != end }
        guard !digits.isEmpty, digits.count <= Self.maxDigits, digits.endIndex < bytes.count else {
            return nil
        }
        guard let value = Int64(digits: digits) else { return nil }
        position = digits.endIndex + 1
        return value
    }

    /// Reads this many bytes of UTF-8.
    mutating func text(_ count: Int64) -> String? {
        guard count <= Int64(rest.count) else { return nil }
        let text = String(validating: rest.prefix(Int(count)), as: UTF8.self)
        position += Int(count)
        return text
    }
}

extension Int64 {
    /// Nil unless all are digits and the number is within what a script of Redis can hold.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var value: Int64 = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
        }
        guard value <= ServerTime.maxMs else { return nil }
        self = value
    }
}

extension [UInt8] {
    mutating func append(number: Int64, _ end: UInt8) {
        append(contentsOf: String(number).utf8)
        append(end)
    }
}

/// Data under a key of ours, or on a channel of ours, that we did not write.
struct Unreadable: Error, Hashable {
    /// In words, for a log.
    let what: String

    init(_ what: String) {
        self.what = what
    }
}

/// A viewer in one word: `host`, `tv`, or `player:` and the id.
extension Viewer {
    private static let playerMark = "player:"

    var packed: String {
        switch self {
        case .host: "host"
        case .tv: "tv"
        case .player(let id): Self.playerMark + id.rawValue
        }
    }

    init(packed text: String) throws(Unreadable) {
        switch text {
        case "host": self = .host
        case "tv": self = .tv
        case _ where text.hasPrefix(Self.playerMark):
            self = .player(PlayerID(rawValue: String(text.dropFirst(Self.playerMark.count))))
        case _: throw Unreadable("a viewer")
        }
    }
}

/// A seating as a session's state keeps it: a field for each player and for the host, and in it
///
///     <order> <connection>
extension Seating {
    /// The name of its field; empty for a screen, which has none.
    var field: String {
        switch viewer {
        case .host, .player: "seat:" + viewer.packed
        case .tv: ""
        }
    }

    var packed: String { "\(order) \(connection)" }

    init(_ viewer: Viewer, packed bytes: [UInt8]) throws(Unreadable) {
        var fields = PackedFields(bytes)
        guard let order = fields.number(), let connection = fields.text(Int64(fields.rest.count))
        else { throw Unreadable("a seating") }
        self.init(viewer, on: ConnectionID(rawValue: connection), order: order)
    }
}

/// Timers as a script of Redis takes them: for each its id, its data as JSON, and how long the key of
/// its own is kept.
enum PackedTimers {
    static func append(
        _ timers: [GameTimer],
        at now: ServerTime,
        _ limits: RedisStoreLimits,
        to arguments: inout [RedisArgument]
    ) {
        for timer in timers {
            arguments.append(.text(timer.id.rawValue))
            arguments.append(.bytes(data(timer)))
            arguments.append(.integer(timer.remainingMs(at: now) + limits.timerGraceMs))
        }
    }

    private static func data(_ timer: GameTimer) -> [UInt8] {
        var writer = JSONWriter(reserving: 80)
        writer.beginObject()
        writer.member("startAt", timer.startAt.ms)
        writer.member("durationMs", timer.durationMs)
        if let pausedWithMs = timer.pausedWithMs { writer.member("pausedWithMs", pausedWithMs) }
        writer.endObject()
        return writer.bytes
    }
}

/// A claim as its key keeps it:
///
///     <holder>:<version of the step that took it>
///
/// A release is compared with the holder alone: it may be committed by another gateway than the claim was.
extension Claim {
    func packed(version: Int64) -> String { "\(holder):\(version)" }
}

extension PlayerID {
    /// Holder of a claim.
    init(ofPackedClaim text: String) {
        let end = text.lastIndex(of: ":") ?? text.endIndex
        self.init(rawValue: String(text[..<end]))
    }
}

extension ClaimChange {
    /// Three words for each claim: the player who gives it up, the new value of its key, and its
    /// term in milliseconds; an empty word for none.
    func append(version: Int64, to arguments: inout [RedisArgument]) {
        for id in ids {
            let released = released.first { $0.id == id }
            let taken = taken.first { $0.id == id }
            arguments += [
                .text(released?.holder.rawValue ?? ""),
                .text(taken?.packed(version: version) ?? ""),
                taken.map { .integer($0.forMs) } ?? "",
            ]
        }
    }
}
