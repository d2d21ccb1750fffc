import OpenSSL

/// Frame masks that nobody can foresee (RFC 6455 §5.3), drawn many at a time.
struct MaskPool {
    private static let count = 1_024
    private var masks: [UInt32] = []

    mutating func next() -> UInt32 {
        if masks.isEmpty {
            masks = [UInt32](repeating: 0, count: Self.count)
            masks.withUnsafeMutableBytes { SecureRandom.fill($0) }
        }
        return masks.removeLast()
    }
}
