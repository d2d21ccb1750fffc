import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

extension CommittedEntry {
    /// A step of a build whose rules this one does not know.
    static func ofNewerRules(_ version: Int64, at now: ServerTime) -> Self {
        CommittedEntry(
            previousVersion: version - 1,
            version: version,
            at: now,
            body: Array(#"{"input":{"_0":{"unheardOf":{}},"rulesVersion":4711}}"#.utf8)
        )
    }
}

/// A line's use of others' commits that it hears of or loads.
@Suite struct CommitLineNewsTests {
    private typealias Action = CommitLine<Tripto>.Action

    private static let unheardOf = RulesVersion(rawValue: 4711)
    private let start = ServerTime(ms: 1_000_000)
    private let asked = Action.requestSnapshot(againAfterMs: RoomTimes.askAgainMs)

    /// A whole state, and steps by newer rules up to a version.
    private func newer(
        _ state: RoomState<Tripto>,
        upTo version: Int64
    ) -> Result<LoadResult, LiveStoreError> {
        let snapshot = Snapshot(version: state.version, state: LazyState(state))
        let entries = state.version < version ? Array(state.version + 1...version) : []
        return .success(
            .state(
                StoredSession(
                    version: version,
                    snapshot: snapshot,
                    entries: entries.map { .ofNewerRules($0, at: start) }
                )
            )
        )
    }

    @Test func `news that waited behind a commit are followed in their order`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        _ = line.submit(.arrival(of: "Anna", at: start))
        for name in ["Bert", "Cleo"] {
            let step = try other.submit(.arrival(of: name, at: start)).commit()
            _ = other.concluded(.success(.committed), at: start)
            #expect(line.heard(step.entry).isEmpty)
        }
        _ = line.concluded(.failure(.unavailable("away")), at: start)
        #expect(line.state == other.state && !line.isBusy)
    }

    @Test func `of news that lead on as many are kept as their limit says, then the store knows`()
        throws
    {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let mine = try line.submit(.arrival(of: "Anna", at: start)).commit()
        _ = other.heard(mine.entry)
        for number in 0...CommitLine<Tripto>.maxNews {
            let screen = PendingInput<Tripto>(
                input: .presence(.tv, isConnected: number.isMultiple(of: 2)),
                sender: .nobody,
                at: start + Int64(number)
            )
            let step = try other.submit(screen).commit()
            _ = other.concluded(.success(.committed), at: start)
            #expect(line.heard(step.entry).isEmpty)
        }
        let actions = line.concluded(.success(.committed), at: start)
        let followed = 2 + Int64(CommitLine<Tripto>.maxNews)
        #expect(line.state.version == followed)
        #expect(line.state.at == start + Int64(CommitLine<Tripto>.maxNews - 1))
        #expect(actions.last == .load(since: followed))
    }

    @Test func `a claim that nobody in the state holds leads to the store`() throws {
        let line = LineInTest(try .beginning(at: start))
        let pending = PendingInput<Tripto>.arrival(of: "Anna", at: start)
        _ = line.submit(pending)
        let anna = PlayerID(rawValue: "anna")
        #expect(
            line.concluded(.success(.claimed(.brake, by: anna)), at: start) == [
                .answer(.nobody, .refused(Tripto.tooLate(for: .brake))), .load(since: 1),
            ]
        )
    }

    @Test func `an input that changes nothing is answered too`() throws {
        let line = LineInTest(try .beginning(at: start))
        let known = PendingInput<Tripto>(
            input: .presence(.tv, isConnected: false),
            sender: .nobody,
            at: start
        )
        #expect(line.submit(known) == [.answer(.nobody, .done([]))])
    }

    @Test func `an input that was overtaken comes before those that wait`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let first = try line.submit(.arrival(of: "Anna", at: start)).commit()
        _ = line.submit(.arrival(of: "Bert", at: start))
        let theirs = try other.submit(.arrival(of: "Cleo", at: start)).commit()
        let stored = StoredSession(version: 2, snapshot: nil, entries: [theirs.entry])
        let actions = line.concluded(.success(.conflict(.state(stored))), at: start)
        #expect(try Array(actions.suffix(1)).commit().pending == first.pending)
    }

    @Test func `states that differ on the way to a jump are reported`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        try other.carry(.arrival(of: "Anna", at: start))
        let join = PendingInput<Tripto>.arrival(of: "Bert", at: start).input
        let entry = CommittedEntry(
            previousVersion: 2,
            version: 3,
            at: start,
            body: JournalBody<Tripto>.input(
                join,
                messageID: nil,
                digest: "00",
                rulesVersion: .latest
            ).bytes
        )
        let snapshot = Snapshot(version: 2, state: LazyState(other.state))
        let stored = StoredSession(version: 3, snapshot: snapshot, entries: [entry])
        _ = line.sync()
        #expect(
            line.loaded(.success(.state(stored)), at: start) == [
                .report(.differs(version: 3)), .jump(try other.state.advanced(by: entry).state),
                .finish([], .upToDate),
            ]
        )
    }

    // MARK: Newer rules

    @Test func `the whole state is asked for once, and looked for after a while`() throws {
        let line = LineInTest(try .beginning(at: start))
        #expect(line.heard(.ofNewerRules(2, at: start)) == [asked])
        #expect(line.heard(.ofNewerRules(2, at: start)).isEmpty)
        #expect(line.snapshotDue() == [.load(since: 1)])
        #expect(line.snapshotDue().isEmpty)
    }

    @Test func `what can be read of a newer session is shown, and the rest asked for`() throws {
        let line = LineInTest(try .beginning(at: start))
        var nearest = try RoomState.beginning(at: start, rules: Self.unheardOf)
        nearest.version = 5
        _ = line.sync()
        #expect(
            line.loaded(newer(nearest, upTo: 8), at: start) == [
                .jump(nearest), asked, .finish([], .behind),
            ]
        )
        // The session went on while the whole state was on its way.
        nearest.version = 7
        #expect(line.sync() == [.load(since: nil)])
        #expect(
            line.loaded(newer(nearest, upTo: 7), at: start) == [
                .jump(nearest), asked, .finish([], .upToDate),
            ]
        )
        nearest.version = 8
        _ = line.sync()
        #expect(
            line.loaded(newer(nearest, upTo: 8), at: start) == [
                .jump(nearest), .finish([], .upToDate),
            ]
        )
    }

    @Test func `in place of a state that can't be read another is asked for, at leisure`() throws {
        let line = LineInTest(try .beginning(at: start))
        let damaged = Snapshot(version: 5, state: LazyState(value: nil) { Array("{".utf8) })
        _ = line.sync()
        let actions = line.loaded(.success(.state(StoredSession(damaged))), at: start)
        #expect(
            Array(actions.dropFirst()) == [
                .requestSnapshot(againAfterMs: Heartbeat.periodMs), .finish([], .unreadable),
            ]
        )
    }
}
