import Foundation
public import Making

/// The content that an operator wants to have made.
public struct MakingWish: Codable, Sendable {
    let theme: String
    /// Nil: any.
    let difficulty: RoundPackage.Difficulty?
    let locales: [PackageLocale]
    let count: Int
    /// Ids of destinations that there are already, and of their items.
    let taken: Set<String>

    /// In one run.
    public static let maxCount = 100
    private static let themeCharacters = 1...80

    /// A name for the run, of lower-case words: the same wish goes on where it was.
    public var name: String {
        let parts =
            FoldedWords(theme).words + [difficulty?.rawValue].compactMap(\.self) + ["\(count)"]
            + locales.map(\.rawValue)
        return parts.joined(separator: "-").filter { $0.isASCII || $0.isLetter }
    }

    /// Nil for what nothing can be made of.
    ///
    /// - Parameter taken: ids of what is there already, bundled and own.
    public init?(
        theme: String,
        difficulty: String?,
        locales: [String],
        count: Int,
        beside taken: Set<String>
    ) {
        let known = locales.compactMap { PackageLocale(rawValue: $0) }
        let level = difficulty.map { RoundPackage.Difficulty(rawValue: $0) }
        guard known.count == locales.count, !known.isEmpty, Set(known).count == known.count,
            1...Self.maxCount ~= count, Self.themeCharacters ~= theme.count,
            !FoldedWords(theme).isEmpty, level != .some(.none)
        else { return nil }
        self.theme = FactPack.cleaned(theme)
        self.difficulty = level ?? nil
        self.locales = known
        self.count = count
        self.taken = taken
    }
}

extension PackageLocale: Codable {}

/// From a theme to places, each of which becomes a package (T-10.2-1).
public struct PackageSeries: Series {
    private let wish: MakingWish
    private let players: Int

    /// More would cost more than they tell.
    public static let maxPlayers = PackageLimits.measuringPlayers.upperBound

    /// - Parameter players: models that guess at each place in each language, to measure how hard it is; 0 for
    ///   none.
    public init(_ wish: MakingWish, players: Int) {
        self.wish = wish
        self.players = min(max(0, players), Self.maxPlayers)
    }

    public var selection: any Recipe { SelectionRecipe(wish) }

    public func turnedAway(_ selected: Artefacts) -> [Fault] {
        SelectionRecipe(wish).faults(in: selected)
    }

    public func jobs(_ selected: Artefacts) -> [Job] {
        var seen = wish.taken
        return SelectionRecipe(wish).places(in: selected).compactMap { place in
            guard seen.isDisjoint(with: [place.id, place.item]) else { return nil }
            seen.formUnion([place.id, place.item])
            return Job(
                name: place.id,
                kin: place.country,
                recipe: PackageRecipe(place, theme: wish.theme, wish.locales, players: players)
            )
        }
    }
}

/// A place that was found to be one.
struct MakingPlace: Codable, Hashable {
    /// As a destination's: lower-case ASCII.
    let id: String
    let item: String
    /// An item.
    let country: String
    let difficulty: RoundPackage.Difficulty
}

/// Has places proposed, and looks each up.
struct SelectionRecipe: Recipe {
    private let wish: MakingWish

    init(_ wish: MakingWish) {
        self.wish = wish
    }

    /// More than are wanted, as some are no good.
    private var proposed: Int { wish.count * 2 + 4 }

    private struct Proposals: Codable {
        let places: [String]
    }

    /// A proposal that was looked up.
    private struct Finding: Codable {
        let place: MakingPlace?
        let fault: Fault?
    }

    private struct Task: Encodable {
        let theme: String
        let difficulty: String
        let count: Int
    }

    func next(_ artefacts: Artefacts) -> Work {
        guard let proposals = artefacts.value(Proposals.self, of: "proposals") else {
            let task = Task(
                theme: wish.theme,
                difficulty: wish.difficulty?.rawValue ?? "any",
                count: proposed
            )
            return .ask(step: "proposals", .model(MakingQuestions.proposals.adding("task", task)))
        }
        for (number, title) in proposals.places.enumerated()
        where !artefacts.has("place-\(number)") {
            return .ask(step: "place-\(number)", .knowledge(.titled(title)))
        }
        return .done([])
    }

