import Archive
import Foundation
import GameState
import Protocol
import TestSupport
import Testing
import Timers
import TriptoGame

@testable import LiveStore
@testable import Rooms

/// Rooms that nobody is in.
@Suite struct RestTests {
    /// Until the beat after a minute without anybody.
    private static let untilRestMs = RoomTimes.quietMs + 2 * Heartbeat.periodMs

    /// A session whose first minute is over, in a room that rests.
    private func restingHouse() -> House {
        let house = House()
        house.begin()
        house.clock.advance(byMs: Self.untilRestMs)
        return house
    }

    @Test func `a room that nobody is in rests after a minute, and is back for who asks`() throws {
        let house = House()
        house.begin()
        let version = try #require(house.room?.version)
        house.clock.advance(byMs: RoomTimes.quietMs - 1)
        #expect(house.room != nil)
        house.clock.advance(byMs: 2 * Heartbeat.periodMs)
        #expect(house.room == nil && house.isResting)
        #expect(house.openCount == 0 && house.restingCount == 1)
        #expect(house.cupboard.sessions == [House.session])

        let asked = house.ask()
        #expect(asked.room?.version == version)
        #expect(house.versionsAsked.isEmpty, "what went to rest here is known here")
        #expect(house.openCount == 1 && house.restingCount == 0)
        #expect(house.cupboard.sessions.isEmpty)
    }

