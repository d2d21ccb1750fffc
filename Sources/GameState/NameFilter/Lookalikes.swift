/// Letters that look like a Latin one on a television: of other scripts, and the alphabets of signs.
enum Lookalikes {
    /// The Latin letter that a reader sees, small or capital as it looks; nil where it looks like none.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard !scalar.isASCII else { return nil }
        if let letter = table[scalar] { return letter }
        for (first, start) in alphabets {
            let place = Int64(scalar.value) - Int64(first)
            if (0..<26).contains(place) { return Unicode.Scalar(UInt8(start + place)) }
        }
        return nil
    }

    /// Whole alphabets by their first letter, and the letter that this is: in parentheses, squares and circles, on
    /// squares, and the halves of flags.
    private static let alphabets: [(UInt32, Int64)] = [
        (0x249C, 0x61), (0x1F110, 0x41), (0x1F130, 0x41), (0x1F150, 0x41), (0x1F170, 0x41),
        (0x1F1E6, 0x41),
    ]

    /// Pairs, one below the other.
    private static let table: [Unicode.Scalar: Unicode.Scalar] = rows([
        // Cyrillic.
        ("АВЕЅІЇЈКМНОРСТУХЁԚԜҮӀӒӦӔ", "ABESIÏJKMHOPCTYXËQWYlÄÖÆ"),
        ("авеѕіїјкмнорстухёԛԝүһԁӏӓӧӕѵ", "abesiïjkmhopctyxëqwyhdläöæv"),
        // Greek.
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧΆΈΊΌΎΪ", "ABEZHIKMNOPTYXÁÉÍÓÝÏ"),
        ("αβεηικμνορστυχωάέίόύώϊϋ", "abenikuvopotuxwáéíóúwïü"),
        // Armenian, Cherokee and Lisu, as far as anybody reaches for them.
        ("օսոցհԱՍՕ", "ounghUUO"),
        ("ᎪᏴᏟᎠᎬᎻᎥᎫᏦᏞᎷᏃᏢᎡᏚᎢᏙᎳᎽ", "ABCDEHiJKLMZPRSTVWY"),
        ("ꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "BCDEFGHIJKLMNOPRSTUVWXYZ"),
        // Small capitals, raised letters, and those of formulas.
        ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
        ("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz"),
        ("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "ABDEGHIJKLMNOPRTUVW"),
        ("ℂℕℙℚℝℤℬℰℱℋℐℒℳℛℯℊℴℎℍℭℌℑℜℨKÅ", "CNPQRZBEFHILMReoohHCHIRZKÅ"),
    ])

    private static func rows(_ rows: [(String, String)]) -> [Unicode.Scalar: Unicode.Scalar] {
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (strange, latin) in rows {
            let (ones, others) = (strange.unicodeScalars, latin.unicodeScalars)
            precondition(ones.count == others.count, "\(strange) has no \(latin) for each")
            for (one, other) in zip(ones, others) {
                table[one] = other
            }
        }
        return table
    }
}
