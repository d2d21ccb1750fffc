/// Extended Latin as data: the standard library does not expose decompositions publicly.
enum LatinLetters {
    /// ASCII for every lower-case Latin letter of Latin-1, Extended-A and -B, and Extended
    /// Additional (Vietnamese among them), and the phonetic letters names are written with.
    static let ascii: [Unicode.Scalar: String] = byLetter([
        ("a", "ªàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặɐɑⱥẚ"),
        ("ae", "æǽǣ"),
        ("b", "ḃḅḇƀɓ"),
        ("c", "çćĉċčḉƈȼɕ"),
        ("d", "ďḋḍḏḑḓđðɗɖȡ"),
        ("dz", "ǆǳ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəɛǝɘ"),
        ("f", "ḟƒ"),
        ("g", "ĝğġģǧǵḡǥɠɡ"),
        ("h", "ĥȟḣḥḧḩḫẖħ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉịıɨɩ"),
        ("ij", "ĳ"),
        ("j", "ĵǰɉȷ"),
        ("k", "ķǩḱḳḵĸƙ"),
        ("l", "ĺļľḷḹḻḽłƚɫȴŀ"),
        ("lj", "ǉ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋŋɲɳƞȵ"),
        ("nj", "ǌ"),
        ("o", "ºòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿɵ"),
        ("oe", "œ"),
        ("p", "ṕṗƥ"),
        ("r", "ŕŗřȑȓṙṛṝṟɍ"),
        ("s", "śŝşšſșṡṣṥṧṩẛʂȿ"),
        ("ss", "ß"),
        ("t", "ţťțṫṭṯṱẗŧƭʈȶ"),
        ("th", "þ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉ"),
        ("v", "ṽṿʋ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹƴɏ"),
        ("z", "źżžẑẓẕƶȥʐɀ"),
    ])

    /// Letters with a second spelling in ASCII.
    static let spelledOut: [Unicode.Scalar: String] = byLetter([
        ("aa", "å"),
        ("ae", "äæ"),
        ("oe", "öøœ"),
        ("ue", "ü"),
    ])

    /// The letters of `spelledOut` by what a reader sees, however many scalars they are sent in.
    static let composed: [Character: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: spelledOut.keys.map { (Character($0), $0) }
    )

    /// A compatibility form of a Latin letter or a digit as that letter or digit: full width,
    /// mathematical, circled, superscript. Anything else as it is.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII else { return scalar }
        switch scalar.value {
        case 0xFF01...0xFF5E:
            return ascii(scalar.value - 0xFEE0)
        case 0x24B6...0x24CF:
            return ascii(scalar.value - 0x24B6 + 0x61)
        case 0x24D0...0x24E9:
            return ascii(scalar.value - 0x24D0 + 0x61)
        case 0x1D400...0x1D6A3:
            // Thirteen alphabets of 26 capitals and 26 small letters.
            return ascii((scalar.value - 0x1D400) % 26 + 0x61)
        default:
            return digit(scalar) ?? scalar
        }
    }

    /// A letter or sign of full width, or of a formula, as it looks; anything else as it is.
    static func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x1D400...0x1D6A3:
            let place = (scalar.value - 0x1D400) % 52
            return ascii(place < 26 ? 0x41 + place : 0x61 + place - 26)
        case 0x24B6...0x24CF: return ascii(scalar.value - 0x24B6 + 0x41)
        default: return plain(scalar)
        }
    }

    static func lowercasedASCII(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        ("A"..."Z").contains(scalar) ? ascii(scalar.value + 0x20) : scalar
    }

    /// Decimal digits of every script, and ² or ⑦.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.numericType {
        case .decimal, .digit:
            guard let value = scalar.properties.numericValue, (0...9).contains(value) else {
                return nil
            }
            return ascii(0x30 + UInt32(value))
        default:
            return nil
        }
    }

    private static func ascii(_ value: UInt32) -> Unicode.Scalar {
        precondition(value < 0x80, "no ASCII: \(value)")
        return Unicode.Scalar(UInt8(value))
    }

    private static func byLetter(_ rows: [(String, String)]) -> [Unicode.Scalar: String] {
        var table: [Unicode.Scalar: String] = [:]
        for (replacement, letters) in rows {
            for letter in letters.unicodeScalars {
                table[letter] = replacement
            }
        }
        return table
    }
}
