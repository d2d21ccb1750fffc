/// A game that bots play from the lobby to the winner.
public struct PlayOptions: Sendable {
    public var players: Int
    public var destinations: Int
    public var isFast: Bool
    public var hasSloth: Bool
    /// `sv` or `en`.
    public var locale: String
    /// The seed of the bots' choices.
    public var seed: UInt64

    public init(
        players: Int,
        destinations: Int,
        isFast: Bool,
        hasSloth: Bool,
        locale: String,
        seed: UInt64
    ) {
        self.players = players
        self.destinations = destinations
        self.isFast = isFast
        self.hasSloth = hasSloth
        self.locale = locale
        self.seed = seed
    }

    /// Bots that one game may have.
    public static let playersRange = 1...100

    /// Plays, and blocks until it is over.
    public func run(_ options: RunOptions) -> Outcome {
        Runner.run(options) { network, done in Play(network, self, options, done) }
    }
}
