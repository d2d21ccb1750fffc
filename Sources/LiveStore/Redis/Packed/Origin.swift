/// Tells what one store published from what others did.
struct Origin {
    static let count = 8

    /// Random; never published by another store.
    let bytes: [UInt8]

    init(random: UInt64) {
        bytes = withUnsafeBytes(of: random) { Array($0) }
    }
}
