public import GameState
public import Protocol

/// The archive's tables for one game beside those of all games, with the statements that write,
/// read and erase them.
///
/// A game that records nothing of its own needs none. What is of no game and follows all of them, such as
/// accounts with their leaderboards, has one under a name of its own, and records nothing in sessions.
public struct GameSchema: Sendable {
    /// As `Game.name`; no game is called what stands here for tables of none.
    public let game: String
    /// Numbered from 1.
    public let migrations: [Migration]
    /// Of a house that had this game alone; nil for games that came later.
    public let former: Former?
    /// Turns a record into rows.
    ///
    /// - Throws: for a record of another game.
    public let writes: @Sendable (GameRecord, SessionID, ServerTime) throws -> [Write]
    /// Reads this game's part of a session's rounds.
    public let rounds: Rounds?
    /// Removes from this game's tables what could identify a person, in the transaction that does so in
    /// those of all games; rows and scores stay (G-77). Each takes the session's id.
    public let erasure: [Statement]

    /// Reckons from a game's results when one has ended, in the transaction that says so, after all else of it;
    /// may run again for a game that is ended anew. Each takes the session's id.
    public let ending: [Statement]

    /// - Parameter erasure: empty where nothing in the tables is about a person.
    public init(
        game: String,
        migrations: [Migration],
        former: Former? = nil,
        rounds: Rounds? = nil,
        erasure: [Statement],
        ending: [Statement] = [],
        writes: @escaping @Sendable (GameRecord, SessionID, ServerTime) throws -> [Write]
    ) {
        self.game = game
        self.migrations = migrations
        self.former = former
        self.rounds = rounds
        self.erasure = erasure
        self.ending = ending
        self.writes = writes
    }

    /// An earlier schema, in which tables of a game and of all games were one history.
    public struct Former: Sendable {
        /// Versions from 1.
        let migrations: [Migration]
        /// From the last of them to the tables of any game with this game's own, at its first version.
        let conversion: [String]

        public init(migrations: [Migration], conversion: [String]) {
            self.migrations = migrations
            self.conversion = conversion
        }
    }

    public struct Rounds: Sendable {
        /// Takes a session; gives the id of each round and a text for each of `members`.
        let statement: Statement
        /// Names of its texts, as an export shows them.
        let members: [String]
        /// Number of these, from the first, that make up a round's title.
        let titleCount: Int

        public init(_ statement: Statement, members: [String], titleCount: Int) {
            self.statement = statement
            self.members = members
            self.titleCount = titleCount
        }
    }
}
