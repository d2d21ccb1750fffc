/// A part of the world a destination's region lies in.
enum Continent: CaseIterable, Sendable {
    case africa, antarctica, asia, europe, northAmerica, oceania, southAmerica

    /// From a package's free words: the continent itself, or a part of it.
    init?(ofRegion region: String) {
        guard let found = Self.byRegion[FoldedWords(region)] else { return nil }
        self = found
    }

    private static let byRegion = Dictionary(
        allCases.flatMap { continent in continent.regions.map { (FoldedWords($0), continent) } }
    ) { first, _ in first }

    /// Beginnings of the words that name this continent or its people.
    var forms: [String] {
        switch self {
        case .africa: ["Afrik", "Afric"]
        case .antarctica: ["Antarkti", "Antarcti"]
        case .asia: ["Asien", "Asiat", "Asia", "Mellanöstern", "Middle East"]
        case .europe: ["Europ", "Norden", "Nordisk", "Nordic", "Skandinav", "Scandinav", "Balkan"]
        case .northAmerica:
            ["Amerik", "Americ", "Nordamerik", "Latinamerik", "Karibi", "Caribbean", "Västindi"]
        case .oceania: ["Oceanien", "Oceania", "Polynes", "Melanes", "Mikrones", "Micrones"]
        case .southAmerica: ["Amerik", "Americ", "Sydamerik", "Latinamerik"]
        }
    }

    private var regions: [String] {
        switch self {
        case .africa:
            [
                "Afrika", "Nordafrika", "Västafrika", "Östafrika", "Centralafrika",
                "Södra Afrika", "Sahel", "Africa", "North Africa", "West Africa", "East Africa",
                "Central Africa", "Southern Africa", "The Sahel",
            ]
        case .antarctica: ["Antarktis", "Antarctica"]
        case .asia:
            [
                "Asien", "Östasien", "Sydostasien", "Sydasien", "Centralasien", "Västasien",
                "Mellanöstern", "Kaukasus", "Asia", "East Asia", "Southeast Asia",
                "South-East Asia", "South Asia", "Central Asia", "West Asia", "Western Asia",
                "Middle East", "The Middle East", "The Caucasus",
            ]
        case .europe:
            [
                "Europa", "Norden", "Skandinavien", "Baltikum", "Balkan", "Nordeuropa",
                "Sydeuropa", "Västeuropa", "Östeuropa", "Centraleuropa", "Mellaneuropa",
                "Europe", "Nordic countries", "Scandinavia", "The Baltics", "The Balkans",
                "Northern Europe", "Southern Europe", "Western Europe", "Eastern Europe",
                "Central Europe",
            ]
        case .northAmerica:
            [
                "Nordamerika", "Centralamerika", "Mellanamerika", "Karibien", "Västindien",
                "North America", "Central America", "Caribbean", "The Caribbean",
            ]
        case .oceania:
            [
                "Oceanien", "Australien", "Polynesien", "Melanesien", "Mikronesien", "Oceania",
                "Australasia", "Polynesia", "Melanesia", "Micronesia", "Australia",
            ]
        case .southAmerica: ["Sydamerika", "South America"]
        }
    }
}
