import GameState
import LiveStore
import Protocol
import Testing

@testable import Rooms

/// Callers that wait for the store while a session ends are told so, and not left waiting.
@Suite struct LatecomerTests {
    private final class Outcome<Value> {
        var value: Value?
    }

    @Test func `who comes from ahead while a room is closed hears that it has ended`() throws {
        let parlour = try Parlour()
        let (early, late) = (Listener(), Listener())
        let closed = Outcome<Result<Void, WireError>>()
        let source = Outcome<ClipSource?>()
        try parlour.turn {
            try parlour.seat(.host, at: early)
        }
        try parlour.turn {
            parlour.room?.close { closed.value = $0 }
            try parlour.seat(.tv, at: late, lastVersion: 1_000)
            parlour.room?.findSource(
                of: ClipID(rawValue: "none"),
                in: RoundID(rawValue: "none"),
                for: .tv
            ) { source.value = .some($0) }
        }
        #expect(throws: Never.self) { try closed.value?.get() }
        #expect(closed.value != nil)
        #expect(early.closeCode != nil)
        #expect(late.heard.last?.contains("session_ended") == true)
        #expect(late.closeCode == early.closeCode)
        #expect(source.value == .some(nil))
    }

    @Test func `who asks while the session is removed elsewhere gets an answer`() throws {
        let parlour = try Parlour()
        let joined = Outcome<Result<Void, WireError>>()
        let name = try PlayerName("Ada")
        try parlour.turn {
            parlour.room?.join(PlayerID(rawValue: "p1"), name: name) { joined.value = $0 }
            // Nobody but the store knows the room any more.
            parlour.room?.leave()
            #expect(parlour.room == nil)
        }
        #expect(throws: WireError.sessionOver) { try joined.value?.get() }
    }
}
