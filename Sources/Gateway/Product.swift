/// The product as operators know it; `CHANGELOG.md` begins with it.
public enum Product {
    /// Semantic Versioning 2.0.0.
    public static let version = "0.10.0"
}
