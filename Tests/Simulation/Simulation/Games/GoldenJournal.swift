import Archive
import FoundationEssentials
package import GameState
package import Protocol
import Rooms

/// A session's journal as some build committed it, and its outcome: every later build must make the
/// same of it.
///
/// In a file it has a line of JSON for each entry, and a last one for the outcome.
package struct GoldenJournal<G: SimulatedGame> {
    private let entries: [ArchivedSession.Entry]
    package let outcome: Outcome
    /// Each kind of input with the game's state at the time; of one that was just played.
    private var situations: Set<String> = []

    package struct Outcome: Equatable {
        /// The game's state in the end, as it is stored.
        package var state: JSONValue
        /// Milestones on the way at which the state was compared with its digest.
        package var comparedCount: Int
        /// Versions at which it differed.
        package var differing: [Int64]
        /// Names and points in the end.
        package var standings: [String]
        /// By player: points over all games, as the facts judge every answer last.
        package var awards: [String: Int]
    }

    /// Reason why a file holds no journal.
    package struct Unreadable: Error {
        package var line: Int
    }

    /// Plays an evening to its end and takes its journal.
    ///
    /// - Returns: nil for one whose clients met something foreign to these rules.
    package init?(seed: UInt64, rules: RulesVersion) {
        let evening = Evening<G>(seed: seed, rules: rules)
        do throws(Violation) { try evening.play() } catch { return nil }
        entries = evening.truth.journal
        guard let outcome = try? Self.replayed(entries) else { return nil }
        self.outcome = outcome
        for (before, entry) in zip(entries, entries.dropFirst()) {
            guard let state = evening.truth.states[before.version], let kind = Self.kind(of: entry)
            else { continue }
            situations.insert("\(kind) in \(state.game.place)")
        }
    }

    /// - Throws: `Unreadable` names the line.
    package init(_ text: String) throws {
        var entries: [ArchivedSession.Entry] = []
        var outcome: Outcome?
        for (index, line) in text.split(separator: "\n").enumerated() {
            let json = try JSONReader.read(Array(line.utf8))
            if let version = json["version"]?.int, let at = json["at"]?.int, let body = json["body"]
            {
                entries.append(
                    ArchivedSession.Entry(
                        version: version,
                        at: ServerTime(ms: at),
                        body: body.bytes
                    )
                )
            } else if let read = Outcome(json) {
                outcome = read
            } else {
                throw Unreadable(line: index + 1)
            }
        }
        guard let outcome, !entries.isEmpty else { throw Unreadable(line: 0) }
        self.entries = entries
        self.outcome = outcome
    }

    /// Replays the inputs by this build.
    ///
    /// - Throws: `ReplayError` where it refuses one.
    package func replayed() throws -> Outcome { try Self.replayed(entries) }

    private static func replayed(_ entries: [ArchivedSession.Entry]) throws -> Outcome {
        let archived = ArchivedSession(game: G.name, status: .active, entries: entries)
        let replayed = try Replay.run(G.self, archived)
        guard let state = replayed.restoration.snapshot.state.value as? RoomState<G> else {
            preconditionFailure("a replay of another game")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Outcome(
            state: try JSONReader.read(Array(encoder.encode(state.game))),
            comparedCount: replayed.comparedCount,
            differing: replayed.differing,
            standings: replayed.standings.map { "\($0.points) \($0.name)" },
            awards: Dictionary(uniqueKeysWithValues: replayed.awards.map { ("\($0)", $1) })
        )
    }

    package var text: String {
        var lines = entries.map { entry in
            "{\"version\":\(entry.version),\"at\":\(entry.at.ms),\"body\":"
                + String(decoding: entry.body, as: UTF8.self) + "}"
        }
        lines.append(outcome.line)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Kinds of input that it holds; each command is a kind.
    package var kinds: Set<String> {
        Set(entries.dropFirst().compactMap(Self.kind))
    }

    private static func kind(of entry: ArchivedSession.Entry) -> String? {
        let input = (try? JSONReader.read(entry.body))?["input"]?["_0"]
        guard let kind = input?.object?.members.first?.key else { return nil }
        let command = input?[kind]?["_0"]?.object?.members.first?.key
        return ["command", "judged"].contains(kind) ? "\(kind) \(command ?? "?")" : kind
    }

    /// Journals of one choice: a further one would add only rare inputs.
    private static var maxChosen: Int { 8 }

    /// Few journals that together hold nearly every kind of input in every state where any of them
    /// holds it.
    package static func covering(_ journals: [UInt64: GoldenJournal]) -> [UInt64] {
        var rest = journals.mapValues(\.situations)
        var missing = rest.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var chosen: [UInt64] = []
        while !missing.isEmpty, chosen.count < maxChosen {
            // The lowest seed of those that add most, so that everybody chooses the same.
            let best = rest.min { one, other in
                let gain = one.value.intersection(missing).count
                let otherGain = other.value.intersection(missing).count
                return gain == otherGain ? one.key < other.key : gain > otherGain
            }
            guard let best else { break }
            chosen.append(best.key)
            missing.subtract(best.value)
            rest[best.key] = nil
        }
        return chosen.sorted()
    }
}

extension GoldenJournal.Outcome {
    fileprivate var line: String {
        let awards = awards.sorted { $0.key < $1.key }
            .map { (key: $0.key, value: JSONValue.int(Int64($0.value))) }
        let outcome: JSONObject = [
            "compared": .int(Int64(comparedCount)),
            "differing": .array(differing.map { .int($0) }),
            "standings": .array(standings.map { .string($0) }),
            "awards": .object(JSONObject(awards)),
            "state": state,
        ]
        return String(decoding: JSONValue.object(outcome).bytes, as: UTF8.self)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let compared = json["compared"]?.int, let state = json["state"],
            let standings = json["standings"]?.array, let differing = json["differing"]?.array,
            let awards = json["awards"]?.object
        else { return nil }
        self.state = state
        comparedCount = Int(compared)
        self.differing = differing.compactMap(\.int)
        self.standings = standings.compactMap(\.string)
        self.awards = awards.members.reduce(into: [:]) { $0[$1.key] = Int($1.value.int ?? -1) }
    }
}
