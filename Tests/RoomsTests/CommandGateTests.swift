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
        gate.settle(key)
        #expect(gate.admission(of: key, receipts) == .first)
        receipts.keep(nil, messageID: "m1", of: .host)
        let receipt = Receipts.Receipt(messageID: "m1", reply: nil)
        #expect(gate.admission(of: key, receipts) == .answered(receipt))
    }

    @Test func `a player pulls once in two seconds, whatever became of it`() {
        var gate = CommandGate()
        let times = [0, 1_000, 2_999, 4_999] as [Int64]
        let refusals = times.map {
            gate.refusal(of: .brake, from: .player(anna), at: start + $0)
        }
        let tooSoon = Refusal.brake(.rateLimited, detail: nil)
        #expect(refusals == [nil, tooSoon, tooSoon, nil])
        let other = gate.refusal(of: .brake, from: .player(PlayerID(rawValue: "b")), at: start)
        #expect(other == nil)
        gate.forget(anna)
        let fresh = gate.refusal(of: .brake, from: .player(anna), at: start + 5_000)
        #expect(fresh == nil)
    }

    @Test func `six answers in ten seconds are heard, and hosts are not counted`() {
        var gate = CommandGate()
        let refusals = (0..<7).map { _ in
            gate.refusal(of: .answer, from: .player(anna), at: start)
        }
        #expect(refusals.prefix(6).allSatisfy { $0 == nil })
        let isRefused =
            if case .error(let error)? = refusals[6] { error.code == .rateLimited } else { false }
        #expect(isRefused)
        let host = (0..<9).compactMap { _ in gate.refusal(of: .answer, from: .host, at: start) }
        #expect(host.isEmpty)
        let free = (0..<99).compactMap { _ in
            gate.refusal(of: .none, from: .player(anna), at: start)
        }
        #expect(free.isEmpty)
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
        _ = gate.refusal(of: .answer, from: .player(anna), at: start)
        #expect(gate.answersCount == 1)
        gate.forget(anna)
        #expect(gate.answersCount == 0)
    }

    @Test func `a beat forgives nobody who connects too often`() {
        var gate = CommandGate()
        for _ in 0..<20 { _ = gate.mayGreet(.host, at: start) }
        gate.sweep(at: start + 1)
        let isAllowed = gate.mayGreet(.host, at: start + 1)
        #expect(!isAllowed)
    }
}
