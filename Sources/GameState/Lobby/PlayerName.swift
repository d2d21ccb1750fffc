public import Protocol

/// A name as it is shown: 1 to 20 characters without control or invisible ones (G-41).
///
/// Names compare as Swift's strings do, by canonical equivalence, so composed and decomposed spellings
/// are one name (G-41's NFC).
public struct PlayerName: Codable, Hashable, Sendable, CustomStringConvertible {
    public static let maxLength = 20
    /// Enough for 20 characters, except for heaps of marks on one letter and emoji of many parts.
    static let maxBytes = 160

    public let text: String

    /// - Throws: `bad_message` for the field `name`.
    public init(_ raw: String) throws(WireError) {
        guard raw.utf8.count <= 400 else { throw Self.error }
        let text = ShownText.clean(raw)
        guard !text.isEmpty, text.count <= Self.maxLength, text.utf8.count <= Self.maxBytes else {
            throw Self.error
        }
        self.text = text
    }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }

    /// Names that differ in case alone are the same name.
    public func isSame(as other: PlayerName) -> Bool {
        text.lowercased() == other.text.lowercased()
    }

    private static var error: WireError {
        WireError(
            .badMessage,
            "a name has 1 to \(maxLength) characters, and at most \(maxBytes) bytes",
            field: "name"
        )
    }
}
