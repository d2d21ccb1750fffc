public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The store's own result code.
    public var code: Int32
    /// What it said, with the statement that failed; never a value.
    public var description: String

    public init(code: Int32, _ description: String) {
        self.code = code
        self.description = description
    }
}
