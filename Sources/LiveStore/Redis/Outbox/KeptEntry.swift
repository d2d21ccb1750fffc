import GameState

/// An entry in memory: own ones are kept until the archive has them, so that a Redis that lost them
/// gets them back.
struct KeptEntry {
    /// What an entry costs besides its bytes, about.
    private static let overheadBytes = 256

    let packed: PackedEntry
    let facts: [Fact]

    var byteCount: Int { packed.bytes.count + Self.overheadBytes }
}
