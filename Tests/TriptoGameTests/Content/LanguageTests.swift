import GameState
import Testing

@testable import TriptoGame

@Suite struct LanguageTests {
    @Test(arguments: [
        ("Stockholms gator", "Stockholm"), ("i stockholmarnas stad", "Stockholm"),
        ("Kyotoprotokollet", "Kyōto"), ("Zürich-sjön", "Zurich"), ("LODZ", "Łódź"),
        ("New Yorks gator", "New York"), ("newyorkare", "New York"), ("Romes", "Rome"),
        ("Rio's beach", "Rio"), ("år 1889.", "1889"), ("Côte d’Ivoire", "cote d'ivoire"),
    ])
    func `a name is heard in any form`(_ text: String, _ name: String) {
        #expect(FoldedWords(text).contains(FoldedWords(name)))
    }

    @Test func `a text of single scalars folds as its decomposition does`() {
        let scalars = (0x20..<0x250).compactMap(Unicode.Scalar.init) + "–—‘’“”…".unicodeScalars
        for scalar in scalars {
            let text = "a\(scalar)b \(scalar)"
            // A scalar beyond the table sends all of the text the long way.
            #expect(FoldedWords(text).words == FoldedWords(text + " \u{2028}").words, "\(text)")
        }
    }

    /// Every name, answer and banned term of the bank in every text of its package, and in those of the next.
    @Test func `bytes and characters hear the same names`() throws {
        let packages = try PackageBank.bundled().packages
        var heard = 0
        for (package, other) in zip(packages, packages.dropFirst() + packages.prefix(1)) {
            let texts =
                [package.intro, package.revealText, other.revealText] + package.banter
                + (package.wordings + other.wordings).map(\.words.text)
            let names =
                [package.destination.name, package.destination.country]
                + package.destination.aliases
                + package.followups.flatMap { [$0.a] + $0.accepted + $0.antiLeak.bannedTerms }
            for text in texts.map(FoldedWords.init) {
                for name in names.map(FoldedWords.init) {
                    let isHeard = text.contains(name)
                    #expect(isHeard == text.containsByWords(name), "\(name.words) in \(text.words)")
                    if isHeard { heard += 1 }
                    #expect(!isHeard || !name.isOneWord || text.mayTell(name))
                }
            }
        }
        #expect(heard > 1_000)
    }

