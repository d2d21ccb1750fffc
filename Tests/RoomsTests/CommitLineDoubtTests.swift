import Archive
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Answers to those who wait while the store is in doubt, has lost something or the session ends.
@Suite struct CommitLineDoubtTests {
    private typealias Action = CommitLine<Tripto>.Action

    private let start = ServerTime(ms: 1_000_000)
    private let lost = Result<CommitOutcome, LiveStoreError>.failure(.unanswered("lost"))
    private let key = MessageKey(viewer: .host, messageID: "m1")

    private func call() -> PendingInput<Tripto> {
        PendingInput(input: .close, sender: .call(Completion { _ in }), at: start)
    }

    /// The end of the session, asked for by a seat.
    private func command(from seat: Seat) -> PendingInput<Tripto> {
        PendingInput(
            input: .command(.endSession, from: .host),
            sender: .seat(seat, messageID: "m1"),
            at: start
        )
    }

    private func whole(_ state: RoomState<Tripto>) -> Result<LoadResult, LiveStoreError> {
        let snapshot = Snapshot(version: state.version, state: LazyState(state))
        return .success(.state(StoredSession(snapshot)))
    }

    // MARK: The newest connection gets the answer

    @Test func `a repeat gets the answer of the commit under way`() throws {
        let line = LineInTest(try .beginning(at: start))
        let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
        _ = try line.submit(command(from: old)).commit()
        line.redirect(key, to: new)
        guard
            case .adopt(_, .seat(new, "m1"), true)? =
                line.concluded(.success(.committed), at: start).first
        else {
            Issue.record("not for the newest connection")
            return
        }
    }

    @Test func `a repeat gets the answer of the commit in doubt`() throws {
        let line = LineInTest(try .beginning(at: start))
        let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
        _ = line.submit(command(from: old))
        _ = line.concluded(lost, at: start)
        line.redirect(key, to: new)
        _ = line.syncDue()
        let actions = line.loaded(.failure(.unavailable("away")), at: start + RoomTimes.doubtMs)
        #expect(actions.first == .answer(command(from: new).sender, .failed(.inDoubt)))
    }

    @Test func `a repeat gets the answer of a commit that was overtaken`() throws {
        let line = LineInTest(try .beginning(at: start))
        let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
        _ = line.submit(command(from: old))
        #expect(line.concluded(.success(.conflict(.nothing)), at: start) == [.askArchive])
        line.redirect(key, to: new)
        _ = line.archived([])
        let actions = line.restored(whole(line.state), at: start)
        #expect(try Array(actions.suffix(1)).commit().pending.seat === new)
    }

    @Test func `what is in doubt by an older connection counts no more`() throws {
        let line = LineInTest(try .beginning(at: start))
        let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
        _ = line.submit(command(from: old))
        _ = line.concluded(lost, at: start)
        line.yield(to: new.seating)
        #expect(old.isReplaced)
    }

    // MARK: The outcome

