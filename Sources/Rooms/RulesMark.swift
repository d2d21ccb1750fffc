import FoundationEssentials
import GameState

/// Tells a newer build's data from damaged data: finds the version of the rules in it, whatever the
/// rest says.
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