    func read(_ answer: Answer, to step: String, _ artefacts: Artefacts) throws(Fault) -> Data {
        switch answer {
        case .model(let reply):
            let answer = try reply.read(as: Proposals.self)
            var seen: Set<FoldedWords> = []
            let titles = answer.places.map(FactPack.cleaned).filter { title in
                PackageLimits.nameCharacters ~= title.count && !title.contains("|")
                    && seen.insert(FoldedWords(title)).inserted
            }
            guard !titles.isEmpty else {
                throw Fault(AnswerCheck.wrongForm, "There is no place in the answer.")
            }
            return Artefacts.encode(Proposals(places: Array(titles.prefix(proposed))))
        case .knowledge(.item(let item)):
            do throws(Fault) {
                return Artefacts.encode(Finding(place: try place(item), fault: nil))
            } catch {
                return Artefacts.encode(Finding(place: nil, fault: error))
            }
        case .knowledge(.names), .knowledge(.page):
            throw Fault(AnswerCheck.unreadable, "It is no item.")
        }
    }

    /// - Throws: the reason why nothing is made of it.
    private func place(_ item: Item?) throws(Fault) -> MakingPlace {
        guard let item, let name = item.labels["en"] ?? item.labels["mul"] else {
            throw Fault(MakingCheck.unknownPlace, "Wikidata has no such place.")
        }
        let id = FoldedWords(name).words.joined(separator: "-")
        guard !id.isEmpty, id.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw Fault(MakingCheck.unknownPlace, at: item.id, "The name makes no id.")
        }
        guard MakingDestination.coordinates(of: item) != nil else {
            throw Fault(MakingCheck.noCoordinates, at: id, "The item has no coordinates.")
        }
        guard let country = item.items(MakingDestination.countryProperty).first else {
            throw Fault(MakingCheck.noCountry, at: id, "The item has no country.")
        }
        guard !wish.taken.contains(id), !wish.taken.contains(item.id) else {
            throw Fault(MakingCheck.taken, at: id, "There is a package of it.")
        }
        // A theme stands in everybody's document.
        let theme = FoldedWords(wish.theme)
        let isNamed = MakingDestination.allNames(of: item).map { FoldedWords($0).withoutArticle }
            .contains { !$0.isEmpty && theme.contains($0) }
        guard !isNamed else {
            throw Fault(MakingCheck.namedByTheme, at: id, "The theme names the place.")
        }
        let difficulty = MakingDestination.difficulty(of: item)
        guard wish.difficulty == nil || wish.difficulty == difficulty else {
            throw Fault(MakingCheck.difficulty, at: id, "The place is \(difficulty).")
        }
        return MakingPlace(id: id, item: item.id, country: country, difficulty: difficulty)
    }

    func places(in artefacts: Artefacts) -> [MakingPlace] {
        findings(in: artefacts).compactMap(\.place)
    }

    func faults(in artefacts: Artefacts) -> [Fault] {
        findings(in: artefacts).compactMap(\.fault)
    }

    private func findings(in artefacts: Artefacts) -> [Finding] {
        let count = artefacts.value(Proposals.self, of: "proposals")?.places.count ?? 0
        return (0..<count).compactMap { artefacts.value(Finding.self, of: "place-\($0)") }
    }
}

/// A destination as Wikidata knows it.
struct MakingDestination {
    static let countryProperty = "P17"
    private static let continentProperty = "P30"
    private static let populationProperty = "P1082"
    private static let kindProperty = "P31"
    private static let countries: Set<String> = ["Q6256", "Q3624078"]
    private static let maxAliases = 24

