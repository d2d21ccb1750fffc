public import Testing

/// One thing every live store must keep. A store's suite runs them all:
///
///     @Test(arguments: LiveStoreLaw.all)
///     func `the store keeps the law`(_ law: LiveStoreLaw) async throws {
///         try await law.check(storeUnderTest)
///     }
public struct LiveStoreLaw: Sendable, CustomTestStringConvertible {
    public let name: String
    public let check: @Sendable (LiveStoreUnderTest) async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (LiveStoreUnderTest) async throws -> Void) {
        self.name = name
        self.check = check
    }

    public var testDescription: String { name }

    public static let all =
        states + loads + restorations + removals + races + news + snapshots + claims + joinCodes
        + values
        + presences + pulses + seats + fences
}
