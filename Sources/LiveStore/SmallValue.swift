/// Limits of `LiveStore.put`.
public enum SmallValue {
    /// Longest key or value, in UTF-8 bytes.
    public static let maxBytes = 4096

    static func preconditionFits(key: String, value: String) {
        precondition(
            value.utf8.count <= maxBytes && key.utf8.count <= maxBytes,
            "a small value of \(key.utf8.count) + \(value.utf8.count) bytes"
        )
    }
}
