/// Signs, units and abbreviations of a language, and the words they stand for.
struct SpokenSigns {
    /// A unit after a number.
    struct Unit {
        let one: String
        let many: String
        /// In Swedish it has *ett*.
        var isNeuter = false

        init(_ one: String, _ many: String? = nil, isNeuter: Bool = false) {
            self.one = one
            self.many = many ?? one
            self.isNeuter = isNeuter
        }
    }

    /// A short form that stands for words where what follows fits.
    struct Abbreviation {
        enum Follower { case anything, number, name }

        let short: [Character]
        let words: String
        var follower = Follower.anything
        /// It may be the last of a sentence, whose full stop it then is.
        var mayEnd = false

        init(
            _ short: String,
            _ words: String,
            before follower: Follower = .anything,
            mayEnd: Bool = false
        ) {
            self.short = Array(short)
            self.words = words
            self.follower = follower
            self.mayEnd = mayEnd
        }
    }

    /// Between the ends of a range.
    let to: String
    let minus: String
    /// Between a number and its decimals.
    let point: String
    let and: String
    let signs: [Character: String]
    let fractions: [Character: String]
    /// Before an amount or behind it.
    let currencies: [Character: Unit]
    /// Longer ones first. None that is a word too: *ha*, *min*.
    let units: [(short: [Character], unit: Unit)]
    /// Longer ones first.
    let abbreviations: [Abbreviation]
    /// January to December, and more forms of them.
    let months: Set<String>
    /// "Three million dollars": they stand between an amount and its currency.
    let magnitudes: Set<String>
    /// Words whose Roman number is no ruler's: Part II, World War II.
    let counted: Set<String>

    static func of(_ language: SpokenLanguage) -> SpokenSigns {
        switch language {
        case .swedish: swedish
        case .english: english
        }
    }

    private static func longestFirst(_ units: [String: Unit]) -> [(short: [Character], unit: Unit)]
    {
        units.map { (short: Array($0.key), unit: $0.value) }
            .sorted { $0.short.count > $1.short.count }
    }

    private static func longestFirst(_ abbreviations: [Abbreviation]) -> [Abbreviation] {
        abbreviations.sorted { $0.short.count > $1.short.count }
    }

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").map(String.init))
    }
}

extension SpokenSigns {
    private static let swedish = SpokenSigns(
        to: "till",
        minus: "minus",
        point: "komma",
        and: "och",
        signs: [
            "&": "och", "+": "plus", "±": "plus minus", "=": "är lika med", "×": "gånger",
            "÷": "delat med", "@": "snabel-a", "%": "procent", "‰": "promille", "°": "grader",
            "§": "paragraf", "≈": "ungefär", "~": "ungefär", "²": "i kvadrat", "³": "i kubik",
            "€": "euro", "$": "dollar", "£": "pund", "#": "nummer",
        ],
        fractions: [
            "½": "en halv", "¼": "en fjärdedel", "¾": "tre fjärdedelar", "⅓": "en tredjedel",
            "⅔": "två tredjedelar",
        ],
        currencies: [
            "€": Unit("euro"), "$": Unit("dollar"), "£": Unit("pund", isNeuter: true),
        ],
        units: longestFirst([
            "%": Unit("procent"), "‰": Unit("promille"),
            "°C": Unit("grad Celsius", "grader Celsius"),
            "°F": Unit("grad Fahrenheit", "grader Fahrenheit"), "°": Unit("grad", "grader"),
            "kr": Unit("krona", "kronor"), "€": Unit("euro"), "$": Unit("dollar"),
            "£": Unit("pund", isNeuter: true), "km": Unit("kilometer"), "m": Unit("meter"),
            "dm": Unit("decimeter"), "cm": Unit("centimeter"), "mm": Unit("millimeter"),
            "km²": Unit("kvadratkilometer"), "m²": Unit("kvadratmeter"), "m³": Unit("kubikmeter"),
            "km/h": Unit("kilometer i timmen"),
            "m/s": Unit("meter i sekunden"), "m ö.h.": Unit("meter över havet"),
            "kg": Unit("kilo", isNeuter: true), "g": Unit("gram", isNeuter: true),
            "l": Unit("liter"), "dl": Unit("deciliter"), "cl": Unit("centiliter"),
            "st": Unit("styck", "stycken", isNeuter: true),
            "kW": Unit("kilowatt"), "MW": Unit("megawatt"), "Hz": Unit("hertz"),
            "kHz": Unit("kilohertz"), "MHz": Unit("megahertz"),
        ]),
        abbreviations: longestFirst([
            Abbreviation("t.ex.", "till exempel"), Abbreviation("t. ex.", "till exempel"),
            Abbreviation("bl.a.", "bland annat"), Abbreviation("bl. a.", "bland annat"),
            Abbreviation("dvs.", "det vill säga"), Abbreviation("d.v.s.", "det vill säga"),
            Abbreviation("s.k.", "så kallade"), Abbreviation("p.g.a.", "på grund av"),
            Abbreviation("fr.o.m.", "från och med"), Abbreviation("t.o.m.", "till och med"),
            Abbreviation("resp.", "respektive"), Abbreviation("jfr", "jämför"),
            Abbreviation("m.m.", "med mera", mayEnd: true),
            Abbreviation("m.fl.", "med flera", mayEnd: true),
            Abbreviation("osv.", "och så vidare", mayEnd: true),
            Abbreviation("o.s.v.", "och så vidare", mayEnd: true),
            Abbreviation("etc.", "et cetera", mayEnd: true),
            Abbreviation("f.Kr.", "före Kristus", mayEnd: true),
            Abbreviation("f. Kr.", "före Kristus", mayEnd: true),
            Abbreviation("e.Kr.", "efter Kristus", mayEnd: true),
            Abbreviation("e. Kr.", "efter Kristus", mayEnd: true),
            Abbreviation("ö.h.", "över havet", mayEnd: true),
            Abbreviation("kl.", "klockan", before: .number),
            Abbreviation("kl", "klockan", before: .number),
            Abbreviation("ca", "cirka", before: .number),
            Abbreviation("ca.", "cirka", before: .number),
            Abbreviation("c:a", "cirka", before: .number),
            Abbreviation("nr", "nummer", before: .number),
            Abbreviation("nr.", "nummer", before: .number),
            Abbreviation("S:t", "Sankt", before: .name),
            Abbreviation("S:ta", "Sankta", before: .name),
            Abbreviation("St.", "Sankt", before: .name),
            Abbreviation("dr", "doktor", before: .name),
            Abbreviation("dr.", "doktor", before: .name),
            Abbreviation("mr", "mister", before: .name),
            Abbreviation("mr.", "mister", before: .name),
            Abbreviation("prof.", "professor", before: .name),
        ]),
        months: words(
            """
            januari februari mars april maj juni juli augusti september oktober november december
            """
        ),
        magnitudes: words("tusen miljon miljoner miljard miljarder"),
        counted: words("del kapitel akt band apollo rocky")
    )

