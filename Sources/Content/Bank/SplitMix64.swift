/// Steele, Lea and Flood (2014), "Fast Splittable Pseudorandom Number Generators": the same seed
/// gives the same numbers on every platform, which `SystemRandomNumberGenerator` does not.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0, below `bound`. The high half of a product: the bias is below `bound` in 2^64, and
    /// unlike the standard library's way it can never change.
    mutating func next(below bound: Int) -> Int {
        precondition(bound > 0, "nothing lies below \(bound)")
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
