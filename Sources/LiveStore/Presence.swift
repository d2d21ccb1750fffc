/// Time for which a connection is believed to be there.
public enum Presence {
    /// Milliseconds after which one that is not renewed is forgotten; every pulse of its room renews it (G-82).
    public static let ttlMs = 60_000
}
