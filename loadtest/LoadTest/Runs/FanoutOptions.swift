/// Many players who listen while the host changes what all of them see.
public struct FanoutOptions: Sendable {
    public var players: Int
    public var seconds: Int
    /// Of the host.
    public var changesPerSecond: Int

    public init(players: Int, seconds: Int, changesPerSecond: Int) {
        self.players = players
        self.seconds = seconds
        self.changesPerSecond = changesPerSecond
    }

    public static let playersRange = 1...500
    public static let secondsRange = 1...600
    /// A connection may send 20 messages a second; the host has its own pings as well.
    public static let changesRange = 1...15

    public func run(_ options: RunOptions) -> Outcome {
        Runner.run(options) { network, done in Fanout(network, self, options, done) }
    }
}
