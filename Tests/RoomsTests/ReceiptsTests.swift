import Protocol
import Testing

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
}
