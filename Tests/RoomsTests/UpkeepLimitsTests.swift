import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Limits of a room's own acts.
@Suite struct UpkeepLimitsTests {
    private let start = ServerTime(ms: 1_000_000)

    @Test func `content is not fetched by rules that this build does not know`() throws {
        let known = try RoomState.beginning(at: start)
        let newer = try RoomState.beginning(at: start, rules: RulesVersion(rawValue: 4711))
        for (state, fetches) in [(known, true), (newer, false)] {
            var upkeep = Upkeep<Tripto>(joinLinkMs: 60_000, quietSince: start)
            let actions = upkeep.changed(state, at: start)
            let isFetching = actions.contains { if case .fetch = $0 { true } else { false } }
            #expect(isFetching == fetches && state.game.wish != nil)
        }
    }

    @Test func `a room does not rest while it waits for content, though nothing is due`() throws {
        let upkeep = Upkeep<Tripto>(joinLinkMs: 60_000, quietSince: start)
        var state = try RoomState.beginning(at: start)
        #expect(state.game.nextTimer == nil)
        let now = start + RoomTimes.quietMs
        #expect(upkeep.restingPoint(state, emptySince: start, at: now) == nil)
        _ = state.game.handle(.content(nil, for: try #require(state.game.wish)), at: start)
        #expect(upkeep.restingPoint(state, emptySince: start, at: now) != nil)
    }
}
