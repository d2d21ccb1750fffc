public import Protocol

/// One-way mark of a device's own id: enough to know it again.
public struct DeviceMark: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(UInt64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// A player whom the host removed: not let in again by that name or from that device, until the host
/// allows it.
public struct Removal: Codable, Equatable, Sendable {
    public let player: PlayerID
    public let name: PlayerName
    public let removedAt: ServerTime
    /// Nil until the player has said HELLO, or says it again.
    public internal(set) var device: DeviceMark?

    init(player: PlayerID, name: PlayerName, removedAt: ServerTime) {
        self.player = player
        self.name = name
        self.removedAt = removedAt
    }
}

extension Lobby {
    /// Removals that a session remembers; the oldest is forgotten first.
    static let maxRemovals = 50

    public func removal(of player: PlayerID) -> Removal? {
        removals.first { $0.player == player }
    }

    /// True when this device was removed before the player sat down there.
    public func isRemoved(_ device: DeviceMark, sinceJoinOf player: PlayerID) -> Bool {
        guard let joinedAt = self.player(player)?.joinedAt else { return false }
        return removals.contains { $0.device == device && $0.removedAt <= joinedAt }
    }

    /// - Throws: `forbidden`.
    func requireNotRemoved(_ name: PlayerName) throws(WireError) {
        guard !removals.contains(where: { $0.name.isSame(as: name) }) else {
            throw WireError(
                .forbidden,
                "the host removed a player of this name, and has to allow it again",
                field: "name"
            )
        }
    }

    mutating func remember(_ removal: Removal) {
        removals.append(removal)
        if removals.count > Self.maxRemovals { removals.removeFirst() }
    }

    /// - Returns: false when nothing was new.
    mutating func note(_ device: DeviceMark, of player: PlayerID) -> Bool {
        guard let place = removals.firstIndex(where: { $0.player == player }),
            removals[place].device != device
        else { return false }
        removals[place].device = device
        return true
    }

    /// The host's.
    ///
    /// - Returns: false when nothing was new.
    mutating func note(_ device: DeviceMark) -> Bool {
        guard hostDevice != device else { return false }
        hostDevice = device
        return true
    }

    /// - Returns: false when the player was not removed.
    mutating func allow(_ player: PlayerID) -> Bool {
        guard let place = removals.firstIndex(where: { $0.player == player }) else { return false }
        removals.remove(at: place)
        return true
    }
}
