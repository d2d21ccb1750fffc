import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

@Suite struct ReceiptsTests {
    @Test func `the latest commands of each viewer are remembered, and no more`() {
        var receipts = Receipts()
        let reply = Receipts.Reply(type: "ANSWER_ACK", payload: [])
        for number in 0..<20 { receipts.keep(reply, messageID: "m\(number)", of: .host) }
        receipts.keep(nil, messageID: "m19", of: .tv)
        #expect(receipts.receipt(of: .host, messageID: "m11") == nil)
        #expect(receipts.receipt(of: .host, messageID: "m12")?.reply?.type == "ANSWER_ACK")
        #expect(receipts.receipt(of: .tv, messageID: "m19") != nil)
        #expect(receipts.receipt(of: .tv, messageID: "m19")?.reply == nil)
        receipts.forget(.host)
        #expect(receipts.receipt(of: .host, messageID: "m19") == nil)
    }
    @Test func `nothing is remembered of who is gone, not even the command they left by`() {
        var receipts = Receipts()
        let anna = PlayerID(rawValue: "anna")
        let viewer = Viewer.player(anna)
        receipts.keep(nil, messageID: "m1", of: viewer)
        receipts.keep(nil, messageID: "m1", of: .host)
        let leaving: [Effect<Tripto.Event>] = [.dismiss(anna, .left), .reply(.answerAck)]
        receipts.record(MessageKey(viewer: viewer, messageID: "m2"), leaving, taken: [])
        #expect(receipts.receipts.keys.map { $0 } == [.host])
    }

    @Test func `a repeat is told its reply, and what was announced where a claim was taken`() {
        let anna = PlayerID(rawValue: "anna")
        let brake = Claim(id: .brake, holder: anna, forMs: 1)
        let announced: [Effect<Tripto.Event>] = [
            .announce(.playerLeft(anna), to: .host), .announce(.audioStop, to: .all),
        ]
        for (effects, taken, type) in [
            (announced, [], nil), (announced, [brake], "AUDIO_STOP"),
            (announced + [.reply(.answerAck)], [brake], "ANSWER_ACK"),
        ] as [([Effect<Tripto.Event>], [Claim], String?)] {
            var receipts = Receipts()
            let key = MessageKey(viewer: .player(anna), messageID: "m1")
            receipts.record(key, effects, taken: taken)
            #expect(receipts.receipt(of: key) != nil)
            #expect(receipts.receipt(of: key)?.reply?.type == type)
        }
    }
}
