import Foundation
public import Protocol

/// A password as somebody typed it; never logged, never stored.
///
/// One password is the same on every keyboard: keyboards write å as one character or as two, and spaces that look alike
/// (the profile OpaqueString of RFC 8265 §4.2.1, without its refusals).
public struct Password: Sendable {
    /// NIST SP 800-63B §5.1.1.2.
    static let minCharacters = 8
    /// Bytes: looked at before anything is reckoned from it.
    static let maxBytes = 512

    let bytes: [UInt8]

    /// One that is chosen now.
    ///
    /// - Throws: `bad_message` naming the field.
    public init(chosen text: String, field: String = "password") throws(WireError) {
        guard text.utf8.count <= Self.maxBytes, text.count >= Self.minCharacters else {
            throw WireError(
                .badMessage,
                "a password has at least \(Self.minCharacters) characters and at most "
                    + "\(Self.maxBytes) bytes",
                field: field
            )
        }
        bytes = Self.prepared(text)
    }

    /// One that is shown: too long a one is wrong like any other.
    public init(shown text: String) {
        bytes = text.utf8.count <= Self.maxBytes ? Self.prepared(text) : []
    }

    private static func prepared(_ text: String) -> [UInt8] {
        let spaced = String.UnicodeScalarView(
            text.unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }
        )
        return Array(String(spaced).precomposedStringWithCanonicalMapping.utf8)
    }
}
