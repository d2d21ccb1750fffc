import FoundationEssentials
package import GameState
package import LiveStore
import Protocol

/// A state moved on by one committed input, with what that brought about.
///
/// The same input at the same time gives every gateway the same state, the same effects and so the
/// same messages.
package struct Advance<G: Game>: Equatable {
    package var state: RoomState<G>
    var input: Input<G>
    /// The command it came with, if that can be repeated.
    var key: MessageKey?
    var effects: [Effect<G.Event>]
    /// What it took and gave up.
    var claims: ClaimChange
    /// What the entry's digest says of the state.
    var comparison: Comparison

    /// A state against the digest that its entry carries. Another build may have other rules, or states
    /// with other members, so that a difference is told to whoever runs the gateway and stops nothing.
    package enum Comparison {
        /// The entry carries none.
        case none
        case same
        case different
    }
}

/// Why an entry does not lead on from a state.
package enum Divergence: Error, Hashable, CustomStringConvertible {
    case noSetup
    case unreadable(version: Int64)
    /// An entry before it is missing.
    case gap(version: Int64)
    /// The rules did not take an input that they once took.
    case refused(version: Int64)

    package var description: String {
        switch self {
        case .noSetup: "the journal does not begin with a setup"
        case .unreadable(let version): "version \(version) can't be read"
        case .gap(let version): "what comes before version \(version) is missing"
        case .refused(let version): "version \(version) is not taken by the rules any more"
        }
    }
}

extension RoomState {
    package func advanced(by entry: CommittedEntry) throws(Divergence) -> Advance<G> {
        guard entry.previousVersion == version, entry.version > version else {
            throw .gap(version: entry.version)
        }
        guard let body = JournalBody<G>(entry.body),
            case .input(let input, let key, let digest) = body
        else { throw .unreadable(version: entry.version) }
        var next = self
        next.version = entry.version
        next.at = entry.at
        guard case .changed(let effects) = next.game.handle(input, at: entry.at) else {
            throw .refused(version: entry.version)
        }
        let claims = ClaimChange(from: game.claims, to: next.game.claims)
        next.receipts.record(key, effects, taken: claims.taken)
        return Advance(
            state: next,
            input: input,
            key: key,
            effects: effects,
            claims: claims,
            comparison: Advance.Comparison(next.game, digest)
        )
    }

    /// - Parameter differs: told of every version whose state is not what its entry's digest says.
    /// - Throws: `Divergence`, also when what is stored is not this game's.
    package init(
        _ stored: StoredState,
        differs: (Int64) -> Void = { _ in }
    ) throws(Divergence) {
        guard let snapshot = stored.snapshot else { throw .gap(version: stored.version) }
        guard let state = RoomState(snapshot) else { throw .unreadable(version: snapshot.version) }
        self = state
        for entry in stored.entries {
            let step = try advanced(by: entry)
            self = step.state
            if step.comparison == .different { differs(version) }
        }
    }

    private init?(_ snapshot: Snapshot) {
        if let value = snapshot.state.value as? RoomState<G> {
            self = value
        } else if let bytes = try? snapshot.state.bytes(),
            let decoded = try? JSONDecoder().decode(RoomState<G>.self, from: Data(bytes))
        {
            self = decoded
        } else {
            return nil
        }
        guard version == snapshot.version else { return nil }
    }
}

extension Advance.Comparison {
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
        guard let body = try? JSONDecoder().decode(JournalBody<G>.self, from: Data(bytes)) else {
            return nil
        }
        self = body
    }
}