    private static let english = SpokenSigns(
        to: "to",
        minus: "minus",
        point: "point",
        and: "and",
        signs: [
            "&": "and", "+": "plus", "±": "plus or minus", "=": "equals", "×": "times",
            "÷": "divided by", "@": "at", "%": "per cent", "‰": "per mille", "°": "degrees",
            "§": "section", "≈": "about", "~": "about", "²": "squared", "³": "cubed",
            "€": "euros", "$": "dollars", "£": "pounds", "#": "number",
        ],
        fractions: [
            "½": "a half", "¼": "a quarter", "¾": "three quarters", "⅓": "a third",
            "⅔": "two thirds",
        ],
        currencies: [
            "€": Unit("euro", "euros"), "$": Unit("dollar", "dollars"),
            "£": Unit("pound", "pounds"),
        ],
        units: longestFirst([
            "%": Unit("per cent"), "‰": Unit("per mille"),
            "°C": Unit("degree Celsius", "degrees Celsius"),
            "°F": Unit("degree Fahrenheit", "degrees Fahrenheit"), "°": Unit("degree", "degrees"),
            "kr": Unit("krona", "kronor"), "€": Unit("euro", "euros"),
            "$": Unit("dollar", "dollars"), "£": Unit("pound", "pounds"),
            "km": Unit("kilometre", "kilometres"), "m": Unit("metre", "metres"),
            "cm": Unit("centimetre", "centimetres"), "mm": Unit("millimetre", "millimetres"),
            "km²": Unit("square kilometre", "square kilometres"),
            "m²": Unit("square metre", "square metres"), "m³": Unit("cubic metre", "cubic metres"),
            "ha": Unit("hectare", "hectares"),
            "km/h": Unit("kilometre an hour", "kilometres an hour"),
            "m/s": Unit("metre a second", "metres a second"),
            "mph": Unit("mile an hour", "miles an hour"), "mi": Unit("mile", "miles"),
            "ft": Unit("foot", "feet"), "kg": Unit("kilo", "kilos"), "g": Unit("gram", "grams"),
            "lb": Unit("pound", "pounds"), "oz": Unit("ounce", "ounces"),
            "l": Unit("litre", "litres"), "min": Unit("minute", "minutes"),
            "kW": Unit("kilowatt", "kilowatts"), "MW": Unit("megawatt", "megawatts"),
            "Hz": Unit("hertz"), "kHz": Unit("kilohertz"), "MHz": Unit("megahertz"),
        ]),
        abbreviations: longestFirst([
            Abbreviation("e.g.", "for example"), Abbreviation("i.e.", "that is"),
            Abbreviation("approx.", "approximately"), Abbreviation("vs.", "versus"),
            Abbreviation("vs", "versus"), Abbreviation("incl.", "including"),
            Abbreviation("etc.", "et cetera", mayEnd: true),
            Abbreviation("a.m.", "A M", mayEnd: true), Abbreviation("p.m.", "P M", mayEnd: true),
            Abbreviation("B.C.", "B C", mayEnd: true), Abbreviation("BC", "B C"),
            Abbreviation("A.D.", "A D", mayEnd: true), Abbreviation("AD", "A D"),
            Abbreviation("No.", "number", before: .number),
            Abbreviation("Nos.", "numbers", before: .number),
            Abbreviation("c.", "circa", before: .number),
            Abbreviation("ca.", "circa", before: .number),
            Abbreviation("St.", "Saint", before: .name), Abbreviation("St", "Saint", before: .name),
            Abbreviation("Mt.", "Mount", before: .name), Abbreviation("Mt", "Mount", before: .name),
            Abbreviation("Ft.", "Fort", before: .name),
            Abbreviation("Dr.", "Doctor", before: .name),
            Abbreviation("Dr", "Doctor", before: .name),
            Abbreviation("Mr.", "Mister", before: .name),
            Abbreviation("Mr", "Mister", before: .name),
            Abbreviation("Mrs.", "Missis", before: .name),
            Abbreviation("Mrs", "Missis", before: .name),
            Abbreviation("Prof.", "Professor", before: .name),
        ]),
        months: words(
            """
            January February March April May June July August September October November December
            """
        ),
        magnitudes: words("hundred thousand million billion trillion"),
        counted: words("part chapter act volume war apollo rocky")
    )
}