    @Test(arguments: PackageLocale.allCases)
    func `no superlative is passed over by its ending`(_ locale: PackageLocale) throws {
        let language = Superlatives.of(locale)
        var heard = 0
        for package in try PackageBank.bundled().packages where package.locale == locale.rawValue {
            let texts =
                package.wordings.flatMap { [$0.words.text] + $0.words.claims.map(\.statement) }
            for text in (texts + [package.revealText]).map(FoldedWords.init) {
                let words = text.words
                let all = words.indices.filter { language.bare(words[$0]) != nil }.filter { index in
                    let before = index > 0 ? [words[index - 1], words[index]] : []
                    let behind = index + 1 < words.count ? [words[index], words[index + 1]] : []
                    return !language.harmlessPairs.contains(before)
                        && !language.harmlessPairs.contains(behind)
                }
                #expect(
                    language.superlatives(in: text) == all.compactMap { language.bare(words[$0]) }
                )
                heard += all.count
            }
        }
        #expect(heard >= 20)
    }

    @Test func `a plain text is one against which nothing can be said`() {
        let scalars =
            (0x00..<0x250).compactMap(Unicode.Scalar.init)
            + "–—‘’“”…‐\u{200B}\u{2028}e\u{301}<&".unicodeScalars
        var plain = 0
        for scalar in scalars {
            for text in ["a\(scalar)b", "a \(scalar)", "\(scalar)", "a\(scalar)\(scalar)b"] {
                guard let count = text.plainCount else { continue }
                #expect(count == text.count && WritingCheck.findings(in: text, at: "") == [])
                plain += 1
            }
        }
        #expect(plain > 1_000)
        #expect("Åre – så långt norrut".plainCount == 21 && "".plainCount == 0)
        for text in [
            " a", "a ", "a  b", "a\u{A0}b", "a\u{AD}b", "A\u{30A}", "a<b", "&amp;", "\r\n",
        ] {
            #expect(text.plainCount == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("riot", "Rio"), ("Holm", "Stockholm"), ("18890 stenar", "1889"), ("new yorkshire", ""),
        ("a new day in York", "New York"), ("i Upp sala", "Uppsala"), ("", "Rome"),
    ])
    func `a name is not heard in another word`(_ text: String, _ name: String) {
        #expect(!FoldedWords(text).contains(FoldedWords(name)))
    }

    @Test(arguments: [
        ("Sverige", "Europa", "sv", "svenskarnas"), ("Sweden", "Europe", "en", "Swedish"),
        ("Sydafrika", "Afrika", "sv", "sydafrikanska"), ("Marocko", "Afrika", "sv", "marockansk"),
        ("Marocko", "Afrika", "sv", "nordafrikansk"), ("Japan", "Asien", "sv", "Sydostasiens"),
        ("Island", "Norden", "sv", "islands"), ("Iceland", "Europe", "en", "Icelander"),
        ("The Netherlands", "Europe", "en", "a Dutch painter"),
        ("South Korea", "Asia", "en", "Korean"), ("Peru", "South America", "en", "Peruvian"),
        ("USA", "Nordamerika", "sv", "amerikanen"), ("Fiji", "Oceania", "en", "Fijian"),
        ("Japan", "Asia", "en", "in the Middle East"),
    ])
    func `country and continent are heard`(
        _ country: String,
        _ region: String,
        _ locale: String,
        _ text: String
    ) {
        #expect(place(country, region, in: text, locale) != nil)
    }

    @Test(arguments: [
        ("Iceland", "Europe", "en", "on an island"), ("Turkiet", "Asien", "sv", "turkosa tak"),
        ("Japan", "Asia", "en", "a European fantasia"), ("Egypt", "Africa", "en", "old stones"),
        ("Sverige", "Europa", "sv", "svamp och sten"), ("Kina", "Asien", "sv", "en kinkig fråga"),
    ])
    func `other words are not taken for a place`(
        _ country: String,
        _ region: String,
        _ locale: String,
        _ text: String
    ) {
        #expect(place(country, region, in: text, locale) == nil)
    }

    @Test func `every row of countries is found by each of its names`() {
        for name in ["Sverige", "Sweden", "UK", "the Philippines", "Tjeckien", "Czechia"] {
            #expect(CountryForms.forms(ofCountry: name).count > 2, "\(name)")
        }
        #expect(CountryForms.forms(ofCountry: "Atlantis") == [])
    }

    @Test(arguments: [
        ("Asien", Continent.asia), ("Southeast Asia", .asia), ("the caribbean", .northAmerica),
        ("Norden", .europe), ("sydamerika", .southAmerica), ("Oceania", .oceania),
        ("Östafrika", .africa), ("Antarktis", .antarctica),
    ])
    func `a region lies on a continent`(_ region: String, _ continent: Continent) {
        #expect(Continent(ofRegion: region) == continent)
    }

    @Test(arguments: [
        ("den största staden", ["storst"]), ("äldst och högsta", ["aldst", "hogst"]),
        ("den nordligaste", ["nordligast"]), ("bland de rikaste", ["rikast"]),
        ("endast plast i kontrasten mot Belfast", []), ("knappast en gymnast", []),
    ])
    func `Swedish superlatives are heard`(_ text: String, _ words: [String]) {
        #expect(Superlatives.of(.sv).superlatives(in: FoldedWords(text)) == words)
    }

    @Test(arguments: [
        ("the largest and the Northernmost", ["largest", "northernmost"]),
        ("most visited, best known", ["most", "best"]), ("at least most of the forest", []),
        ("a guest in Budapest, almost honest", []), ("the least known", ["least"]),
    ])
    func `English superlatives are heard`(_ text: String, _ words: [String]) {
        #expect(Superlatives.of(.en).superlatives(in: FoldedWords(text)) == words)
    }

    @Test(arguments: [
        ("https://sv.wikipedia.org/wiki/A", "wikipedia.org"),
        ("https://www.bbc.co.uk/news", "bbc.co.uk"), ("https://www.gov.uk/", "www.gov.uk"),
        ("HTTPS://WHC.UNESCO.ORG", "unesco.org"),
        ("https://a.b.example.com:443?x#y", "example.com"),
        ("https://www.kyoto-u.ac.jp/en", "kyoto-u.ac.jp"), ("https://co.uk/", "co.uk"),
    ])
    func `a page belongs to a domain`(_ page: String, _ domain: String) {
        #expect(RegistrableDomain(ofPage: page)?.name == domain)
    }

    @Test(arguments: [
        "ftp://example.com/", "https://", "https://localhost/", "https://a..b/", "example.com",
        "https://127.0.0.1/", "https://user@example.com/", "https://exa mple.com/",
    ])
    func `what has no domain is no page`(_ page: String) {
        #expect(RegistrableDomain(ofPage: page) == nil)
    }

    @Test func `an address tells whether it is secure`() {
        #expect(RegistrableDomain(ofPage: "https://example.com/")?.isSecure == true)
        #expect(RegistrableDomain(ofPage: "http://example.com/")?.isSecure == false)
    }

    private func place(
        _ country: String,
        _ region: String,
        in text: String,
        _ locale: String
    ) -> String? {
        GeographicForms(country: country).first(in: FoldedWords(text), locale: locale)
            ?? GeographicForms(region: region).first(in: FoldedWords(text), locale: locale)
    }
}
