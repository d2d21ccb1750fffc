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
