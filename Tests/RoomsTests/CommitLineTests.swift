import Archive
import GameState
import LiveStore
import Protocol
import Testing

@testable import Rooms

/// Event in, actions out: the protocol by which a room comes to its commits, without a room or a store.
@Suite struct CommitLineTests {
    private typealias Action = CommitLine<Tripto>.Action

    let start = ServerTime(ms: 1_000_000)

    // MARK: One after the other

    @Test func `an input is committed, adopted, and only then the next one`() throws {
        let line = LineInTest(try .beginning(at: start))
        let first = try line.submit(.arrival(of: "Anna", at: start)).commit()
        #expect(first.base == 1 && first.next.version == 2)
        #expect(line.submit(.arrival(of: "Bert", at: start)).isEmpty)
        #expect(line.isBusy && line.waitingCount == 1)
        let actions = line.concluded(.success(.committed), at: start + 5)
        #expect(actions.first == .adopt(first.advance, from: .nobody, isOwn: true))
        let second = try Array(actions.dropFirst()).commit()
        #expect(second.base == 2 && second.next.game.lobby.players.count == 2)
        #expect(line.concluded(.success(.committed), at: start + 9).count == 1)
        #expect(!line.isBusy && line.state == second.next)
    }

    @Test func `an input is handled at the time it came, never before the latest commit`() throws {
        let line = LineInTest(try .beginning(at: start))
        let proposal = try line.submit(.arrival(of: "Anna", at: start + -100)).commit()
        #expect(proposal.next.at == start)
        _ = line.concluded(.success(.committed), at: start)
        #expect(try line.submit(.arrival(of: "Bert", at: start + 7)).commit().next.at == start + 7)
    }

    @Test func `an input that changes nothing is answered at once`() throws {
        let line = LineInTest(try .beginning(at: start))
        let (seat, ear) = seated(.host)
        let skip = PendingInput<Tripto>(
            input: .command(.skip, from: .host),
            sender: .seat(seat, messageID: "m1"),
            at: start
        )
        let actions = line.submit(skip)
        guard case .answer(skip.sender, .refused(.error(let error)))? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(actions.count == 1 && error.code == .wrongState && !line.isBusy)
        _ = ear
    }

    @Test func `the queue has limits for each viewer and for all, and none for the room itself`()
        throws
    {
        let line = LineInTest(try .beginning(at: start))
        _ = line.submit(.arrival(of: "Anna", at: start))
        let (seat, _) = seated(.tv)
        let command = PendingInput<Tripto>(
            input: .command(.leave, from: .tv),
            sender: .seat(seat, messageID: nil),
            at: start
        )
        for _ in 0..<InputQueue<Tripto>.maxPerViewer { #expect(line.submit(command).isEmpty) }
        let busy = WireError(.degraded, "the room is busy")
        #expect(line.submit(command) == [.answer(command.sender, .failed(busy))])
        let call = PendingInput<Tripto>(
            input: .close,
            sender: .call(Completion { _ in }),
            at: start
        )
        while line.waitingCount < InputQueue<Tripto>.maxCount { #expect(line.submit(call).isEmpty) }
        #expect(line.submit(call) == [.answer(call.sender, .failed(busy))])
        #expect(line.submit(.arrival(of: "Bert", at: start)).isEmpty)
    }

    @Test func `what was told while a commit was under way is remembered after it`() throws {
        let line = LineInTest(try .beginning(at: start))
        let key = MessageKey(viewer: .tv, messageID: "m1")
        _ = line.submit(.arrival(of: "Anna", at: start))
        line.keep(Receipts.Reply(type: "ERROR", payload: []), for: key)
        _ = line.concluded(.success(.committed), at: start)
        #expect(line.state.version == 2 && line.state.receipts.receipt(of: key) != nil)
    }

    // MARK: Others

    @Test func `a commit that lost against another follows it and is handled again`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let mine = try line.submit(.arrival(of: "Anna", at: start + 1)).commit()
        let theirs = try other.submit(.arrival(of: "Bert", at: start)).commit()
        let stored = StoredState(version: 2, snapshot: nil, entries: [theirs.entry])
        let actions = line.concluded(.success(.conflict(.state(stored))), at: start + 9)
        #expect(
            actions.dropLast() == [
                .adopt(try followed(theirs), from: .nobody, isOwn: false), .affirmPresence,
            ]
        )
        let again = try Array(actions.suffix(1)).commit()
        #expect(again.pending == mine.pending && again.base == 2 && again.next.version == 3)
        #expect(again.next.game.lobby.players.count == 2)
    }

