import Foundation
import Protocol
import Testing

@testable import GameState

/// Attempts are ordered by when they were made, as far as that can be known (G-18).
@Suite struct PhotoFinishTests {
    private static let (one, two, three) = (PlayerID.guest(1), PlayerID.guest(2), PlayerID.guest(3))

    private func entrant(_ player: PlayerID, _ arrivedMs: Int64, _ wayMs: Int64)
        -> PhotoFinish.Entrant
    {
        PhotoFinish.Entrant(player, arrivedMs: arrivedMs, wayMs: wayMs)
    }

    @Test func `who pulled first wins, whoever's pull came first`() throws {
        let finish = try #require(
            PhotoFinish([
                entrant(Self.one, 0, 2), entrant(Self.two, 40, 56), entrant(Self.three, 50, 9),
            ])
        )
        #expect(finish.winner.player == Self.two)
        #expect(finish.others.map(\.player) == [Self.one, Self.three])
        #expect(finish.runnerUp?.player == Self.one && finish.runnerUp?.aheadMs == 14)
        #expect(PhotoFinish([]) == nil)
        #expect(PhotoFinish([entrant(Self.one, 0, 0)])?.runnerUp == nil)
    }

    @Test func `of two that were made at once the first to arrive wins`() throws {
        let finish = try #require(
            PhotoFinish([entrant(Self.two, 0, 10), entrant(Self.one, 20, 30)])
        )
        #expect(finish.winner.player == Self.two)
        #expect(finish.runnerUp?.aheadMs == 0)
    }

    @Test(
        arguments: [
            (nil, 0), (0, 0), (1_999, 0), (2_000, 1), (80_001, 40), (199_999, 99), (200_000, 100),
            (900_000, 100), (.max, 100), (-5_000, 0),
        ] as [(Int64?, Int64)]
    ) func `a way is half of what was measured, and no more than the cap`(us: Int64?, wayMs: Int64)
    {
        #expect(PhotoFinish.wayMs(roundTripUs: us) == wayMs)
    }

    @Test func `no numbers are beyond the bounds, and no more are kept`() throws {
        let far = entrant(Self.one, 9_000, 9_000)
        #expect(far.arrivedMs == PhotoFinish.windowMs && far.wayMs == PhotoFinish.maxWayMs)
        let crowd = (0..<40).map { entrant(.guest($0), Int64($0), 0) }
        let finish = try #require(PhotoFinish(crowd))
        #expect(finish.others.count == PhotoFinish.maxEntrants - 1)
        #expect(finish.others.last?.player == .guest(PhotoFinish.maxEntrants - 1))
    }

    @Test func `a finish is what its JSON says, and nothing else is one`() throws {
        let finish = try #require(
            PhotoFinish([entrant(Self.one, 0, 2), entrant(Self.two, 40, 56)])
        )
        let bytes = try JSONEncoder().encode(finish)
        #expect(try JSONDecoder().decode(PhotoFinish.self, from: bytes) == finish)
        for (player, arrived, way) in [
            ("p1", "9223372036854775807", "-1"), ("p1", "121", "0"), ("p1", "0", "101"),
            ("p1", "-1", "0"), ("p1", "100", "0"),
        ] {
            let other = #"{"player":"\#(player)","arrivedMs":\#(arrived),"wayMs":\#(way)}"#
            let second = #"{"player":"p2","arrivedMs":50,"wayMs":0}"#
            let text = #"{"winner":\#(other),"others":[\#(second)]}"#
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(PhotoFinish.self, from: Data(text.utf8))
            }
        }
    }
}
