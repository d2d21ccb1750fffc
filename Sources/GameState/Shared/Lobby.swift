public import Protocol

/// Who is here: the players in the order they joined, the host and the screens. Shared by all games.
public struct Lobby: Codable, Equatable, Sendable {
    /// After this long without a connection a player has left (G-42), in milliseconds.
    public static let absenceMs: Int64 = 30 * 60 * 1000

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
    public internal(set) var status: SessionStatus = .lobby
    public internal(set) var players: [Player] = []
    public internal(set) var isHostConnected = false
    public internal(set) var isTVConnected = false

    public init(session: SessionID, joinCode: String, joinURL: String) {
        self.session = session
        self.joinCode = joinCode
        self.joinURL = joinURL
    }

    public func player(_ id: PlayerID) -> Player? {
        players.first { $0.id == id }
    }
}
