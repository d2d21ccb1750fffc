/// One channel of samples, −1 to 1.
public struct Sound: Equatable, Sendable {
    public var samples: [Float]
    /// Samples a second.
    public var rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    public var durationMs: Int64 { Int64(samples.count) * 1_000 / Int64(rate) }

    /// The largest magnitude.
    public var peak: Float { samples.reduce(0) { max($0, abs($1)) } }
}
