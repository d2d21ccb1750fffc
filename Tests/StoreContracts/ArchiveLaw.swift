public import Testing

/// One thing every archive must keep; run like `LiveStoreLaw`, each on a fresh archive.
public struct ArchiveLaw: Sendable, CustomTestStringConvertible {
    public let name: String
    public let check: @Sendable (ArchiveUnderTest) async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (ArchiveUnderTest) async throws -> Void) {
        self.name = name
        self.check = check
    }

    public var testDescription: String { name }

    public static let all =
        entries + facts + content + judgements + reading + erasure + tokens + resting
}
