/// Makes a stranger's words fit to be shown: no control or invisible characters, one space between
/// words, none around.
enum ShownText {
    static func clean(_ raw: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars where !isInvisible(scalar) { scalars.append(scalar) }
        return String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Control, format, filling, surrogate, private and unassigned characters; what joins and colours the
    /// parts of an emoji stays.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 && !(9...13).contains(scalar.value) }
        // Fillers are letters that nobody sees, as is the Braille pattern without a dot.
        if scalar == "\u{2800}" { return true }
        if scalar.properties.isDefaultIgnorableCodePoint {
            return !["\u{200D}", "\u{FE0E}", "\u{FE0F}"].contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .control: return !scalar.properties.isWhitespace
        case .format: return scalar != "\u{200D}"
        case .surrogate, .privateUse, .unassigned: return true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator,
            .lineSeparator, .paragraphSeparator:
            return false
        @unknown default: return true
        }
    }
}
