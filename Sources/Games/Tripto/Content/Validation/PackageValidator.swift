import GameState

/// Checks that a round package may be played (T-10.1, T-10.3, G-63…G-68), and finds all objections,
/// not just the first.
public struct PackageValidator: Sendable {
    /// For the packages that come with the program: three follow-ups, so that any game can ask
    /// as many as its host may wish.
    public static let bundled = PackageValidator(followupCount: 3)

    let followupCount: Int

    /// In the order of the rules; the package may be played when none is an error.
    public func findings(in package: RoundPackage) -> [Finding] {
        identityFindings(in: package)
            + structureFindings(in: package)
            + Self.writingFindings(in: package)
            + Self.evidenceFindings(in: package)
            + Self.nameFindings(in: package)
            + Self.countryFindings(in: package)
            + Self.geographyFindings(in: package)
            + Self.superlativeFindings(in: package)
            + Self.antiLeakFindings(in: package)
    }
}

extension [Finding] {
    /// True when a finding keeps the package from being played.
    public var hasError: Bool { contains { $0.severity == .error } }
}
