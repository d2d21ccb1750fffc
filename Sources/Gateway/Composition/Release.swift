/// Which release this is; `CHANGELOG.md` begins with it.
public enum Release {
    /// Semantic Versioning 2.0.0.
    public static let version = "0.9.0"
}