    @Test func `a command in doubt that a jump made known is answered from its receipt`() throws {
        let line = LineInTest(try .beginning(at: start))
        let (seat, _) = seated(.host)
        let proposal = try line.submit(command(from: seat)).commit()
        _ = line.concluded(lost, at: start)
        _ = line.syncDue()
        let receipt = try #require(proposal.next.receipts.receipt(of: key))
        #expect(
            line.loaded(whole(proposal.next), at: start) == [
                .jump(proposal.next), .answer(command(from: seat).sender, .again(receipt)),
                .finish([], .upToDate),
            ]
        )
    }

    @Test func `a join in doubt that stands is no failure, one that does not is`() throws {
        for stands in [true, false] {
            let line = LineInTest(try .beginning(at: start))
            let arrival = PendingInput<Tripto>.arrival(of: "Anna", at: start)
            let call = ReplyTarget.call(Completion { _ in })
            let join = PendingInput(input: arrival.input, sender: call, at: start)
            let proposal = try line.submit(join).commit()
            _ = line.concluded(lost, at: start)
            _ = line.syncDue()
            let actions = line.loaded(whole(stands ? proposal.next : line.state), at: start)
            #expect(
                actions.contains(
                    .answer(call, stands ? .done([]) : .failed(.nothingSaved))
                )
            )
        }
    }

    @Test func `a command in doubt behind newer rules is told so when its time is up`() throws {
        let line = LineInTest(try .beginning(at: start))
        let call = call()
        _ = line.submit(call)
        _ = line.concluded(lost, at: start)
        _ = line.syncDue()
        let newer = StoredSession(
            version: 2,
            snapshot: Snapshot(version: 1, state: LazyState(line.state)),
            entries: [.ofNewerRules(2, at: start)]
        )
        let early = line.loaded(.success(.state(newer)), at: start + (RoomTimes.doubtMs - 1))
        #expect(early.last == .finish([], .behind) && early.count == 2)
        #expect(line.sync() == [.load(since: 1)])
        let late = line.loaded(.success(.state(newer)), at: start + RoomTimes.doubtMs)
        #expect(late.first == .answer(call.sender, .failed(.inDoubt)))
    }

    @Test func `after an outage attempts come as soon as before it`() throws {
        let line = LineInTest(try .beginning(at: start))
        let screen = PendingInput<Tripto>(
            input: .presence(.tv, isConnected: true),
            sender: .nobody,
            at: start
        )
        let away = Result<CommitOutcome, LiveStoreError>.failure(.unavailable("away"))
        for _ in 1...2 {
            _ = line.submit(screen)
            _ = line.concluded(away, at: start)
        }
        try line.carry(.arrival(of: "Anna", at: start))
        _ = line.submit(screen)
        let again = line.concluded(away, at: start)
        #expect(again.first == .submitLater(screen, afterMs: RoomTimes.firstRetryMs))
    }

    @Test func `a state that can't be read is reported, and nothing is committed over it`() throws {
        let line = LineInTest(try .beginning(at: start))
        let calls = (0..<3).map { _ in call() }
        _ = line.submit(calls[0])
        #expect(
            line.concluded(.failure(.unreadable("foreign")), at: start) == [
                .answer(calls[0].sender, .failed(.unreadableSession)),
                .report(.unreadable("foreign")),
            ]
        )
        #expect(line.sync() == [.load(since: 1)])
        for call in calls[1...] { #expect(line.submit(call).isEmpty) }
        let refusals = calls[1...].map {
            Action.answer($0.sender, .failed(.unreadableSession))
        }
        #expect(
            line.loaded(.failure(.unreadable("foreign")), at: start)
                == [.report(.unreadable("foreign"))] + refusals + [.finish([], .unreadable)]
        )
    }

    // MARK: The store has lost something

    @Test func `entries of the archive that are known already hide none that are not`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let first = try other.submit(.arrival(of: "Anna", at: start)).commit()
        _ = other.concluded(.success(.committed), at: start)
        let second = try other.submit(.arrival(of: "Bert", at: start)).commit()
        _ = line.heard(first.entry)
        _ = line.sync()
        _ = line.loaded(.success(.nothing), at: start)
        let entries = [first, second].map {
            ArchivedSession.Entry(version: $0.next.version, at: start, body: $0.entry.body)
        }
        #expect(line.archived(entries).last == .restore(second.next))
    }

    @Test func `what another gateway had more to put back is taken over`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        try other.carry(.arrival(of: "Anna", at: start))
        _ = line.sync()
        _ = line.loaded(.success(.nothing), at: start)
        _ = line.archived([])
        #expect(
            line.restored(whole(other.state), at: start) == [
                .jump(other.state), .finish([], .upToDate),
            ]
        )
    }

    // MARK: The end

    @Test func `whoever waits at the end is told, wherever the answer is on its way`() throws {
        let over = { (call: PendingInput<Tripto>) in
            Action.answer(call.sender, .failed(.sessionOver))
        }
        let (doubtful, overtaken) = (call(), call())
        let line = LineInTest(try .beginning(at: start))
        _ = line.submit(doubtful)
        _ = line.concluded(lost, at: start)
        #expect(line.end() == [over(doubtful)])
        let second = LineInTest(try .beginning(at: start))
        _ = second.submit(overtaken)
        _ = second.concluded(.success(.conflict(.nothing)), at: start)
        #expect(second.end() == [over(overtaken)])
        let third = LineInTest(try .beginning(at: start))
        let waiter = Completion<SyncResult> { _ in }
        _ = third.sync(waiter)
        #expect(third.end() == [.finish([waiter], .upToDate)])
        #expect(third.sync(waiter) == [.finish([waiter], .storeAway)])
    }

    @Test func `those who wait for the store have a limit`() throws {
        let line = LineInTest(try .beginning(at: start))
        let waiter = Completion<SyncResult> { _ in }
        #expect(line.sync(waiter) == [.load(since: 1)])
        for _ in 0..<CommitLine<Tripto>.maxWaiting { #expect(line.sync(waiter).isEmpty) }
        #expect(line.sync(waiter) == [.finish([waiter], .storeAway)])
    }
}
