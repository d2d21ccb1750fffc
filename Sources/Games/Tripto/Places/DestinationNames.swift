import GameState

/// Everything that counts as naming one destination, normalised, and which of the gazetteer's
/// places are that destination.
struct DestinationNames {
    /// As the package and, for a country, the gazetteer have them; then shortened by stop words, where the
    /// rest is no other place.
    private(set) var names: [NormalisedText]
    /// The gazetteer's places that share a name with the destination, by index.
    let places: Set<Int>
    private let texts: Set<String>
    private let foldedTexts: Set<String>

    init(of destination: RoundPackage.Destination, in gazetteer: Gazetteer) {
        let isCountry = destination.kind == .country
        let given =
            [destination.name] + destination.aliases + (isCountry ? [destination.country] : [])
        let names = given.compactMap { NormalisedText($0) }
        let countryNames = isCountry ? gazetteer.countryNames(sharing: names) : []
        self.init(names: names + countryNames, in: gazetteer)
    }

    /// From names in full.
    init(names: [NormalisedText], in gazetteer: Gazetteer) {
        self.names = names
        places = gazetteer.places(sharing: names)
        texts = Set(names.map(\.text))
        foldedTexts = Set(names.map(\.folded))
        let shortened = names.flatMap { StopWords.withinName.forms(of: $0).dropFirst() }
        self.names += shortened.filter { !gazetteer.isAnotherPlace($0, than: self) }
    }

    /// True when a name is written `text`, diacritics and all.
    func hasName(_ text: String) -> Bool {
        texts.contains(text)
    }

    /// True when a name is written `text` once its diacritics are left out.
    func hasFoldedName(_ text: String) -> Bool {
        foldedTexts.contains(text)
    }
}