    @Test func `another's commit is followed at once, an older one is no news`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        let theirs = try other.submit(.arrival(of: "Bert", at: start)).commit()
        let expected: [Action] = [
            .adopt(try followed(theirs), from: .nobody, isOwn: false), .affirmPresence,
        ]
        #expect(line.heard(theirs.entry) == expected)
        #expect(line.heard(theirs.entry).isEmpty)
        #expect(line.state == theirs.next)
    }

    @Test func `news waits behind a commit, for it may be the very same`() throws {
        let line = LineInTest(try .beginning(at: start))
        let mine = try line.submit(.arrival(of: "Anna", at: start)).commit()
        #expect(line.heard(mine.entry).isEmpty)
        let actions = line.concluded(.success(.committed), at: start)
        #expect(actions == [.adopt(mine.advance, from: .nobody, isOwn: true)])
    }

    @Test func `more news than are kept lead to the store`() throws {
        let line = LineInTest(try .beginning(at: start))
        let mine = try line.submit(.arrival(of: "Anna", at: start)).commit()
        for version in 0...Int64(CommitLine<Tripto>.maxNews) {
            let entry = CommittedEntry(
                previousVersion: version + 2,
                version: version + 3,
                at: start,
                body: mine.entry.body
            )
            #expect(line.heard(entry).isEmpty)
        }
        let actions = line.concluded(.success(.committed), at: start)
        #expect(actions.last == .load(since: line.state.version))
    }

    @Test func `news that does not lead on is loaded, and a state far ahead is jumped to`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        for name in ["Anna", "Bert", "Cleo"] { try other.carry(.arrival(of: name, at: start)) }
        let last = try other.submit(.arrival(of: "Dora", at: start)).commit()
        #expect(line.heard(last.entry) == [.load(since: 1)])
        let snapshot = Snapshot(version: 4, state: EncodedState(other.state))
        let actions = line.loaded(.success(.state(StoredState(snapshot))), at: start)
        #expect(actions == [.jump(other.state), .finish([], .upToDate)])
        #expect(line.state == other.state && !line.isBusy)
    }

    @Test func `entries that do not lead on from here are read with the whole state`() throws {
        let (line, other) = (
            LineInTest(try .beginning(at: start)), LineInTest(try .beginning(at: start))
        )
        try other.carry(.arrival(of: "Anna", at: start))
        let last = try other.submit(.arrival(of: "Bert", at: start)).commit()
        #expect(line.sync() == [.load(since: 1)])
        let tail = StoredState(version: 3, snapshot: nil, entries: [last.entry])
        #expect(line.loaded(.success(.state(tail)), at: start) == [.load(since: nil)])
        let whole = Snapshot(version: 3, state: EncodedState(last.next))
        let actions = line.loaded(.success(.state(StoredState(whole))), at: start)
        #expect(actions == [.jump(last.next), .finish([], .upToDate)])
    }

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
        let stored = StoredState(version: 2, snapshot: nil, entries: [proposal.entry])
        #expect(
            line.loaded(.success(.state(stored)), at: start + 300) == [
                .adopt(try followed(proposal), from: pending.sender, isOwn: false),
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
        let snapshot = Snapshot(version: 1, state: EncodedState(line.state))
        #expect(
            line.loaded(.success(.state(StoredState(snapshot))), at: start) == [
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
                .adopt(try followed(theirs), from: .nobody, isOwn: false), .restore(theirs.next),
            ]
        )
        let snapshot = Snapshot(version: 2, state: EncodedState(theirs.next))
        let actions = line.restored(.success(.state(StoredState(snapshot))), at: start)
        #expect(
            actions.dropLast() == [.report(.putBack(version: 2)), .finish([], .upToDate)]
        )
        #expect(try Array(actions.suffix(1)).commit().base == 2)
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

    // MARK: Seats

    @Test func `what a replaced connection asked for is dropped, unless the newest asks the same`()
        throws
    {
        for isAskedAgain in [true, false] {
            let line = LineInTest(try .beginning(at: start))
            let ((old, _), (new, _)) = (seated(.host, order: 1), seated(.host, order: 2))
            _ = line.submit(.arrival(of: "Anna", at: start))
            let rename = PendingInput<Tripto>(
                input: .command(.endSession, from: .host),
                sender: .seat(old, messageID: "m1"),
                at: start
            )
            #expect(line.submit(rename).isEmpty)
            if isAskedAgain {
                line.redirect(MessageKey(viewer: .host, messageID: "m1"), to: new)
            }
            line.yield(to: new.seating)
            let actions = line.concluded(.success(.committed), at: start)
            if isAskedAgain {
                #expect(try Array(actions.suffix(1)).commit().pending.seat === new)
                #expect(!old.isReplaced)
            } else {
                #expect(actions.last == .drop(rename.sender) && old.isReplaced)
            }
        }
    }

    @Test func `a commit by a seat that is lost elsewhere is dropped`() throws {
        let line = LineInTest(try .beginning(at: start))
        let (seat, _) = seated(.host, order: 1)
        let pending = PendingInput<Tripto>(
            input: .command(.endSession, from: .host),
            sender: .seat(seat, messageID: "m1"),
            at: start
        )
        _ = line.submit(pending)
        let newer = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 2)
        let actions = line.concluded(.success(.replaced(by: newer)), at: start)
        #expect(actions == [.yield(to: newer), .drop(pending.sender)])
        #expect(line.state.version == 1)
    }

    // MARK: Support

    private func seated(_ viewer: Viewer, order: Int64 = 1) -> (Seat, Listener) {
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

    /// What a gateway makes of somebody else's commit.
    private func followed(_ proposal: Proposal<Tripto>) throws -> Advance<Tripto> {
        try RoomState.beginning(at: start).after(proposal)
    }
}

