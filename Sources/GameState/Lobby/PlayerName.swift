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

    /// True for names that nobody tells apart on a television, whatever letters they are written with. Asked at the
    /// door alone, as which letters look alike is data of the build.
    public func looks(like other: PlayerName) -> Bool {
        isSame(as: other) || shape == other.shape
    }

    /// Letters as they look: another script's as the Latin ones, a zero as an O, and one sign for l, I and 1.
    private var shape: String {
        var shape = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch LatinLetters.wide(Lookalikes.letter(scalar) ?? scalar) {
            case "I", "l", "1", "|": shape.append("l")
            case "0": shape.append("o")
            // A room of hundreds asks this hundreds of times a join, and Unicode's own mapping makes a string.
            case let letter where letter.isASCII: shape.append(LatinLetters.lowercasedASCII(letter))
            case let letter:
                shape.append(contentsOf: letter.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(shape)
    }

    private static var error: WireError {
        WireError(
            .badMessage,
            "a name has 1 to \(maxLength) characters, and at most \(maxBytes) bytes",
            field: "name"
        )
    }
}
