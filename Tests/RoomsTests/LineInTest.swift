import Archive
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

func seated(_ viewer: Viewer, order: Int64 = 1) -> (Seat, Listener) {
    let ear = Listener()
    let name = "\(viewer)-\(order)"
    let seat = Seat(
        viewer: viewer,
        connection: ConnectionID(rawValue: name),
        device: nil,
        outlet: ear
    )
    seat.sit(order: order)
    return (seat, ear)
}

/// Outcome of another gateway's commit.
func followed(_ proposal: Proposal<Tripto>, from start: ServerTime) throws -> AppliedEntry<Tripto> {
    try RoomState.beginning(at: start).after(proposal)
}

extension RoomState<Tripto> {
    static func beginning(
        at now: ServerTime,
        rules: RulesVersion = .latest
    ) throws -> RoomState<Tripto> {
        let setup = SessionSetup(
            session: SessionID(rawValue: "0123456789abcdef"),
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            joinToken: JoinToken("0123456789abc", madeAt: now),
            settings: try Tripto.Settings(JSONObject([]), randomSeed: 7),
            createdAt: now,
            rules: rules
        )
        return RoomState(version: 1, at: now, game: Tripto(setup))
    }

    func after(_ proposal: Proposal<Tripto>) throws -> AppliedEntry<Tripto> {
        try advanced(by: proposal.entry)
    }
}

extension PendingInput<Tripto> {
    static func arrival(of text: String, at now: ServerTime) -> Self {
        guard let name = try? PlayerName(text) else { preconditionFailure("no name: \(text)") }
        return PendingInput(
            input: .join(PlayerID(rawValue: text), name: name),
            sender: .nobody,
            at: now
        )
    }
}

extension Proposal<Tripto> {
    /// The same as others hear of it.
    var entry: CommittedEntry {
        CommittedEntry(
            previousVersion: base,
            version: next.version,
            at: next.at,
            body: commit.entry.body()
        )
    }

    var advance: AppliedEntry<Tripto> {
        AppliedEntry(
            state: next,
            input: pending.input,
            key: pending.key,
            effects: effects,
            claims: claims,
            comparison: .none
        )
    }
}

/// A line whose events are no mutations to its test.
final class LineInTest {
    typealias Action = CommitLine<Tripto>.Action
    private var line: CommitLine<Tripto>

    init(_ state: RoomState<Tripto>) {
        line = CommitLine(state)
    }

    var state: RoomState<Tripto> { line.state }
    var isBusy: Bool { line.isBusy }
    var isOver: Bool { line.isOver }
    var waitingCount: Int { line.waitingCount }

    func submit(_ pending: PendingInput<Tripto>) -> [Action] { line.submit(pending) }
    func heard(_ entry: CommittedEntry) -> [Action] { line.heard(entry) }
    func sync(_ waiter: Completion<SyncResult>? = nil) -> [Action] { line.sync(waiter) }
    func syncDue() -> [Action] { line.syncDue() }
    func snapshotDue() -> [Action] { line.snapshotDue() }
    func end() -> [Action] { line.end() }
    func yield(to seating: Seating) { line.yield(to: seating) }
    func redirect(_ key: MessageKey, to seat: Seat) { line.redirect(key, to: seat) }
    func keep(_ reply: Receipts.Reply, for key: MessageKey) { line.keep(reply, for: key) }

    func concluded(
        _ result: Result<CommitOutcome, LiveStoreError>,
        at now: ServerTime
    ) -> [Action] {
        line.concluded(result, at: now)
    }

    func loaded(_ result: Result<LoadResult, LiveStoreError>, at now: ServerTime) -> [Action] {
        line.loaded(result, at: now)
    }

    func archived(_ entries: [ArchivedSession.Entry]) -> [Action] { line.archived(entries) }

    func restored(_ result: Result<LoadResult, LiveStoreError>, at now: ServerTime) -> [Action] {
        line.restored(result, at: now)
    }

    /// Commits an input.
    func carry(_ pending: PendingInput<Tripto>) throws {
        _ = try submit(pending).commit()
        _ = concluded(.success(.committed), at: pending.at)
    }
}

extension [CommitLine<Tripto>.Action] {
    /// The commit that is the only thing to do.
    func commit() throws -> Proposal<Tripto> {
        guard count == 1, case .commit(let proposal)? = first else {
            throw Unexpected(actions: "\(self)")
        }
        return proposal
    }
}

private struct Unexpected: Error {
    var actions: String
}
