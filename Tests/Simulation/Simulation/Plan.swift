import GameState
import Protocol
import Seeded

/// The kind of evening that a seed makes.
struct Plan {
    let gatewayCount: Int
    let tvCount: Int
    let playerCount: Int
    let actions: Int
    /// Between two actions, at most, in milliseconds.
    let gapMs: Int64
    /// To the store and back, each, at most, in milliseconds.
    let latencyMs: Int64
    let failurePercent: Int
    let contentMissingPercent: Int
    /// True where gateways die, clocks jump, stores are lost.
    let isRough: Bool
    /// True where everybody leaves now and then, and timers outlast that.
    let isRestful: Bool
    let settings: JSONObject

    init<G: SimulatedGame>(_ dice: inout SplitMix64, of game: G.Type) {
        gatewayCount = dice.chance(55) ? 2 : 1
        tvCount = Int.random(in: 0...2, using: &dice)
        playerCount = Int.random(in: 2...8, using: &dice)
        actions = Int.random(in: 60...170, using: &dice)
        gapMs = dice.pick([150, 400, 1200]) ?? 400
        latencyMs = dice.pick([0, 4, 40, 150]) ?? 4
        failurePercent = dice.pick([0, 0, 3, 10]) ?? 0
        contentMissingPercent = dice.pick([0, 10, 60]) ?? 0
        isRough = dice.chance(60)
        isRestful = dice.chance(35)
        settings = G.settings(&dice, pace: isRestful ? 20 : 1)
    }
}
