import Foundation
import Making

/// All that a package of one language may say: statements with their sources, each by an id.
struct FactPack: Codable, Hashable {
    let locale: String
    let facts: [SourcedFact]

    func fact(_ id: String) -> SourcedFact? { facts.first { $0.id == id } }
}

/// One statement, its value and its source.
struct SourcedFact: Codable, Hashable {
    /// `s3` for a statement of Wikidata, `t3` for a sentence of a page.
    let id: String
    /// In the language of the pack.
    let statement: String
    /// The value alone, and other ways to write it; empty for a sentence.
    let values: [String]
    let source: Source

    enum Source: Codable, Hashable {
        case statement(item: String, property: String, value: String, readOn: String)
        case page(url: String, revision: Int, readOn: String)
    }

    var isStructured: Bool {
        switch source {
        case .statement: true
        case .page: false
        }
    }

    /// The domain that somebody owns, so that two texts of one owner count once.
    var domain: String? {
        switch source {
        case .statement: nil
        case .page(let url, _, _): RegistrableDomain(ofPage: url)?.name
        }
    }

    /// As a package has it.
    func evidence(of claim: String) -> RoundPackage.Evidence {
        switch source {
        case .statement(let item, let property, let value, let readOn):
            .init(
                .statement(item: item, property: property, value: value),
                checkedOn: readOn,
                checkAgainOn: FactPack.isLasting(property) ? nil : Self.nextYear(readOn)
            )
        case .page(let url, let revision, let readOn):
            .init(
                .page(url: url, revision: revision, says: claim),
                checkedOn: readOn,
                checkAgainOn: Self.nextYear(readOn)
            )
        }
    }

    /// The first of the same month, which every year has.
    private static func nextYear(_ day: String) -> String? {
        guard let year = Int(day.prefix(4)) else { return nil }
        return "\(year + 1)\(day.dropFirst(4).prefix(3))-01"
    }
}

extension FactPack {
    static let maxSentences = 40
    static let sentenceCharacters = 30...300
    /// Of one property: a town may have thirty twins.
    static let maxValues = 4
    private static let maxValueCharacters = 80

    /// A property worth telling of, in words before its value.
    private struct Property {
        let id: String
        let words: [PackageLocale: String]
        /// True where the value was never another, or will hardly become one.
        let isLasting: Bool

        init(_ id: String, _ en: String, _ sv: String, isLasting: Bool = true) {
            self.id = id
            words = [.en: en, .sv: sv]
            self.isLasting = isLasting
        }
    }

    private static let properties = [
        Property("P571", "founded", "grundat"),
        Property("P112", "founded by", "grundat av"),
        Property("P138", "named after", "uppkallat efter"),
        Property("P1082", "population", "invånare", isLasting: false),
        Property("P2044", "metres above the sea", "meter över havet"),
        Property("P2046", "area in square kilometres", "yta i kvadratkilometer"),
        Property("P206", "lies beside the water", "ligger vid vattnet"),
        Property("P706", "lies on the landform", "ligger på landformen"),
        Property("P4552", "mountain range", "bergskedja"),
        Property("P610", "highest point", "högsta punkt"),
        Property("P190", "twin town", "vänort", isLasting: false),
        Property("P417", "patron saint", "skyddshelgon"),
        Property("P793", "significant event", "viktig händelse"),
        Property("P1435", "heritage status", "kulturminnesstatus"),
        Property("P84", "architect", "arkitekt"),
        Property("P186", "made of", "gjort av"),
        Property("P149", "architectural style", "arkitektonisk stil"),
        Property("P527", "has the part", "har delen"),
        Property("P177", "crosses", "korsar"),
        Property("P1619", "opened", "öppnat"),
        Property("P1376", "capital of", "huvudort för"),
        Property("P37", "official language", "officiellt språk"),
        Property("P2927", "share of water in percent", "andel vatten i procent"),
    ]

    static func isLasting(_ property: String) -> Bool {
        properties.first { $0.id == property }?.isLasting ?? false
    }

    /// Values of these properties that are items, whose names a pack needs.
    static func valueItems(of item: Item) -> [String] {
        var seen: Set<String> = []
        return properties.flatMap { item.items($0.id).prefix(maxValues) }
            .filter { seen.insert($0).inserted }
    }

    /// - Parameter names: of the items that are values, by language.
    init(_ item: Item, names: [String: [String: String]], pages: [Page], _ locale: PackageLocale) {
        var facts: [SourcedFact] = []
        for property in Self.properties {
            let told = item.statements.filter { $0.property == property.id }.prefix(Self.maxValues)
            for statement in told {
                guard let values = Self.values(of: statement.value, names, locale),
                    let value = values.first, let words = property.words[locale]
                else { continue }
                let data =
                    switch statement.value {
                    case .item(let id): id
                    case .text, .quantity, .year, .place: value
                    }
                facts.append(
                    SourcedFact(
                        id: "s\(facts.count + 1)",
                        statement: "\(words): \(value)",
                        values: values,
                        source: .statement(
                            item: item.id,
                            property: property.id,
                            value: data,
                            readOn: item.readOn
                        )
                    )
                )
            }
        }
        var number = 0
        for page in pages {
            for sentence in Self.sentences(of: page.text).prefix(Self.maxSentences) {
                number += 1
                facts.append(
                    SourcedFact(
                        id: "t\(number)",
                        statement: sentence,
                        values: [],
                        source: .page(url: page.url, revision: page.revision, readOn: page.readOn)
                    )
                )
            }
        }
        self.init(locale: locale.rawValue, facts: facts)
    }

    /// The value in the language first; nil where it has no words there.
    private static func values(
        of value: Item.Value,
        _ names: [String: [String: String]],
        _ locale: PackageLocale
    ) -> [String]? {
        let texts: [String]
        switch value {
        case .item(let id):
            guard let own = names[id]?[locale.rawValue] ?? names[id]?["mul"] else { return nil }
            let others = PackageLocale.allCases.compactMap { names[id]?[$0.rawValue] }
            texts = [own] + others.filter { $0 != own }
        case .text(let text): texts = [text]
        case .year(let year): texts = ["\(year)"]
        case .quantity(let amount, let unit):
            // Those without a unit, metres and square kilometres, as the words before them say.
            guard unit == nil || unit == "Q11573" || unit == "Q712226" else { return nil }
            texts = [amount]
        case .place: return nil
        }
        let clean = texts.map(cleaned).filter { 1...maxValueCharacters ~= $0.count }
        return clean.isEmpty ? nil : clean
    }

    /// A stranger's text as one line: composed, without what is neither seen nor spoken, and without markup.
    static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                scalars.append(" ")
            case .format, .surrogate, .privateUse, .unassigned: break
            default: if scalar != "<" && scalar != ">" { scalars.append(scalar) }
            }
        }
        return String(scalars).split(separator: " ").joined(separator: " ")
    }

    /// Headings and fragments are passed over.
    static func sentences(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).flatMap { line -> [String] in
            var sentences: [String] = []
            var current = ""
            for word in cleaned(String(line)).split(separator: " ") {
                current += current.isEmpty ? "\(word)" : " \(word)"
                guard let last = word.last, ".!?".contains(last), word.count > 3 else { continue }
                sentences.append(current)
                current = ""
            }
            return sentences
        }
        .filter { sentenceCharacters ~= $0.count }
    }
}
