public import Protocol

/// A name as it is shown: 1 to 20 characters, composed (NFC), without control or invisible ones (G-41).
public struct PlayerName: Codable, Hashable, Sendable, CustomStringConvertible {
    public static let maxLength = 20

    public let text: String

    /// - Throws: `bad_message` for the field `name`.
    public init(_ raw: String) throws(WireError) {
        guard raw.utf8.count <= 400 else { throw Self.error }
        var scalars = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars where !Self.isInvisible(scalar) { scalars.append(scalar) }
        let words = String(scalars).split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        guard !text.isEmpty, text.count <= Self.maxLength, text.utf8.count <= 160 else {
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
        WireError(.badMessage, "a name has 1 to \(maxLength) characters", field: "name")
    }

    /// Control, format (joiners inside emoji excepted), surrogate, private and unassigned characters.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: !scalar.properties.isWhitespace
        case .format: scalar != "\u{200D}"
        case .surrogate, .privateUse, .unassigned: true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator,
            .lineSeparator, .paragraphSeparator:
            false
        @unknown default: true
        }
    }
}
