import GameState

/// An entry in memory: a store keeps its own until the archive has them, so that a Redis that lost
/// them gets them back.
struct KeptEntry {
    /// Approximate cost of an entry besides its bytes.
    private static let overheadBytes = 256

    let packed: PackedEntry
    let facts: [Fact]

    var byteCount: Int { packed.bytes.count + Self.overheadBytes }
}
