/// Many players who all pull the brake, in one session.
public struct StormOptions: Sendable {
    public var players: Int
    public var seconds: Int
    /// Of all players together.
    public var pullsPerSecond: Int
    /// The time that an owner takes to answer, in milliseconds.
    public var holdMs: Int

    public init(players: Int, seconds: Int, pullsPerSecond: Int, holdMs: Int) {
        self.players = players
        self.seconds = seconds
        self.pullsPerSecond = pullsPerSecond
        self.holdMs = holdMs
    }

    /// A session holds no more than 500 players.
    public static let playersRange = 2...500
    public static let secondsRange = 1...600
    /// A connection may send 20 messages a second; two are left for what is not a pull.
    public static let maxPullsPerPlayer = 18

    public func run(_ options: RunOptions) -> Outcome {
        Runner.run(options) { network, done in Storm(network, self, options, done) }
    }
}