extension RoomState<Tripto> {
    static func beginning(at now: ServerTime) throws -> RoomState<Tripto> {
        let setup = SessionSetup(
            session: SessionID(rawValue: "0123456789abcdef"),
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            joinToken: JoinToken("0123456789abc", madeAt: now),
            settings: try Tripto.Settings(JSONObject([]), randomSeed: 7),
            createdAt: now
        )
        return RoomState(version: 1, at: now, game: Tripto(setup))
    }

    fileprivate func after(_ proposal: Proposal<Tripto>) throws -> Advance<Tripto> {
        try advanced(by: proposal.entry)
    }
}

extension PendingInput<Tripto> {
    fileprivate static func arrival(of text: String, at now: ServerTime) -> Self {
        guard let name = try? PlayerName(text) else { preconditionFailure("no name: \(text)") }
        return PendingInput(
            input: .join(PlayerID(rawValue: text), name: name),
            sender: .nobody,
            at: now
        )
    }
}

extension Proposal<Tripto> {
    /// As others hear of it.
    fileprivate var entry: CommittedEntry {
        CommittedEntry(
            previousVersion: base,
            version: next.version,
            at: next.at,
            body: Commit(self).entry.body()
        )
    }

    fileprivate var advance: Advance<Tripto> {
        Advance(
            state: next,
            input: pending.input,
            key: pending.key,
            effects: effects,
            claims: claims,
            comparison: .none
        )
    }
}

/// A line whose events are no mutations to the one who tests it.
private final class LineInTest {
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

    func loaded(_ result: Result<Stored, LiveStoreError>, at now: ServerTime) -> [Action] {
        line.loaded(result, at: now)
    }

    func archived(_ entries: [ArchivedSession.Entry]) -> [Action] { line.archived(entries) }

    func restored(_ result: Result<Stored, LiveStoreError>, at now: ServerTime) -> [Action] {
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
    fileprivate func commit() throws -> Proposal<Tripto> {
        guard count == 1, case .commit(let proposal)? = first else {
            throw Unexpected(actions: "\(self)")
        }
        return proposal
    }
}

private struct Unexpected: Error {
    var actions: String
}
