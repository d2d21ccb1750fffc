import OpenSSL

/// The secret of whoever runs the gateway, made by hand and known to people alone; only its digest is kept.
public struct OperatorToken: Sendable {
    /// In characters: as many as nobody guesses, and none but those that a header can have.
    public static let length = 20...200

    private let digest: [UInt8]

    /// - Returns: nil for what is too short, too long, or has a blank or a letter beyond ASCII.
    public init?(_ text: String) {
        guard Self.length.contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        digest = Digest.sha256(Array(text.utf8))
    }

    /// Takes as long for a wrong one as for the right one.
    func matches(_ text: String) -> Bool {
        constantTimeEqual(Digest.sha256(Array(text.utf8)), digest)
    }
}
