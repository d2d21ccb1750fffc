import Archive
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// A room and a store that is away, in doubt, or has lost something.
@Suite struct CommitLineSyncTests {
    private typealias Action = CommitLine<Tripto>.Action

    let start = ServerTime(ms: 1_000_000)

    // MARK: The store is away

    @Test func `a command is told to try again, the room's own inputs come again later`() throws {
        let line = LineInTest(try .beginning(at: start))
        let call = PendingInput<Tripto>(
            input: .join(PlayerID(rawValue: "anna"), name: try PlayerName("Anna")),
            sender: .call(Completion { _ in }),
            at: start
        )
        _ = line.submit(call)
        #expect(
            line.concluded(.failure(.unavailable("away")), at: start) == [
                .answer(call.sender, .failed(.nothingSaved)), .syncLater(afterMs: 200),
            ]
        )
        let screen = PendingInput<Tripto>(
            input: .presence(.tv, isConnected: true),
            sender: .nobody,
            at: start
        )
        for afterMs in [400, 800, 1_000, 1_000] as [Int64] {
            _ = line.submit(screen)
            let actions = line.concluded(.failure(.unavailable("away")), at: start)
            #expect(actions == [.submitLater(screen, afterMs: afterMs)])
        }
    }

    @Test func `a commit that was not answered and stands was this room's own`() throws {
        let line = LineInTest(try .beginning(at: start))
        let (seat, _) = seated(.host)
        let pending = PendingInput<Tripto>(
            input: .command(.endSession, from: .host),
            sender: .seat(seat, messageID: "m1"),
            at: start
        )
        let proposal = try line.submit(pending).commit()
        let later: [Action] = [.syncLater(afterMs: 200)]
        #expect(line.concluded(.failure(.unanswered("lost")), at: start) == later)
        #expect(line.syncDue() == [.load(since: 1)])
        let stored = StoredSession(version: 2, snapshot: nil, entries: [proposal.entry])
        #expect(
            line.loaded(.success(.state(stored)), at: start + 300) == [
                .adopt(try followed(proposal, from: start), from: pending.sender, isOwn: false),
                .affirmPresence, .finish([], .upToDate),
            ]
        )
        // A repeat is answered from the receipt.
        let receipt = try #require(line.state.receipts.receipt(of: .host, messageID: "m1"))
        #expect(line.submit(pending) == [.answer(pending.sender, .again(receipt))])
    }

    @Test func `a commit that was not answered and is not there may be asked for again`() throws {
        let line = LineInTest(try .beginning(at: start))
        let call = PendingInput<Tripto>(
            input: .close,
            sender: .call(Completion { _ in }),
            at: start
        )
        _ = line.submit(call)
        _ = line.concluded(.failure(.unanswered("lost")), at: start)
        #expect(line.syncDue() == [.load(since: 1)])
        #expect(line.syncDue().isEmpty)
        let snapshot = Snapshot(version: 1, state: LazyState(line.state))
        #expect(
            line.loaded(.success(.state(StoredSession(snapshot))), at: start) == [
                .answer(call.sender, .failed(.nothingSaved)), .finish([], .upToDate),
            ]
        )
    }

    @Test func `a caller in doubt is told so when the store stays away`() throws {
        let line = LineInTest(try .beginning(at: start))
        let call = PendingInput<Tripto>(
            input: .close,
            sender: .call(Completion { _ in }),
            at: start
        )
        _ = line.submit(call)
        _ = line.concluded(.failure(.unanswered("lost")), at: start)
        for afterMs in [400, 800] as [Int64] {
            #expect(line.syncDue() == [.load(since: 1)])
            let actions = line.loaded(.failure(.unavailable("away")), at: start + 9_999)
            #expect(actions == [.finish([], .storeAway), .syncLater(afterMs: afterMs)])
        }
        #expect(line.syncDue() == [.load(since: 1)])
        let actions = line.loaded(.failure(.unavailable("away")), at: start + RoomTimes.doubtMs)
        #expect(
            actions == [
                .answer(call.sender, .failed(.inDoubt)), .finish([], .storeAway),
                .syncLater(afterMs: 1_000),
            ]
        )
    }

    @Test func `callers that wait for the store are all told`() throws {
        let line = LineInTest(try .beginning(at: start))
        let waiters = (0..<3).map { _ in Completion<SyncResult> { _ in } }
        #expect(line.sync(waiters[0]) == [.load(since: 1)])
        #expect(line.sync(waiters[1]).isEmpty && line.sync(waiters[2]).isEmpty)
        let away = line.loaded(.failure(.unavailable("away")), at: start)
        #expect(away == [.finish([waiters[0]], .storeAway), .load(since: 1)])
        let bad = line.loaded(.failure(.unreadable("foreign")), at: start)
        #expect(
            bad == [.report(.unreadable("foreign")), .finish(Array(waiters[1...]), .unreadable)]
        )
    }

    // MARK: The store has lost something

    @Test func `a store that is behind gets back what the archive and this room know`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let theirs = try other.submit(.arrival(of: "Bert", at: start)).commit()
        #expect(line.sync() == [.load(since: 1)])
        #expect(line.loaded(.success(.nothing), at: start) == [.askArchive])
        #expect(line.submit(.arrival(of: "Anna", at: start)).isEmpty)
        let archived = ArchivedSession.Entry(version: 2, at: start, body: theirs.entry.body)
        #expect(
            line.archived([archived]) == [
                .adopt(try followed(theirs, from: start), from: .nobody, isOwn: false),
                .restore(theirs.next),
            ]
        )
        let snapshot = Snapshot(version: 2, state: LazyState(theirs.next))
        let actions = line.restored(.success(.state(StoredSession(snapshot))), at: start)
        #expect(
            actions.dropLast() == [.report(.putBack(version: 2)), .finish([], .upToDate)]
        )
        #expect(try Array(actions.suffix(1)).commit().base == 2)
    }

    @Test func `an input that waits goes before the second reload that callers ask for`() throws {
        let line = LineInTest(try .beginning(at: start))
        let known = LoadResult.state(
            StoredSession(Snapshot(version: 1, state: LazyState(line.state)))
        )
        let callers = (0..<3).map { _ in Completion<SyncResult> { _ in } }
        #expect(line.sync(callers[0]) == [.load(since: 1)])
        #expect(line.submit(.arrival(of: "Anna", at: start)).isEmpty)
        #expect(line.submit(.arrival(of: "Bertil", at: start)).isEmpty)
        // A client asks once more with every answer.
        #expect(line.sync(callers[1]).isEmpty)
        let answered = line.loaded(.success(known), at: start)
        #expect(answered.first == .finish([callers[0]], .upToDate))
        #expect(try Array(answered.dropFirst()).commit().base == 1)
        // The next reload goes before the next input, so that neither waits for all of the others.
        #expect(line.concluded(.success(.committed), at: start).last == .load(since: 2))
        #expect(line.sync(callers[2]).isEmpty)
        let again = LoadResult.state(
            StoredSession(Snapshot(version: 2, state: LazyState(line.state)))
        )
        let next = line.loaded(.success(again), at: start)
        #expect(next.first == .finish([callers[1]], .upToDate))
        #expect(try Array(next.dropFirst()).commit().base == 2)
        #expect(line.concluded(.success(.committed), at: start).last == .load(since: 3))
    }

    @Test func `a removed session is left, and everybody is told`() throws {
        let line = LineInTest(try .beginning(at: start))
        let calls = (0..<2).map { _ in
            PendingInput<Tripto>(input: .close, sender: .call(Completion { _ in }), at: start)
        }
        for call in calls { _ = line.submit(call) }
        let actions = line.concluded(.success(.conflict(.removed)), at: start)
        #expect(
            actions == [
                .answer(calls[1].sender, .failed(.sessionOver)), .leave,
                .answer(calls[0].sender, .failed(.sessionOver)),
            ]
        )
        #expect(line.isOver && !line.isBusy)
        #expect(line.submit(calls[0]) == [.answer(calls[0].sender, .failed(.sessionOver))])
        #expect(line.end().isEmpty)
    }

    @Test func `a room that ends tells who is on the way, and hears no late answer`() throws {
        let line = LineInTest(try .beginning(at: start))
        let call = PendingInput<Tripto>(
            input: .close,
            sender: .call(Completion { _ in }),
            at: start
        )
        _ = line.submit(call)
        let waiter = Completion<SyncResult> { _ in }
        #expect(line.sync(waiter).isEmpty)
        #expect(
            line.end() == [
                .finish([waiter], .upToDate), .answer(call.sender, .failed(.sessionOver)),
            ]
        )
        #expect(line.concluded(.success(.committed), at: start).isEmpty)
        #expect(line.state.version == 1)
    }
}
