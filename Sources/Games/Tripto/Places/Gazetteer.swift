import GameState

/// The places a guess may mean, so that none is taken for a destination it merely resembles.
///
/// A place is a row of names in Swedish, English and, where it differs, its own language. A place
/// that shares a name with a destination is taken to be that destination.
public struct Gazetteer: Sendable {
    let names: [[NormalisedText]]
    /// Number of countries in `names`; they come first.
    let countryCount: Int
    private let placesByText: [String: [Int]]
    private let placesByFoldedText: [String: [Int]]

    /// One row of names for each country, and for each other place.
    public init(countries: [[String]], places: [[String]]) {
        let rows = countries + places
        names = rows.map { row in row.compactMap { NormalisedText($0) } }
        countryCount = countries.count
        var placesByText: [String: [Int]] = [:]
        var placesByFoldedText: [String: [Int]] = [:]
        for (place, row) in names.enumerated() {
            for name in row {
                placesByText[name.text, default: []].append(place)
                placesByFoldedText[name.folded, default: []].append(place)
            }
        }
        self.placesByText = placesByText
        self.placesByFoldedText = placesByFoldedText
    }

    /// Every country and capital, and places that are well known or easily confused with one: the
    /// tables beside this file.
    public static let bundled = Gazetteer(
        countries: rows(PackageResources.countries_csv),
        places: rows(PackageResources.capitals_csv) + rows(PackageResources.cities_csv)
            + rows(PackageResources.landmarks_csv)
    )

    /// True when `normalised` (case-folded, no punctuation; with or without its diacritics) names a
    /// place, and that place is not `destination`.
    public func isAnotherPlace(
        _ normalised: String,
        than destination: RoundPackage.Destination
    ) -> Bool {
        isAnotherPlace(normalised, than: DestinationNames(of: destination, in: self))
    }

    func isAnotherPlace(_ guess: NormalisedText, than destination: DestinationNames) -> Bool {
        isAnotherPlace(guess.text, than: destination)
            || isAnotherPlace(guess.folded, than: destination)
    }

    /// Written without diacritics a name counts as any place's that is so written when folded,
    /// but first as the one that is written so in full.
    private func isAnotherPlace(_ text: String, than destination: DestinationNames) -> Bool {
        if destination.hasName(text) { return false }
        if let places = placesByText[text] {
            return destination.places.isDisjoint(with: places)
        }
        if destination.hasFoldedName(text) { return false }
        guard let places = placesByFoldedText[text] else { return false }
        return destination.places.isDisjoint(with: places)
    }

    /// True when `guess` comes nearer to a place that is not `destination`.
    func resembles(
        _ guess: NormalisedText,
        moreThan resemblance: Resemblance,
        otherThan destination: DestinationNames
    ) -> Bool {
        names.indices.contains { place in
            !destination.places.contains(place)
                && names[place].contains { resemblance.isBeaten(by: guess, to: $0) }
        }
    }

    /// The places that have one of `names`, by index.
    func places(sharing names: [NormalisedText]) -> Set<Int> {
        Set(names.flatMap { placesByText[$0.text] ?? [] })
    }

    /// All names of the countries that have one of `names`.
    func countryNames(sharing names: [NormalisedText]) -> [NormalisedText] {
        places(sharing: names).filter { $0 < countryCount }.sorted().flatMap { self.names[$0] }
    }

    /// All names of the places that have one of `names`.
    func allNames(sharing names: [NormalisedText]) -> [NormalisedText] {
        places(sharing: names).sorted().flatMap { self.names[$0] }
    }

    /// The names of a table's places: a header, then a place to a line, its names in Swedish, in English
    /// and, separated by semicolons, other forms in use. Any cell but the first may be empty: the name is
    /// the same. No name has a comma, a semicolon or a quotation mark.
    private static func rows(_ table: [UInt8]) -> [[String]] {
        table.split(separator: UInt8(ascii: "\n")).dropFirst().map { line in
            line.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }
}
