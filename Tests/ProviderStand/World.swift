import Foundation

/// Places that exist nowhere, with all that Wikidata and its wikis would say of them. The same number gives the
/// same place.
public struct World: Sendable {
    public let count: Int

    public init(count: Int) {
        self.count = count
    }

    private static let syllables = "bdfgklmnprstv".flatMap { letter in
        "aeiou".map { "\(letter)\($0)" }
    }

    /// Of the place, which no other word begins like.
    public static func name(_ place: Int) -> String {
        "Zy\(syllables[place % 65])\(syllables[(place * 7 + 3) % 65])x"
    }

    public static func item(_ place: Int) -> String { "Q\(1_000 + place)" }

    private static let countries = [
        (item: "Q20", en: "Norway", sv: "Norge", continent: "Q46"),
        (item: "Q17", en: "Japan", sv: "Japan", continent: "Q48"),
        (item: "Q298", en: "Chile", sv: "Chile", continent: "Q18"),
        (item: "Q114", en: "Kenya", sv: "Kenya", continent: "Q15"),
    ]

    public static func country(_ place: Int) -> String { countries[place % countries.count].en }

    /// Properties with items for values, then those with numbers.
    private static let named = [
        "P112", "P138", "P206", "P706", "P610", "P190", "P417", "P793", "P84", "P186", "P149",
        "P527", "P177",
    ]

    /// Of a value: six letters, and no two alike.
    public static func value(_ place: Int, _ property: String) -> String {
        let index = place * named.count + (named.firstIndex(of: property) ?? 0)
        let name = syllables[index % 65] + syllables[index / 65 % 65] + syllables[index * 7 % 65]
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    public static func founded(_ place: Int) -> Int { 1_207 + place * 3 }
    public static func population(_ place: Int) -> Int { 21_037 + place * 11 }

    /// The name of the tunnel of which two pages tell.
    public static func tunnel(_ place: Int) -> String { value(place + 500, "P112") }

    // MARK: Wikidata

    func entity(titled title: String) -> [String: Any] {
        (0..<count).first { Self.name($0) == title }.map { entities([Self.item($0)]) }
            ?? ["-1": ["site": "enwiki", "title": title, "missing": ""]]
    }

    func entities(_ ids: [String]) -> [String: Any] {
        var all: [String: Any] = [:]
        for id in ids { all[id] = entity(id) ?? ["id": id, "missing": ""] }
        return all
    }

    private func entity(_ id: String) -> [String: Any]? {
        if let country = Self.countries.first(where: { $0.item == id }) {
            return Self.entity(
                id,
                labels: ["en": country.en, "sv": country.sv, "fi": "\(country.en)maa"],
                claims: ["P30": [Self.item(value: country.continent)]]
            )
        }
        guard let number = Int(id.dropFirst()) else { return nil }
        if (1_000..<1_000 + count).contains(number) { return place(number - 1_000) }
        // Values have numbers of their own: place and property.
        let (place, property) = (number / 100 - 1_000, number % 100)
        guard Self.named.indices.contains(property), (0..<count).contains(place) else { return nil }
        let name = Self.value(place, Self.named[property])
        return Self.entity(id, labels: ["en": name, "sv": name], claims: [:])
    }

    private func place(_ place: Int) -> [String: Any] {
        let name = Self.name(place)
        var claims: [String: [[String: Any]]] = [
            "P17": [Self.item(value: Self.countries[place % Self.countries.count].item)],
            "P31": [Self.item(value: "Q515")],
            "P625": [
                Self.claim(
                    "globecoordinate",
                    ["latitude": 12.5 + Double(place) / 10, "longitude": -30.25]
                )
            ],
            "P571": [Self.year(Self.founded(place))],
            "P1619": [Self.year(1_850 + place)],
            "P1082": [
                Self.claim("quantity", ["amount": "+\(Self.population(place))", "unit": "1"])
            ],
            "P2044": [
                Self.claim(
                    "quantity",
                    ["amount": "+\(301 + place)", "unit": "http://www.wikidata.org/entity/Q11573"]
                )
            ],
        ]
        for (number, property) in Self.named.enumerated() {
            claims[property] = [Self.item(value: "Q\((1_000 + place) * 100 + number)")]
        }
        var entity = Self.entity(
            Self.item(place),
            labels: [
                "en": name, "sv": name, "fi": "Suomi\(name.dropFirst(2))", "de": "\(name)burg",
            ],
            claims: claims
        )
        entity["sitelinks"] = [
            "enwiki": ["title": name], "svwiki": ["title": name], "enwikivoyage": ["title": name],
            "svwikivoyage": ["title": name],
        ]
        return entity
    }

    private static func entity(
        _ id: String,
        labels: [String: String],
        claims: [String: [[String: Any]]]
    ) -> [String: Any] {
        [
            "id": id, "type": "item", "lastrevid": 77, "claims": claims,
            "labels": Dictionary(
                uniqueKeysWithValues: labels.map { ($0, ["language": $0, "value": $1]) }
            ),
        ]
    }

    private static func claim(_ type: String, _ value: Any) -> [String: Any] {
        [
            "rank": "normal",
            "mainsnak": ["snaktype": "value", "datavalue": ["type": type, "value": value]],
        ]
    }

    private static func item(value id: String) -> [String: Any] {
        claim("wikibase-entityid", ["entity-type": "item", "id": id])
    }

    private static func year(_ year: Int) -> [String: Any] {
        claim("time", ["time": "+\(year)-00-00T00:00:00Z", "precision": 9])
    }

    // MARK: Wikis

    /// The words of a page; nil where there is none.
    func page(_ host: String, _ title: String) -> String? {
        guard let place = (0..<count).first(where: { Self.name($0) == title }) else { return nil }
        let tunnel = Self.tunnel(place)
        return switch host {
        case "en.wikipedia.org":
            "\(title) is a town that nobody has seen so far.\n\nHistory\nBelow the market a narrow tunnel called "
                + "\(tunnel) leads to the harbour."
        case "sv.wikipedia.org":
            "\(title) är en stad som ingen har sett hittills.\n\nHistoria\nUnder torget leder en smal tunnel som "
                + "kallas \(tunnel) till hamnen."
        case "en.wikivoyage.org":
            "Walk through the narrow tunnel called \(tunnel) below the market to the harbour."
        case "sv.wikivoyage.org":
            "Gå genom den smala tunnel som kallas \(tunnel) under torget till hamnen."
        default: nil
        }
    }
}
