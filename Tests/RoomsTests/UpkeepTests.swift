import Protocol
import Testing
import TriptoGame

@testable import GameState
@testable import Rooms

/// Event in, actions out: a room's own acts.
@Suite struct UpkeepTests {
    private static let joinLinkMs: Int64 = 60_000
    private let start = ServerTime(ms: 1_000_000)
    private let anna = PlayerID(rawValue: "anna")

    private func house() -> UpkeepInTest {
        UpkeepInTest(Upkeep<Tripto>(joinLinkMs: Self.joinLinkMs, quietSince: start))
    }

    /// A lobby that waits for nothing: there is no content for its preview.
    private func lobby() throws -> RoomState<Tripto> {
        var state = try RoomState.beginning(at: start)
        _ = state.game.handle(.content(nil, for: try #require(state.game.wish)), at: start)
        return state
    }

    private func order(_ type: String, _ state: inout RoomState<Tripto>) throws {
        let command = try Tripto.read(type: type, payload: .object(JSONObject([])), from: .host)
        _ = state.game.handle(.command(try #require(command), from: .host), at: start)
    }

    /// A game that waits for its first content, until its patience ends.
    private func waiting() throws -> RoomState<Tripto> {
        var state = try lobby()
        let name = try PlayerName("Anna")
        _ = state.game.handle(.join(anna, name: name), at: start)
        _ = state.game.handle(.presence(.player(anna), isConnected: true), at: start)
        try order("HOST_START_GAME", &state)
        return state
    }

    // MARK: The state moves on

    @Test func `a lobby whose link is good asks for nothing`() throws {
        let room = house()
        #expect(room.opened(try lobby(), leadsHere: true, at: start).isEmpty)
    }

    @Test func `a timer and a wish are seen to once, and again when they are others`() throws {
        let room = house()
        var state = try waiting()
        let wish = try #require(state.game.wish)
        let wakeUp = try #require(state.game.nextTimer)
        #expect(room.changed(state, at: start) == [.arm(wakeUp), .fetch(wish)])
        #expect(room.changed(state, at: start + 1).isEmpty)
        _ = state.game.handle(.content(nil, for: wish), at: start + 2)
        #expect(room.changed(state, at: start + 2) == [.disarm])
    }

    @Test func `a wish that comes back is fetched again`() throws {
        let room = house()
        let state = try waiting()
        _ = room.changed(state, at: start)
        #expect(room.changed(try lobby(), at: start + 1) == [.disarm])
        let wish = try #require(state.game.wish)
        #expect(room.changed(state, at: start + 2).contains(.fetch(wish)))
    }

    @Test func `a timer whose input was not taken is armed again with the next beat`() throws {
        let room = house()
        let state = try waiting()
        let wakeUp = try #require(state.game.nextTimer)
        _ = room.changed(state, at: start)
        room.awoke()
        #expect(room.beat(state, isDeserted: false, at: start + 1) == [.arm(wakeUp)])
        #expect(room.ended() == [.disarm])
        #expect(room.ended().isEmpty)
    }

    // MARK: The link for players

    @Test func `a link is renewed when its time is up, once`() throws {
        let room = house()
        let state = try lobby()
        let token = state.game.lobby.joinToken
        #expect(room.invited(state, at: start + (Self.joinLinkMs - 1)).isEmpty)
        #expect(room.invited(state, at: start + Self.joinLinkMs) == [.renewLink(token)])
        #expect(room.isRenewingLink)
        #expect(room.changed(state, at: start + Self.joinLinkMs).isEmpty)
        room.linkSettled()
        #expect(room.beat(state, isDeserted: false, at: start + Self.joinLinkMs).count == 1)
    }

    @Test func `a link that was revoked is renewed at once, that of an ended session never`() throws
    {
        let room = house()
        var state = try lobby()
        try order("HOST_RENEW_JOIN", &state)
        let token = state.game.lobby.joinToken
        #expect(room.changed(state, at: start) == [.renewLink(token)])
        room.linkSettled()
        _ = state.game.handle(.close, at: start)
        #expect(room.changed(state, at: start).isEmpty && !room.isRenewingLink)
    }

    @Test func `a link with another address is told anew, and not renewed as well`() throws {
        let state = try lobby()
        let token = try #require(state.game.lobby.joinToken)
        let moved = house()
        #expect(moved.opened(state, leadsHere: false, at: start) == [.restateLink(token)])
        #expect(moved.isRenewingLink)
    }

    // MARK: Rest

    @Test func `a room rests a minute after it was left or asked for`() throws {
        let room = house()
        let state = try lobby()
        func rests(_ afterMs: Int64) -> Bool {
            room.restingPoint(state, emptySince: start, at: start + afterMs) != nil
        }
        #expect(!rests(RoomTimes.quietMs - 1))
        #expect(rests(RoomTimes.quietMs))
        room.stayAwake()
        #expect(!rests(2 * RoomTimes.quietMs))
        _ = room.beat(state, isDeserted: true, at: start + 5)
        _ = room.beat(state, isDeserted: true, at: start + 10)
        #expect(!rests(RoomTimes.quietMs + 4))
        #expect(rests(RoomTimes.quietMs + 5))
        _ = room.beat(state, isDeserted: false, at: start + 20)
        #expect(!rests(10 * RoomTimes.quietMs))
    }

    @Test func `a rest lasts until the session ends, its next timer or an absence`() throws {
        let room = house()
        let now = start + RoomTimes.quietMs
        var state = try lobby()
        func due() -> Int64? {
            room.restingPoint(state, emptySince: start, at: now).map { $0.due - start }
        }
        #expect(due() == RoomTimes.idleMs)
        let name = try PlayerName("Anna")
        _ = state.game.handle(.join(anna, name: name), at: start)
        #expect(due() == Lobby.absenceMs)
        _ = state.game.handle(.presence(.player(anna), isConnected: true), at: start)
        #expect(due() == RoomTimes.quietMs + RoomTimes.lookMs)
        state = try lobby()
        _ = state.game.handle(.close, at: start)
        #expect(due() == RoomTimes.farewellMs)
    }

    @Test func `a player without a device keeps no room awake, and never leaves it`() throws {
        let room = house()
        var state = try lobby()
        _ = try state.game.lobby.join(
            anna,
            name: try PlayerName("Anna"),
            isManual: true,
            maxPlayers: 1,
            at: start
        )
        let now = start + RoomTimes.quietMs
        let point = room.restingPoint(state, emptySince: start, at: now)
        #expect(point.map { $0.due - start } == RoomTimes.idleMs)
    }

    @Test func `a room that waits for content, for its link or for a near timer stays`() throws {
        let room = house()
        let now = start + RoomTimes.quietMs
        let state = try waiting()
        #expect(room.restingPoint(state, emptySince: start, at: now) == nil)
        let quiet = try lobby()
        _ = room.invited(quiet, at: now)
        #expect(room.isRenewingLink)
        #expect(room.restingPoint(quiet, emptySince: start, at: now) == nil)
        room.linkSettled()
        #expect(room.restingPoint(quiet, emptySince: start, at: now)?.isTimed == false)
        let nearEnd = now + (RoomTimes.shortestRestMs - RoomTimes.idleMs)
        #expect(room.restingPoint(quiet, emptySince: nearEnd, at: now) != nil)
        #expect(room.restingPoint(quiet, emptySince: nearEnd + -1, at: now) == nil)
    }

    // MARK: The end

    @Test func `nobody for four hours ends a session, for ten minutes forgets an ended one`() throws
    {
        let room = house()
        var state = try lobby()
        func fate(_ afterMs: Int64) -> [Upkeep<Tripto>.Action] {
            room.deserted(state, since: start, at: start + afterMs)
        }
        #expect(fate(RoomTimes.idleMs - 1).isEmpty)
        #expect(fate(RoomTimes.idleMs) == [.close])
        _ = state.game.handle(.close, at: start)
        #expect(fate(RoomTimes.farewellMs - 1).isEmpty)
        #expect(fate(RoomTimes.farewellMs) == [.forget])
    }

    @Test func `a player who was away too long is told, whoever is here`() throws {
        let room = UpkeepInTest(Upkeep<Tripto>(joinLinkMs: 2 * Lobby.absenceMs, quietSince: start))
        var state = try lobby()
        let name = try PlayerName("Anna")
        _ = state.game.handle(.join(anna, name: name), at: start)
        #expect(room.beat(state, isDeserted: false, at: start + (Lobby.absenceMs - 1)).isEmpty)
        let actions = room.beat(state, isDeserted: false, at: start + Lobby.absenceMs)
        #expect(actions == [.tellAway(anna)])
    }
}

/// An upkeep whose events are no mutations to its test.
private final class UpkeepInTest {
    private var upkeep: Upkeep<Tripto>

    init(_ upkeep: Upkeep<Tripto>) {
        self.upkeep = upkeep
    }

    var isRenewingLink: Bool { upkeep.isRenewingLink }

    func opened(
        _ state: RoomState<Tripto>,
        leadsHere: Bool,
        at now: ServerTime
    ) -> [Upkeep<Tripto>.Action] {
        upkeep.opened(state, leadsHere: leadsHere, at: now)
    }

    func changed(_ state: RoomState<Tripto>, at now: ServerTime) -> [Upkeep<Tripto>.Action] {
        upkeep.changed(state, at: now)
    }

    func invited(_ state: RoomState<Tripto>, at now: ServerTime) -> [Upkeep<Tripto>.Action] {
        upkeep.invited(state, at: now)
    }

    func beat(
        _ state: RoomState<Tripto>,
        isDeserted: Bool,
        at now: ServerTime
    ) -> [Upkeep<Tripto>.Action] {
        upkeep.beat(state, isDeserted: isDeserted, at: now)
    }

    func deserted(
        _ state: RoomState<Tripto>,
        since emptySince: ServerTime,
        at now: ServerTime
    ) -> [Upkeep<Tripto>.Action] {
        upkeep.deserted(state, since: emptySince, at: now)
    }

    func restingPoint(
        _ state: RoomState<Tripto>,
        emptySince: ServerTime,
        at now: ServerTime
    ) -> RestingPoint? {
        upkeep.restingPoint(state, emptySince: emptySince, at: now)
    }

    func linkSettled() { upkeep.linkSettled() }
    func awoke() { upkeep.awoke() }
    func stayAwake() { upkeep.stayAwake() }
    func ended() -> [Upkeep<Tripto>.Action] { upkeep.ended() }
}
