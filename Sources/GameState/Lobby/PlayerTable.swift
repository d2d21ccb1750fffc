public import Protocol

/// Something about some of the players: kept in the order it came in, found by player at once.
public struct PlayerTable<Value: Codable & Equatable & Sendable>: Sendable {
    public struct Entry: Codable, Equatable, Sendable {
        public let player: PlayerID
        public var value: Value
    }

    public private(set) var entries: [Entry] = []
    private var places: [PlayerID: Int] = [:]

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }
    public var count: Int { entries.count }

    /// Setting a value for a player who has one keeps their place.
    public subscript(player: PlayerID) -> Value? {
        get {
            guard !entries.isEmpty, let place = places[player] else { return nil }
            return entries[place].value
        }
        set {
            switch (places[player], newValue) {
            case (.some(let place), .some(let value)):
                entries[place].value = value
            case (.none, .some(let value)):
                places[player] = entries.count
                entries.append(Entry(player: player, value: value))
            case (.some(let place), .none):
                entries.remove(at: place)
                index()
            case (.none, .none):
                break
            }
        }
    }

    private mutating func index() {
        places.removeAll(keepingCapacity: true)
        for (place, entry) in entries.enumerated() { places[entry.player] = place }
    }
}

extension PlayerTable: Equatable {
    public static func == (one: PlayerTable, other: PlayerTable) -> Bool {
        one.entries == other.entries
    }
}

extension PlayerTable: Codable {
    public init(from decoder: any Decoder) throws {
        entries = try decoder.singleValueContainer().decode([Entry].self)
        index()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}

/// A name as it is shown: 1 to 20 characters without control or invisible ones (G-41).
///
/// Names compare as Swift's strings do, by canonical equivalence, so composed and decomposed spellings
/// are one name (G-41's NFC).
public struct PlayerName: Codable, Hashable, Sendable, CustomStringConvertible {
    public static let maxLength = 20
    /// Enough for 20 characters, except for heaps of marks on one letter and emoji of many parts.
    static let maxBytes = 160

    public let text: String

    /// - Throws: `bad_message` for the field `name`.
    public init(_ raw: String) throws(WireError) {
        guard raw.utf8.count <= 400 else { throw Self.error }
        let text = ShownText.clean(raw)
        guard !text.isEmpty, text.count <= Self.maxLength, text.utf8.count <= Self.maxBytes else {
            throw Self.error
        }
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }

    /// Names that differ in case alone are the same name.
    public func isSame(as other: PlayerName) -> Bool {
        text.lowercased() == other.text.lowercased()
    }

    private static var error: WireError {
        WireError(
            .badMessage,
            "a name has 1 to \(maxLength) characters, and at most \(maxBytes) bytes",
            field: "name"
        )
    }
}
