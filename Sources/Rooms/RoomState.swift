import FoundationEssentials
public import GameState
public import LiveStore
public import Protocol

/// Everything of a session that is stored and that a commit moves on by one version.
public struct RoomState<G: Game>: Codable, Equatable, Sendable {
    public var version: Int64
    /// When the latest input was taken; times of a session never go back.
    public var at: ServerTime
    public var receipts = Receipts()
    /// A commit passes its state on a dozen times.
    private var shared: Boxed<G>

    public init(version: Int64, at: ServerTime, game: G) {
        self.version = version
        self.at = at
        shared = Boxed(game)
    }

    public var game: G {
        _read { yield shared.value }
        set { shared = Boxed(newValue) }
    }

    private enum CodingKeys: CodingKey {
        case gameName, version, at, game, receipts
    }

    /// - Throws: for the state of another game. Builds that had one game alone did not say which it was.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decodeIfPresent(String.self, forKey: .gameName)
        guard name == nil || name == G.name else {
            throw DecodingError.dataCorruptedError(
                forKey: .gameName,
                in: container,
                debugDescription: "a session of another game"
            )
        }
        version = try container.decode(Int64.self, forKey: .version)
        at = try container.decode(ServerTime.self, forKey: .at)
        shared = try container.decode(Boxed<G>.self, forKey: .game)
        receipts = try container.decode(Receipts.self, forKey: .receipts)
        guard isSound else {
            throw DecodingError.dataCorruptedError(
                forKey: .game,
                in: container,
                debugDescription: "players without a standing, or twice"
            )
        }
    }

    /// True where every player is there once and has a standing, as views count on.
    private var isSound: Bool {
        let players = Set(game.lobby.players.map(\.id))
        return players.count == game.lobby.players.count
            && players == Set(game.scoreboard.standings.map(\.player))
            && players.count == game.scoreboard.standings.count
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(G.name, forKey: .gameName)
        try container.encode(version, forKey: .version)
        try container.encode(at, forKey: .at)
        try container.encode(game, forKey: .game)
        try container.encode(receipts, forKey: .receipts)
    }
}

extension RoomState {
    public var session: SessionID { game.lobby.session }
}

extension LazyState {
    public init<G: Game>(_ state: RoomState<G>) {
        self.init(value: state) { try Array(JSONEncoder.repeatable.encode(state)) }
    }
}

extension RestoreRequest {
    /// A put-back by a room that holds the newest state.
    init<G: Game>(_ state: RoomState<G>) {
        self.init(
            session: state.session,
            joinCode: state.game.lobby.joinCode,
            snapshot: Snapshot(version: state.version, state: LazyState(state)),
            lastCommit: state.version,
            claimIDs: G.claimKinds.map(\.id),
            claims: state.game.claims,
            timers: state.game.timers
        )
    }
}
