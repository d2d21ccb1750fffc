/// Random numbers that repeat with the same seed, on every platform and for ever.
///
/// Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0, below `bound`. The high half of a product: the bias is below `bound` in 2^64, and
    /// unlike the standard library's way it can never change.
    public mutating func next(below bound: Int) -> Int {
        precondition(bound > 0, "nothing lies below \(bound)")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    public mutating func chance(_ percent: Int) -> Bool {
        next(below: 100) < percent
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
