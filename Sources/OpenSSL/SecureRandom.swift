import COpenSSL

/// OpenSSL's random generator, seeded by the system.
public enum SecureRandom {
    public static func bytes(count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            fill(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count))
            filled = count
        }
    }

    public static func fill(_ bytes: UnsafeMutableRawBufferPointer) {
        guard bytes.count > 0 else { return }
        let address = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        // Going on with bytes that can be guessed would be worse than not going on.
        precondition(RAND_bytes(address, Int32(bytes.count)) == 1, "no secure random bytes")
    }

    /// For shuffles and picks that nobody may foresee.
    public struct SecureGenerator: RandomNumberGenerator, Sendable {
        public init() {}

        public mutating func next() -> UInt64 {
            var word: UInt64 = 0
            withUnsafeMutableBytes(of: &word) { SecureRandom.fill($0) }
            return word
        }
    }
}
