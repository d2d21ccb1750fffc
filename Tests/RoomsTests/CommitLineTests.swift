import Archive
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

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

    @Test func `a name that is not welcome is refused at the door, where others are let in`() throws
    {
        let line = LineInTest(try .beginning(at: start))
        let actions = line.submit(.arrival(of: "Sh1t", at: start))
        guard case .answer(_, .refused(.error(let error)))? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(actions.count == 1 && error.code == .badMessage && error.field == "name")
        #expect(!line.isBusy && line.state.game.lobby.players.isEmpty)
        _ = try line.submit(.arrival(of: "Anna", at: start)).commit()
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
        let stored = StoredSession(version: 2, snapshot: nil, entries: [theirs.entry])
        let actions = line.concluded(.success(.conflict(.state(stored))), at: start + 9)
        #expect(
            actions.dropLast() == [
                .adopt(try followed(theirs, from: start), from: .nobody, isOwn: false),
                .affirmPresence,
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
            .adopt(try followed(theirs, from: start), from: .nobody, isOwn: false), .affirmPresence,
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
        let snapshot = Snapshot(version: 4, state: LazyState(other.state))
        let actions = line.loaded(.success(.state(StoredSession(snapshot))), at: start)
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
        let tail = StoredSession(version: 3, snapshot: nil, entries: [last.entry])
        #expect(line.loaded(.success(.state(tail)), at: start) == [.load(since: nil)])
        let whole = Snapshot(version: 3, state: LazyState(last.next))
        let actions = line.loaded(.success(.state(StoredSession(whole))), at: start)
        #expect(actions == [.jump(last.next), .finish([], .upToDate)])
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
}
