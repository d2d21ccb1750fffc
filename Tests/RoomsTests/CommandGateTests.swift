import GameState
import Protocol
import Testing

@testable import Rooms

/// Answers before the rules are asked.
@Suite struct CommandGateTests {
    private let start = ServerTime(ms: 1_000_000)
    private let anna = PlayerID(rawValue: "anna")

    @Test func `a repeat is known while the first one is under way, and by its receipt after it`() {
        var gate = CommandGate()
        var receipts = Receipts()
        let key = MessageKey(viewer: .host, messageID: "m1")
        #expect(gate.admission(of: key, receipts) == .first)
        gate.begin(key)
        #expect(gate.admission(of: key, receipts) == .underWay)
        let other = MessageKey(viewer: .tv, messageID: "m1")
        #expect(gate.admission(of: other, receipts) == .first)
        gate.answered(key)
        #expect(gate.admission(of: key, receipts) == .first)
        receipts.keep(nil, messageID: "m1", of: .host)
        let receipt = Receipts.Receipt(messageID: "m1", reply: nil)
        #expect(gate.admission(of: key, receipts) == .answered(receipt))
    }

    private let cooldown = CommandLimit("presses", .cooldown(ms: 2_000))

    private func presses(_ times: [Int64]) -> [Bool] {
        var gate = CommandGate()
        return times.map { gate.mayUse(cooldown, anna, at: start + $0) }
    }

    @Test func `a cooldown lets one through in its time, and each that is refused begins it anew`()
    {
        #expect(presses([0, 2_000, 4_000, 5_999]) == [true, true, true, false])
        #expect(presses([0, 1_999, 3_998, 5_998]) == [true, false, false, true])
    }

    @Test func `a bucket comes back bit by bit, and what is refused does not count`() {
        var gate = CommandGate()
        let times = [0, 0, 0, 0, 0, 0, 0, 1_665, 1_666, 1_667] as [Int64]
        let heard = times.map { gate.mayUse(.answers, anna, at: start + $0) }
        #expect(heard == [true, true, true, true, true, true, false, false, true, false])
    }

    @Test func `each limit and each player is counted alone`() {
        var gate = CommandGate()
        let bo = PlayerID(rawValue: "bo")
        let heard = [
            gate.mayUse(cooldown, anna, at: start), gate.mayUse(cooldown, bo, at: start),
            gate.mayUse(.answers, anna, at: start), gate.mayUse(cooldown, anna, at: start),
            gate.mayUse(cooldown, bo, at: start), gate.mayUse(.answers, anna, at: start),
        ]
        #expect(heard == [true, true, true, false, false, true])
    }

    @Test func `no more players are counted than a room holds`() {
        for limit in [cooldown, CommandLimit("rings", .bucket(burst: 1, perMs: 2_000))] {
            var gate = CommandGate()
            for number in 1...500 {
                _ = gate.mayUse(limit, PlayerID(rawValue: "p\(number)"), at: start)
            }
            let known = gate.mayUse(limit, PlayerID(rawValue: "p1"), at: start + 1)
            let tooMany = gate.mayUse(limit, anna, at: start + 1_999)
            #expect(!known && !tooMany && gate.countedPlayers == 500)
            let later = gate.mayUse(limit, anna, at: start + 2_000)
            #expect(later && gate.countedPlayers < 500)
        }
    }

    @Test
    func `a viewer connects twenty times in twenty seconds, and is forgotten when that is past`() {
        var gate = CommandGate()
        let tries = (0..<21).map { _ in gate.mayGreet(.host, at: start) }
        #expect(tries == [Bool](repeating: true, count: 20) + [false])
        gate.sweep(at: start + 19_999)
        let soon = gate.mayGreet(.tv, at: start)
        #expect(soon)
        gate.sweep(at: start + 60_000)
        let later = (0..<20).map { _ in gate.mayGreet(.host, at: start + 60_000) }
        #expect(later.allSatisfy { $0 })
    }

    @Test func `a player who is gone for good is not counted any more`() {
        var gate = CommandGate()
        for limit in [cooldown, .answers] { _ = gate.mayUse(limit, anna, at: start) }
        #expect(gate.countedPlayers == 1)
        gate.forget(anna)
        #expect(gate.countedPlayers == 0)
        let again = gate.mayUse(cooldown, anna, at: start + 1)
        #expect(again)
    }

    @Test func `a beat forgives nobody who connects too often`() {
        var gate = CommandGate()
        for _ in 0..<20 { _ = gate.mayGreet(.host, at: start) }
        gate.sweep(at: start + 1)
        let isAllowed = gate.mayGreet(.host, at: start + 1)
        #expect(!isAllowed)
    }
}
