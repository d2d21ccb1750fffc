import Glibc

/// A filter of second order.
struct Biquad {
    private let b0, b1, b2, a1, a2: Double
    private var z1 = 0.0
    private var z2 = 0.0

    /// Transposed direct form II.
    mutating func callAsFunction(_ x: Double) -> Double {
        let y = b0 * x + z1
        z1 = b1 * x - a1 * y + z2
        z2 = b2 * x - a2 * y
        return y
    }
}

/// The two stages of K-weighting. ITU-R BS.1770-4 tables them for 48 kHz; their analogue prototypes,
/// read off those tables, give them at any rate by the bilinear transform.
extension Biquad {
    /// A head in front of the sound: a shelf of 4 dB (annex 1, table 1).
    static func shelf(rate: Double) -> Biquad {
        let (frequency, q) = (1_681.974450955533, 0.7071752369554196)
        let high = pow(10, 3.999843853973347 / 20)
        let middle = pow(high, 0.4996667741545416)
        let k = tan(.pi * frequency / rate)
        let a0 = 1 + k / q + k * k
        return Biquad(
            b0: (high + middle * k / q + k * k) / a0,
            b1: 2 * (k * k - high) / a0,
            b2: (high - middle * k / q + k * k) / a0,
            a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / q + k * k) / a0
        )
    }

    /// The revised low-frequency B-curve (annex 1, table 2).
    static func highPass(rate: Double) -> Biquad {
        let (frequency, q) = (38.13547087602444, 0.5003270373238773)
        let k = tan(.pi * frequency / rate)
        let a0 = 1 + k / q + k * k
        return Biquad(
            b0: 1,
            b1: -2,
            b2: 1,
            a1: 2 * (k * k - 1) / a0,
            a2: (1 - k / q + k * k) / a0
        )
    }
}