    private static let regions: [String: [PackageLocale: String]] = [
        "Q15": [.sv: "Afrika", .en: "Africa"],
        "Q46": [.sv: "Europa", .en: "Europe"],
        "Q48": [.sv: "Asien", .en: "Asia"],
        "Q49": [.sv: "Nordamerika", .en: "North America"],
        "Q18": [.sv: "Sydamerika", .en: "South America"],
        "Q51": [.sv: "Antarktis", .en: "Antarctica"],
        "Q538": [.sv: "Oceanien", .en: "Oceania"],
        "Q55643": [.sv: "Oceanien", .en: "Oceania"],
        "Q3960": [.sv: "Oceanien", .en: "Oceania"],
    ]

    static func coordinates(of item: Item) -> (lat: Double, lon: Double)? {
        for statement in item.statements where statement.property == "P625" {
            guard case .place(let lat, let lon) = statement.value, -90...90 ~= lat,
                -180...180 ~= lon
            else { continue }
            // Some ten metres are near enough.
            return ((lat * 10_000).rounded() / 10_000, (lon * 10_000).rounded() / 10_000)
        }
        return nil
    }

    /// By the wikis that have an article: everybody has heard of what 150 write about.
    static func difficulty(of item: Item) -> RoundPackage.Difficulty {
        switch item.links["count"].flatMap({ Int($0) }) ?? 0 {
        case 150...: .easy
        case 70..<150: .normal
        default: .hard
        }
    }

    /// In all languages, for what must not be said.
    static func allNames(of item: Item) -> [String] {
        item.labels.values.sorted() + item.aliases.values.flatMap { $0 }.sorted()
    }

    let value: RoundPackage.Destination

    init(
        _ place: MakingPlace,
        _ item: Item,
        country: Item,
        _ locale: PackageLocale
    ) throws(Fault) {
        guard let coordinates = Self.coordinates(of: item) else {
            throw Fault(MakingCheck.noCoordinates, at: place.id, "The item has no coordinates.")
        }
        guard let name = Self.name(of: item, locale) else {
            throw Fault(MakingCheck.unknownPlace, at: place.id, "The item has no name.")
        }
        guard let countryName = Self.name(of: country, locale) else {
            throw Fault(MakingCheck.noCountry, at: place.id, "The country has no name.")
        }
        let continents = item.items(Self.continentProperty) + country.items(Self.continentProperty)
        guard let region = continents.compactMap({ Self.regions[$0]?[locale] }).first else {
            throw Fault(MakingCheck.noContinent, at: place.id, "No continent is known.")
        }
        let kinds = item.items(Self.kindProperty)
        let isCity = item.statements.contains { $0.property == Self.populationProperty }
        value = .init(
            id: place.id,
            name: name,
            country: countryName,
            region: region,
            lat: coordinates.lat,
            lon: coordinates.lon,
            aliases: Self.aliases(of: item, beside: name),
            kind: kinds.contains(where: Self.countries.contains)
                ? .country : isCity ? .city : .place,
            wikidata: item.id
        )
    }

    private static func name(of item: Item, _ locale: PackageLocale) -> String? {
        let languages = [locale.rawValue, "mul", "en"]
        return languages.compactMap { item.labels[$0] }.map(FactPack.cleaned)
            .first { PackageLimits.nameCharacters ~= $0.count }
    }

    /// Of Latin letters, as players type; those of the two languages first.
    private static func aliases(of item: Item, beside name: String) -> [String] {
        let others = ["sv", "en", "de", "fr", "es", "it", "nb", "da", "fi", "pl", "nl", "pt"]
        let names =
            others.compactMap { item.labels[$0] }
            + others.flatMap { item.aliases[$0] ?? [] }
        var seen: Set<FoldedWords> = [FoldedWords(name)]
        return names.map(FactPack.cleaned).filter { alias in
            let folded = FoldedWords(alias)
            return PackageLimits.nameCharacters ~= alias.count
                && folded.words.joined().count >= FoldedWords.shortestStem
                && folded.words.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
                && seen.insert(folded).inserted
        }
        .prefix(maxAliases).map { $0 }
    }
}
