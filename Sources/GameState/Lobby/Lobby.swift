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
        /// Since when no connection is open; nil while one is, and of a manual player.
        public var awaySince: ServerTime?
        /// Nil in sessions of rules before the seventh.
        var ownAvatar: Avatar?
        /// A manual player: the host writes for them, and no device ever sits there. None in sessions of rules
        /// before the eighth.
        @Added<Usual> public private(set) var isManual: Bool

        public enum Usual: Default {
            public static let value = false
        }

        init(
            id: PlayerID,
            name: PlayerName,
            joinedAt: ServerTime,
            awaySince: ServerTime? = nil,
            ownAvatar: Avatar? = nil,
            isManual: Bool = false
        ) {
            self.id = id
            self.name = name
            self.joinedAt = joinedAt
            self.awaySince = awaySince
            self.ownAvatar = ownAvatar
            self.isManual = isManual
        }

        /// Counts as present, as a manual player always does.
        public var isConnected: Bool { awaySince == nil }
        /// A connection of theirs is open, on some gateway.
        public var isSeated: Bool { isConnected && !isManual }
        public var avatar: Avatar { ownAvatar ?? Avatar(of: id) }
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
    /// The screen that the host has chosen to sound, `host` for its own device; nil: the one that has been here longest
    /// does. Absent in sessions of rules before the sixth, as is the list of screens.
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

    /// Sits somebody down; not connected yet, unless it is a manual player.
    ///
    /// - Parameters:
    ///   - avatar: nil in sessions whose players have none of their own.
    ///   - isManual: the host adds them, whose word also lets a removed name in again.
    /// - Throws: `session_ended`, `forbidden`, `session_full` or `name_taken`.
    mutating func join(
        _ id: PlayerID,
        name: PlayerName,
        avatar: Avatar? = nil,
        isManual: Bool = false,
        maxPlayers: Int,
        at now: ServerTime
    ) throws(WireError) -> Player {
        guard status != .ended else {
            throw WireError(.sessionEnded, "the session has ended")
        }
        if !isManual { try requireNotRemoved(name) }
        guard players.count < maxPlayers else {
            throw WireError(.sessionFull, "all \(maxPlayers) seats are taken")
        }
        try requireFree(name)
        precondition(player(id) == nil, "a new player has a new id")
        let player = Player(
            id: id,
            name: name,
            joinedAt: now,
            awaySince: isManual ? nil : now,
            ownAvatar: avatar,
            isManual: isManual
        )
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
            throw .takenName
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
                !players[index].isManual, players[index].isConnected != isConnected
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

// MARK: Faces

extension Lobby {
    /// Returns the avatar for a newcomer: the one wished for where nobody has it, else the same figure in
    /// another colour where one is left. Nobody shares one as long as there are enough of them, and
    /// figures and colours that fewer have come first.
    func avatar(wished: Avatar?) -> Avatar {
        var pairs: [Avatar: Int] = [:]
        var figures = Array(repeating: 0, count: Avatar.figures)
        var colours = Array(repeating: 0, count: Avatar.colours)
        for taken in players.map(\.avatar) {
            pairs[taken, default: 0] += 1
            figures[taken.figure] += 1
            colours[taken.colour] += 1
        }
        func isFree(_ avatar: Avatar) -> Bool { pairs[avatar] == nil }
        if let wished, isFree(wished) { return wished }
        let alike = Avatar.all.filter { $0.figure == wished?.figure && isFree($0) }
        let choice = (alike.isEmpty ? Avatar.all : alike).min { one, other in
            (pairs[one] ?? 0, figures[one.figure], colours[one.colour])
                < (pairs[other] ?? 0, figures[other.figure], colours[other.colour])
        }
        guard let choice else { preconditionFailure("there are avatars") }
        return choice
    }
}

extension Avatar {
    /// Of a player in a session that keeps none: always the same, though two may share it.
    init(of player: PlayerID) {
        // FNV-1a: Swift's own hashes differ from process to process.
        let hash = player.rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0100_0000_01B3
        }
        self = Self.all[Int(hash % UInt64(Self.all.count))]
    }
}

extension FieldReader {
    /// - Returns: nil where no avatar is named.
    /// - Throws: `bad_message` that names the field.
    public func avatar() throws(WireError) -> Avatar? {
        guard let value = object["avatar"] else { return nil }
        guard let members = value.object else { throw error("avatar", "is an object") }
        let fields = FieldReader(members, prefix: "avatar.")
        let figure = try fields.int("figure", 0...Int64(Avatar.figures - 1))
        let colour = try fields.int("colour", 0...Int64(Avatar.colours - 1))
        return Avatar(
            figure: Int(try fields.required("figure", figure)),
            colour: Int(try fields.required("colour", colour))
        )
    }
}
