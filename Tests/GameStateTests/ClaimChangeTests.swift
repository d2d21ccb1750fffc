import Protocol
import Testing

@testable import GameState

@Suite struct ClaimChangeTests {
    private static func held(_ holder: String, forMs: Int64 = 25_000) -> Claim {
        Claim(id: ClaimID("buzzer"), holder: PlayerID(rawValue: holder), forMs: forMs)
    }

    private let ada = held("ada")
    private let bo = held("bo")

    @Test func `a claim that comes is taken, one that goes is released`() {
        #expect(ClaimChange(from: [], to: []) == .none)
        #expect(ClaimChange(from: [], to: [ada]) == ClaimChange(taken: [ada], released: []))
        #expect(ClaimChange(from: [ada], to: []) == ClaimChange(taken: [], released: [ada]))
    }

    @Test func `who holds a claim on takes nothing, however long it would be now`() {
        let change = ClaimChange(from: [ada], to: [Self.held("ada", forMs: 9_000)])
        #expect(change == .none)
        #expect(change.ids == [])
    }

    @Test func `a claim that another gets is released and taken, and named once`() {
        let change = ClaimChange(from: [ada], to: [bo])
        #expect(change == ClaimChange(taken: [bo], released: [ada]))
        #expect(change.ids == [ClaimID("buzzer")])
    }
}
