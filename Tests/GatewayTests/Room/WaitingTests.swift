import Protocol
import Testing

@testable import Gateway

@Suite struct WaitingTests {
    @Test func `first in, first out, and what was taken too early comes first again`() {
        var waiting = Waiting<Int>()
        var taken: [Int] = []
        for number in 0..<500 {
            waiting.append(number)
            if number % 3 == 0, let first = waiting.popFirst() {
                if first % 2 == 0 {
                    waiting.prepend(first)
                    if let again = waiting.popFirst() { taken.append(again) }
                } else {
                    taken.append(first)
                }
            }
        }
        while let next = waiting.popFirst() { taken.append(next) }
        #expect(taken == Array(0..<500))
        #expect(waiting.count == 0)
    }
}

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
