public import Protocol

/// The players in the order they joined, the host and the screens. Shared by all games.
public struct Lobby: Codable, Equatable, Sendable {
    /// After this long without a connection a player has left (G-42), in milliseconds.
    public static let absenceMs: Int64 = 30 * 60 * 1000
    /// Screens that are listed; further ones can't be chosen.
    public static let maxScreens = 16

    public struct Player: Codable, Equatable, Sendable {
        public let id: PlayerID
        public var name: PlayerName
        public let joinedAt: ServerTime
        /// Since when no connection is open; nil while one is.
        public var awaySince: ServerTime?

        public var isConnected: Bool { awaySince == nil }
    }

    public let session: SessionID
    public let joinCode: String
    public internal(set) var joinURL: String
    /// Nil in sessions that are older than such tokens, until they get one.
    public internal(set) var joinToken: JoinToken?
    public internal(set) var hostToken: HostToken?
    /// Links made before then let nobody in; nil: none has been revoked.
    public internal(set) var linksSince: ServerTime?
    public internal(set) var status: SessionStatus = .lobby
    public internal(set) var players: [Player] = []
    /// Nil: none. Absent in sessions that are older.
    private var removed: [Removal]?
    /// The player who may take the host's place; nil: nobody. Absent in sessions of rules before the fourth.
    public internal(set) var offeredTo: PlayerID?
    /// The device that the host used last; nil: none that says its name. Absent in sessions of rules before
    /// the fifth.
    public internal(set) var hostDevice: DeviceMark?
    /// The screen that the host has chosen to sound; nil: the one that has been here longest does. Absent in
    /// sessions of rules before the sixth, as is the list of screens.
    public internal(set) var speaker: ConnectionID?
    private var listedScreens: [ConnectionID]?
    public internal(set) var isHostConnected = false
    public internal(set) var isTVConnected = false

    public init<Settings>(_ setup: SessionSetup<Settings>) {
        session = setup.session
        joinCode = setup.joinCode
        joinURL = setup.joinURL
        joinToken = setup.joinToken
        hostToken = setup.hostToken
    }

    /// Whom the host removed and has not let in again, in that order.
    public internal(set) var removals: [Removal] {
        get { removed ?? [] }
        set { removed = newValue.isEmpty ? nil : newValue }
    }

    /// Connections of screens in the order in which they came, on whatever gateway.
    public private(set) var screens: [ConnectionID] {
        get { listedScreens ?? [] }
        set { listedScreens = newValue.isEmpty ? nil : newValue }
    }

    public func player(_ id: PlayerID) -> Player? {
        players.first { $0.id == id }
    }

    /// Sits somebody down; not connected yet.
    ///
    /// - Throws: `session_ended`, `forbidden`, `session_full` or `name_taken`.
    mutating func join(
        _ id: PlayerID,
        name: PlayerName,
        maxPlayers: Int,
        at now: ServerTime
    ) throws(WireError) -> Player {
        guard status != .ended else {
            throw WireError(.sessionEnded, "the session has ended")
        }
        try requireNotRemoved(name)
        guard players.count < maxPlayers else {
            throw WireError(.sessionFull, "all \(maxPlayers) seats are taken")
        }
        try requireFree(name)
        precondition(player(id) == nil, "a new player has a new id")
        let player = Player(id: id, name: name, joinedAt: now, awaySince: now)
        players.append(player)
        return player
    }

    /// - Returns: false when the player has just this name.
    /// - Throws: `not_found` or `name_taken`.
    mutating func rename(
        _ id: PlayerID,
        to name: PlayerName
    ) throws(WireError) -> Bool {
        guard let index = players.firstIndex(where: { $0.id == id }) else {
            throw WireError(.notFound, "no such player")
        }
        try requireFree(name, except: id)
        guard players[index].name != name else { return false }
        players[index].name = name
        return true
    }

    private func requireFree(
        _ name: PlayerName,
        except id: PlayerID? = nil
    ) throws(WireError) {
        guard !players.contains(where: { $0.id != id && $0.name.isSame(as: name) }) else {
            throw WireError(.nameTaken, "this name is taken", field: "name")
        }
    }

    /// - Returns: false when there is no such player.
    mutating func leave(_ id: PlayerID) -> Bool {
        guard let index = players.firstIndex(where: { $0.id == id }) else { return false }
        players.remove(at: index)
        if offeredTo == id { offeredTo = nil }
        return true
    }

    /// - Returns: whether anything changed.
    mutating func setPresence(
        of viewer: Viewer,
        isConnected: Bool,
        at now: ServerTime
    ) -> Bool {
        switch viewer {
        case .host:
            guard isHostConnected != isConnected else { return false }
            isHostConnected = isConnected
        case .tv:
            guard isTVConnected != isConnected else { return false }
            isTVConnected = isConnected
        case .player(let id):
            guard let index = players.firstIndex(where: { $0.id == id }),
                players[index].isConnected != isConnected
            else { return false }
            players[index].awaySince = isConnected ? nil : now
        }
        return true
    }

    /// A screen came, or went; with it goes that it was chosen.
    ///
    /// - Returns: whether anything changed.
    mutating func note(_ screen: ConnectionID, isConnected: Bool, at now: ServerTime) -> Bool {
        let place = screens.firstIndex(of: screen)
        guard isConnected else {
            guard let place else { return false }
            screens.remove(at: place)
            if speaker == screen { speaker = nil }
            return true
        }
        let isFirst = setPresence(of: .tv, isConnected: true, at: now)
        guard place == nil, screens.count < Self.maxScreens else { return isFirst }
        screens.append(screen)
        return true
    }

    /// True when a player has been away for `absenceMs`.
    public func isAbsent(_ id: PlayerID, at now: ServerTime) -> Bool {
        guard let since = player(id)?.awaySince else { return false }
        return now - since >= Self.absenceMs
    }
}
