import FoundationEssentials
import GameState

/// Tells a newer build's data, and another game's, from damaged data: finds the version of the rules
/// in it, or the game's name, whatever the rest says.
enum RulesMark {
    /// Of a whole state.
    ///
    /// - Returns: nil where none can be found.
    static func ofState(_ bytes: [UInt8]) -> RulesVersion? {
        (try? JSONDecoder().decode(State.self, from: Data(bytes)))?.game.rules
    }

    /// Of an entry's body: of the setup, or of an input.
    ///
    /// - Returns: nil where none can be found.
    static func ofEntry(_ body: [UInt8]) -> RulesVersion? {
        let entry = try? JSONDecoder().decode(Entry.self, from: Data(body))
        return entry?.input?.rulesVersion ?? entry?.setup?._0.rules
    }

    /// The game that a whole state names as its own; nil where it names none, as those of builds that
    /// had one game.
    static func game(ofState bytes: [UInt8]) -> String? {
        (try? JSONDecoder().decode(Name.self, from: Data(bytes)))?.gameName
    }

    private struct Name: Decodable {
        var gameName: String?
    }

    private struct State: Decodable {
        var game: Marked
    }

    private struct Marked: Decodable {
        @Added<RulesVersion.Unnamed> var rules: RulesVersion
    }

    private struct Entry: Decodable {
        var setup: Setup?
        var input: Input?

        struct Setup: Decodable {
            var _0: Marked
        }

        struct Input: Decodable {
            var rulesVersion: RulesVersion?
        }
    }
}

/// The distance of a room behind a session that newer rules than its own lead on: it waits for a
/// newer build to store the whole state.
struct Shortfall {
    /// The newest version heard of.
    private var newest: Int64 = 0
    private(set) var isAsking = false

    enum Action: Equatable {
        case none
        /// Ask for the whole state, and look again after a while.
        case ask
    }

    /// A version was heard of that can't be followed. Can become: asking.
    mutating func fellShort(of version: Int64) -> Action {
        newest = max(newest, version)
        guard !isAsking else { return .none }
        isAsking = true
        return .ask
    }

    /// A whole state has come. Can become: asking once more, as the session may have gone on meanwhile.
    mutating func reached(_ version: Int64) -> Action {
        isAsking = false
        return version < newest ? fellShort(of: newest) : .none
    }

    /// Nobody has answered for a while, or somebody has.
    ///
    /// - Returns: whether it is still behind, so that the stored state is worth a look.
    mutating func waited(at version: Int64) -> Bool {
        guard isAsking else { return false }
        isAsking = false
        return version < newest
    }
}