    @Test func `a room with somebody in it stays, and so does one that is asked for`() throws {
        let house = House()
        house.begin()
        let seat = try house.seat(.tv, at: Listener())
        house.clock.advance(byMs: 10 * Self.untilRestMs)
        #expect(house.room != nil)
        try house.turn { house.room?.vacate(seat) }
        let room = try #require(house.room)
        for _ in 0..<10 {
            house.clock.advance(byMs: RoomTimes.quietMs - 1)
            #expect(house.ask().room === room)
        }
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.isResting)
    }

    @Test func `a timer wakes the room at its time, and not a moment later`() throws {
        let house = House()
        house.begin()
        let name = try PlayerName("Anna")
        try house.turn { house.room?.join(PlayerID(rawValue: "anna"), name: name) { _ in } }
        let host = try house.seat(.host, at: Listener())
        try house.say("HOST_START_GAME", from: host)
        let due = try #require(house.room?.state.game.timers.compactMap(\.deadline).min())
        let version = try #require(house.room?.version)
        try house.turn { house.room?.vacate(host) }
        house.clock.advance(byMs: 2 * Self.untilRestMs)
        #expect(house.isResting)
        #expect(house.registry.timed == [House.session])
        house.clock.advance(byMs: due - house.clock.now - 1)
        #expect(house.isResting)
        house.clock.advance(byMs: 1)
        let room = try #require(house.room)
        #expect(room.version > version && room.state.at == due)
        #expect(room.state.game.timers.allSatisfy { $0.deadline != due })
    }

    @Test func `a player's absence ends their seat, and four hours end the session`() throws {
        let house = House()
        house.begin()
        let anna = PlayerID(rawValue: "anna")
        let name = try PlayerName("Anna")
        try house.turn { house.room?.join(anna, name: name) { _ in } }
        let joinedAt = house.clock.now
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.isResting)
        house.clock.advance(byMs: joinedAt + Lobby.absenceMs - house.clock.now - 1)
        #expect(house.isResting)
        house.clock.advance(byMs: 1 + Heartbeat.periodMs)
        #expect(house.room?.lobby.players.isEmpty == true)

        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.isResting)
        house.clock.advance(byMs: joinedAt + RoomTimes.idleMs - house.clock.now - 1)
        #expect(house.isResting)
        house.clock.advance(byMs: 1 + Heartbeat.periodMs)
        #expect(!house.isResting && house.room == nil)
        #expect(house.openCount == 0 && house.restingCount == 0)
        #expect(house.cupboard.sessions.isEmpty)
        let asked = house.ask()
        house.clock.turn { house.versionsAsked.last?(nil) }
        #expect(asked.code == .sessionEnded)
    }

    @Test func `while its store is away a room at rest is tried again every second`() throws {
        let house = House()
        house.begin()
        let name = try PlayerName("Anna")
        try house.turn { house.room?.join(PlayerID(rawValue: "anna"), name: name) { _ in } }
        let host = try house.seat(.host, at: Listener())
        try house.say("HOST_START_GAME", from: host)
        let due = try #require(house.room?.state.game.timers.compactMap(\.deadline).min())
        try house.turn { house.room?.vacate(host) }
        house.clock.advance(byMs: 2 * Self.untilRestMs)
        house.cupboard.lock(true)
        let asked = house.ask()
        #expect(asked.code == .degraded)
        #expect(house.isResting && house.restingCount == 1)
        house.clock.advance(byMs: due - house.clock.now + 5 * RoomTimes.wakeAgainMs)
        #expect(house.isResting && house.room == nil)
        house.cupboard.lock(false)
        house.clock.advance(byMs: RoomTimes.wakeAgainMs)
        #expect(house.room != nil && house.restingCount == 0)
    }

    @Test func `a room that was woken for somebody is awake for a minute`() {
        let house = restingHouse()
        #expect(house.isResting)
        #expect(house.ask().room != nil)
        house.clock.advance(byMs: RoomTimes.quietMs - 1)
        #expect(house.room != nil)
        house.clock.advance(byMs: 2 * Heartbeat.periodMs)
        #expect(house.isResting)
    }

    @Test func `a state that got lost at rest is rebuilt from the journal`() throws {
        let house = restingHouse()
        #expect(house.isResting)
        house.cupboard.clear()
        let asked = house.ask()
        #expect(house.journalsAsked.count == 1)
        house.clock.turn { house.journalsAsked[0](.success(house.journal())) }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(try #require(asked.room).version > Replay.versionsSkipped)
    }

    @Test func `a state at rest that does not decode is none`() async throws {
        let folder = Scratch.place("rest")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let archive = try SQLArchive(
            sqlite: folder.appending(path: "archive.sqlite").path,
            games: []
        )
        let cupboard = ArchiveCupboard(
            archive,
            readers: [{ RoomState<Tripto>.reading($0, $1) }]
        )
        let state = try Evening(at: ServerTime(ms: 1_000_000)).state
        let whole = try LazyState(state).bytes()
        for (bytes, session, isRead) in [
            (whole, House.session, true), (Array(whole.dropLast()), House.session, false),
            (whole, SessionID(rawValue: "fedcba9876543210"), false),
        ] {
            let kept = Snapshot(version: 1, state: LazyState(value: nil) { bytes })
            let isKept = await withCheckedContinuation { continuation in
                cupboard.keep(session, kept) { continuation.resume(returning: $0) }
            }
            #expect(isKept)
            let fetched = try await withCheckedContinuation { continuation in
                cupboard.fetch(session) { continuation.resume(returning: $0) }
            }.get()
            #expect(fetched?.state.value as? RoomState<Tripto> == (isRead ? state : nil))
        }
        await withCheckedContinuation { done in archive.close { done.resume() } }
    }

    @Test func `beyond the limit rooms stay open`() {
        let house = House(maxResting: 1)
        let second = SessionID(rawValue: "fedcba9876543210")
        house.begin()
        house.begin(second)
        house.clock.advance(byMs: 3 * Self.untilRestMs)
        #expect(house.restingCount == 1 && house.openCount <= 1)
    }

    @Test func `of many at rest each wakes at its own time`() throws {
        let house = House(maxRooms: 40, maxResting: 40)
        var dues: [SessionID: ServerTime] = [:]
        for number in 0..<20 {
            let session = SessionID(rawValue: "000000000000000\(UnicodeScalar(UInt8(97 + number)))")
            house.begin(session)
            house.clock.advance(byMs: 137)
            dues[session] = house.registry[session].map { _ in house.clock.now }
        }
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.restingCount > 0 && house.openCount + house.restingCount == dues.count)
        house.clock.advance(byMs: RoomTimes.idleMs + 2 * Heartbeat.periodMs)
        #expect(house.openCount == 0 && house.restingCount == 0)
    }
    @Test func `a room at rest wakes within the limit of open rooms, for who asks and by itself`()
        throws
    {
        let house = House(maxRooms: 1)
        let first = SessionID(rawValue: "fedcba9876543210")
        house.begin(first)
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.registry.isResting(first))
        house.begin()
        let screen = try house.seat(.tv, at: Listener())
        #expect(house.ask(first).code == .degraded)
        // Nobody has been in the first one for hours: it falls due, and waits for its place.
        house.clock.advance(byMs: RoomTimes.idleMs + 5 * RoomTimes.wakeAgainMs)
        #expect(house.registry.isResting(first) && house.restingCount == 1)
        #expect(house.room != nil && house.openCount == 1)
        try house.turn { house.room?.vacate(screen) }
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(!house.registry.isResting(first))
    }

    @Test func `a session that ended while it rested is at rest no more`() {
        let house = restingHouse()
        house.clock.turn {
            house.live.remove(House.session, joinCode: "ABC101", claims: [.brake]) { _ in }
        }
        #expect(house.ask().code == .sessionEnded)
        #expect(!house.isResting && house.restingCount == 0 && house.openCount == 0)
    }

    @Test func `who asks in vain wakes nobody later`() {
        let house = restingHouse()
        house.cupboard.lock(true)
        #expect(house.ask().code == .degraded)
        house.cupboard.lock(false)
        house.clock.advance(byMs: 10 * RoomTimes.wakeAgainMs)
        #expect(house.isResting)
    }

    @Test func `what falls due sooner wakes sooner, though it went to rest later`() throws {
        let house = House()
        let first = SessionID(rawValue: "fedcba9876543210")
        house.begin(first)
        house.clock.advance(byMs: Self.untilRestMs)
        house.begin()
        let name = try PlayerName("Anna")
        try house.turn { house.room?.join(PlayerID(rawValue: "anna"), name: name) { _ in } }
        let joinedAt = house.clock.now
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.registry.isResting(first) && house.isResting)
        house.clock.advance(byMs: joinedAt + Lobby.absenceMs - house.clock.now)
        #expect(house.registry.isResting(first) && !house.isResting)
    }
    @Test func `a store that lost the latest steps while a room rested gets them back`() throws {
        let house = House()
        house.begin()
        let first = try #require(house.room?.state)
        let name = try PlayerName("Anna")
        try house.turn { house.room?.join(PlayerID(rawValue: "anna"), name: name) { _ in } }
        house.clock.advance(byMs: Self.untilRestMs)
        #expect(house.isResting)
        house.clock.turn {
            house.core.with { $0 = InProcessContents(InProcessLimits()) }
            house.live.restore(RestoreRequest(first)) { _ in }
        }
        let asked = house.ask()
        #expect(house.journalsAsked.count == 1)
        house.clock.turn { house.journalsAsked[0](.success(house.journal())) }
        house.clock.turn { for work in house.elsewhere { work() } }
        #expect(asked.room?.lobby.players.map(\.name.text) == ["Anna"])
    }
}
