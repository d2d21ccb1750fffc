public import GameState
public import Protocol

public struct ArchivedSession: Sendable {
    public struct Entry: Sendable, Equatable {
        public var version: Int64
        public var at: ServerTime
        public var body: [UInt8]

        public init(version: Int64, at: ServerTime, body: [UInt8]) {
            self.version = version
            self.at = at
            self.body = body
        }
    }

    public var game: String
    public var status: SessionStatus
    /// In order of their versions; none when the session was erased.
    public var entries: [Entry]

    public init(game: String, status: SessionStatus, entries: [Entry]) {
        self.game = game
        self.status = status
        self.entries = entries
    }
}
