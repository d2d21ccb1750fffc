import FoundationEssentials
public import GameState
public import LiveStore
public import Protocol
import Timers

/// A state moved on by one committed input, with the changes and effects of that.
///
/// The same input at the same time gives every gateway the same state, the same effects and so the
/// same messages.
public struct AppliedEntry<G: Game>: Equatable {
    public var state: RoomState<G>
    var input: Input<G>
    /// The command it came with, if that can be repeated.
    var key: MessageKey?
    var effects: [Effect<G.Event>]
    /// Claims that it took and gave up.
    var claims: ClaimChange
    /// Result of comparing the state with the entry's digest.
    var comparison: Comparison

    /// A state against the digest that its entry carries. They are compared where both are by the
    /// same rules, which makes them states of one shape. A difference is reported to the operator
    /// and stops nothing: a rule was changed without a version.
    public enum Comparison {
        /// The entry carries none.
        case none
        case same
        case different
    }
}

/// Reason why an entry does not lead on from a state.
public enum ReplayError: Error, Hashable, CustomStringConvertible {
    case noSetup
    case unreadable(version: Int64)
    /// A state that names another game as its own.
    case otherGame(String)
    /// An entry before it is missing.
    case gap(version: Int64)
    /// The rules did not take an input that they once took.
    case refused(version: Int64)
    /// It was handled by rules that this build does not know: nothing is wrong with it, and a newer build
    /// goes on with it.
    case newerRules(version: Int64)

    public var description: String {
        switch self {
        case .noSetup: "the journal does not begin with a setup"
        case .unreadable(let version): "version \(version) can't be read"
        case .otherGame(let name): "it is a session of the game \(name)"
        case .gap(let version): "the entries before version \(version) are missing"
        case .refused(let version): "the rules no longer accept version \(version)"
        case .newerRules(let version): "version \(version) needs the rules of a newer build"
        }
    }
}

extension RoomState {
    public func advanced(by entry: CommittedEntry) throws(ReplayError) -> AppliedEntry<G> {
        guard entry.previousVersion == version, entry.version > version else {
            throw .gap(version: entry.version)
        }
        guard knowsRules else { throw .newerRules(version: entry.version) }
        guard (0...ServerTime.maxMs).contains(entry.at.ms), entry.version <= ServerTime.maxMs
        else {
            throw .unreadable(version: entry.version)
        }
        guard let body = JournalBody<G>(entry.body),
            case .input(let input, let key, let digest, let rules) = body
        else {
            throw RulesMark.ofEntry(entry.body)?.isKnown == false
                ? .newerRules(version: entry.version) : .unreadable(version: entry.version)
        }
        guard rules?.isKnown ?? true else { throw .newerRules(version: entry.version) }
        var next = self
        next.version = entry.version
        next.at = entry.at
        guard case .changed(let effects) = next.game.handle(input, at: entry.at) else {
            throw .refused(version: entry.version)
        }
        let claims = ClaimChange(from: game.claims, to: next.game.claims)
        next.receipts.record(key, effects, taken: claims.taken)
        return AppliedEntry(
            state: next,
            input: input,
            key: key,
            effects: effects,
            claims: claims,
            comparison: rules ?? next.game.rules == next.game.rules
                ? AppliedEntry.Comparison(next.game, digest) : .none
        )
    }

    /// The state that is stored; where newer rules lead on from it, that of the latest version
    /// which can be read.
    ///
    /// - Parameter differs: told of every version whose state is not what its entry's digest says.
    /// - Throws: `ReplayError`, also when the stored state is not this game's; `newerRules` where
    ///   nothing of it can be read.
    public init(
        _ stored: StoredSession,
        differs: (Int64) -> Void = { _ in }
    ) throws(ReplayError) {
        guard let snapshot = stored.snapshot else { throw .gap(version: stored.version) }
        try self.init(snapshot)
        do throws(ReplayError) {
            for entry in stored.entries {
                let applied = try advanced(by: entry)
                self = applied.state
                if applied.comparison == .different { differs(version) }
            }
        } catch .newerRules {
            return
        }
    }

    /// Reads a state that was put away, as an `ArchiveCupboard` asks for it.
    public static func reading(_ session: SessionID, _ kept: Snapshot) -> LazyState? {
        guard let state = try? RoomState(kept), state.session == session else { return nil }
        return LazyState(state)
    }

    /// True when this build can play the session.
    public var knowsRules: Bool { game.rules.isKnown }

    private init(_ snapshot: Snapshot) throws(ReplayError) {
        if let value = snapshot.state.value as? RoomState<G> {
            self = value
        } else {
            let bytes = (try? snapshot.state.bytes()) ?? []
            if let game = RulesMark.game(ofState: bytes), game != G.name {
                throw .otherGame(game)
            }
            guard let decoded = try? StoredJSON.decode(RoomState<G>.self, from: bytes) else {
                throw RulesMark.ofState(bytes)?.isKnown == false
                    ? .newerRules(version: snapshot.version)
                    : .unreadable(version: snapshot.version)
            }
            self = decoded
        }
        guard version == snapshot.version else { throw .unreadable(version: snapshot.version) }
    }
}

extension AppliedEntry.Comparison {
    fileprivate init(_ game: G, _ digest: String?) {
        guard let digest else {
            self = .none
            return
        }
        self = digest == Replay.digest(of: game) ? .same : .different
    }
}

extension JournalBody {
    init?(_ bytes: [UInt8]) {
        guard let body = try? StoredJSON.decode(JournalBody<G>.self, from: bytes) else {
            return nil
        }
        self = body
    }
}

/// A committed input as it stands in the archive: enough to play the session again.
public enum JournalBody<G: Game>: Codable {
    /// Version 1.
    case setup(SessionSetup<G.Settings>)
    /// - messageID: the idempotency key of the command, so that a repeat is known after a rebuild.
    /// - digest: SHA-256 of the state after it, in hexadecimal, where a round or the session
    ///   changed its status: a replay is compared with it.
    /// - rulesVersion: the rules it was handled by; nil in earlier journals: the session's.
    case input(
        Input<G>,
        messageID: MessageKey?,
        digest: String?,
        rulesVersion: RulesVersion?
    )
}

extension JSONEncoder {
    /// The same value gives the same bytes.
    static var repeatable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JournalBody {
    public var bytes: [UInt8] {
        do {
            return Array(try JSONEncoder.repeatable.encode(self))
        } catch {
            preconditionFailure("an input that can't be encoded: \(error)")
        }
    }
}
