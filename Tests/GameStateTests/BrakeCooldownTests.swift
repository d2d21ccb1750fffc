import Protocol
import Testing

@testable import GameState

@Suite struct BrakeCooldownTests {
    private func pulls(_ times: [Int64]) -> [Bool] {
        var cooldown = BrakeCooldown()
        var heard: [Bool] = []
        for time in times {
            heard.append(cooldown.mayPull(PlayerID.guest(1), at: ServerTime(ms: time)))
        }
        return heard
    }

    @Test func `one pull every two seconds`() {
        #expect(pulls([0, 2000, 4000, 5999]) == [true, true, true, false])
    }

    @Test func `a refused pull counts too`() {
        #expect(pulls([0, 1999, 3998, 5998]) == [true, false, false, true])
    }

    @Test func `players do not slow each other`() {
        var cooldown = BrakeCooldown()
        let first = cooldown.mayPull(PlayerID.guest(1), at: ServerTime(ms: 0))
        let second = cooldown.mayPull(PlayerID.guest(2), at: ServerTime(ms: 0))
        #expect(first && second)
    }

    @Test func `who has left is forgotten`() {
        var cooldown = BrakeCooldown()
        _ = cooldown.mayPull(PlayerID.guest(1), at: ServerTime(ms: 0))
        cooldown.forget(PlayerID.guest(1))
        let again = cooldown.mayPull(PlayerID.guest(1), at: ServerTime(ms: 1))
        #expect(again)
    }

    @Test func `no more players are remembered than a room holds`() {
        var cooldown = BrakeCooldown()
        for number in 1...BrakeCooldown.maxPlayers {
            _ = cooldown.mayPull(PlayerID.guest(number), at: ServerTime(ms: 0))
        }
        let tooMany = cooldown.mayPull(PlayerID.guest(0), at: ServerTime(ms: 1999))
        let later = cooldown.mayPull(PlayerID.guest(0), at: ServerTime(ms: 2000))
        #expect(!tooMany)
        #expect(later)
    }
}
