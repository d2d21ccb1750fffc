import GameState
import Testing

@testable import TriptoGame

/// One thing done to the sample that one rule has to find.
struct Flaw: Sendable, CustomTestStringConvertible {
    let rule: Finding.Rule
    let path: String
    let severity: Finding.Severity
    let make: @Sendable (inout RoundPackage) -> Void

    init(
        _ rule: Finding.Rule,
        at path: String,
        severity: Finding.Severity = .error,
        make: @escaping @Sendable (inout RoundPackage) -> Void
    ) {
        self.rule = rule
        self.path = path
        self.severity = severity
        self.make = make
    }

    var testDescription: String { "\(rule.rawValue) at \(path)" }

    static let all = identity + structure + writing + evidence + secrecy + said + followups

    private static let identity = [
        Flaw(.packageID, at: "id") { $0.id = "kyoto.sv" },
        Flaw(.destinationID, at: "destination.id") { $0.destination.id = "Kyoto" },
        Flaw(.destinationID, at: "destination.id") { $0.destination.id = "kyo--to" },
        Flaw(.locale, at: "locale") { $0.locale = "de" },
        Flaw(.region, at: "destination.region") { $0.destination.region = "Atlantis" },
        Flaw(.coordinates, at: "destination.lat") { $0.destination.lat = -90.01 },
        Flaw(.coordinates, at: "destination.lon") { $0.destination.lon = .nan },
        Flaw(.wikidataID, at: "destination.wikidata") { $0.destination.wikidata = "34600" },
        Flaw(.wikidataID, at: "clues[1].sources[0].wikidata") {
            $0.clues[1].sources[0].wikidata = "Q034"
        },
        Flaw(.alias, at: "destination.aliases[0]") { $0.destination.aliases[0] = "–" },
        Flaw(.alias, at: "destination.aliases[1]") { $0.destination.aliases[1] = "KIÔTO" },
        Flaw(.theme, at: "themes") { $0.themes = [] },
        Flaw(.theme, at: "themes[1]") { $0.themes[1] = "Temples" },
    ]

    private static let structure = [
        Flaw(.points, at: "clues") { $0.clues.swapAt(0, 1) },
        Flaw(.points, at: "clues") { $0.clues.removeLast() },
        Flaw(.followupCount, at: "followups") { $0.followups.removeLast() },
        Flaw(.followupIndex, at: "followups[0].index") { $0.followups[0].index = 0 },
        Flaw(.measured, at: "measured") { $0.measured = .init(players: 3, right: [0, 1, 2, 3]) },
        Flaw(.measured, at: "measured") {
            $0.measured = .init(players: 3, right: [0, 2, 1, 3, 3])
        },
        Flaw(.measured, at: "measured") {
            $0.measured = .init(players: 3, right: [0, 0, 1, 3, 4])
        },
        Flaw(.measured, at: "measured") {
            $0.measured = .init(players: 0, right: [0, 0, 0, 0, 0])
        },
        Flaw(.measured, at: "measured.right", severity: .warning) {
            $0.measured = .init(players: 3, right: [2, 2, 3, 3, 3])
        },
        Flaw(.measured, at: "measured.right", severity: .warning) {
            $0.measured = .init(players: 3, right: [0, 0, 0, 0, 0])
        },
        Flaw(.length, at: "clues[3].text") {
            $0.clues[3].text = "Thirty-nine characters, one too few now"
        },
        Flaw(.length, at: "clues[3].text") {
            $0.clues[3].text = String(repeating: "å", count: 321)
        },
        Flaw(.length, at: "intro") { $0.intro = "" },
        Flaw(.length, at: "revealText") { $0.revealText = String(repeating: "a", count: 401) },
        Flaw(.length, at: "followups[2].q") {
            $0.followups[2].q = String(repeating: "a", count: 161)
        },
        Flaw(.length, at: "banter[0]") { $0.banter[0] = String(repeating: "a", count: 121) },
        Flaw(.listLength, at: "clues[0].variants") {
            $0.clues[0].variants = Array(repeating: $0.clues[0].words, count: 5)
        },
        Flaw(.listLength, at: "banter") { $0.banter = Array(repeating: "Well.", count: 33) },
    ]

    private static let writing = [
        Flaw(.control, at: "intro") { $0.intro += "\u{7}" },
        Flaw(.control, at: "clues[2].text") { $0.clues[2].text += "\u{202E}" },
        Flaw(.normalForm, at: "revealText") { $0.revealText += " A\u{30A}" },
        Flaw(.spacing, at: "banter[0]") { $0.banter[0] = "Breathe  in." },
        Flaw(.spacing, at: "followups[1].a") { $0.followups[1].a = "Maiko " },
        Flaw(.markup, at: "clues[1].text") { $0.clues[1].text += " <b>" },
        Flaw(.markup, at: "intro") { $0.intro += " &amp; on" },
    ]

    private static let evidence = [
        Flaw(.claim, at: "clues[0].claims") {
            $0.clues[0].claims = []
            $0.clues[0].sources = []
            $0.clues[0].verification.claims = [:]
        },
        Flaw(.claim, at: "clues[0].claims[1].id") {
            $0.clues[0].claims.append($0.clues[0].claims[0])
        },
        Flaw(.source, at: "clues[0].claims[0]") { $0.clues[0].sources = [] },
        Flaw(.source, at: "clues[0].sources[0].claim") { $0.clues[0].sources[0].claim = nil },
        Flaw(.source, at: "followups[0].sources") { $0.followups[0].sources = [] },
        Flaw(.source, at: "followups[0].sources[0].claim") {
            $0.followups[0].sources[0].claim = "c10"
        },
        Flaw(.page, at: "clues[4].sources[0].pages[1]") {
            $0.clues[4].sources[0].pages[1] = "http://www.example.com/"
        },
        Flaw(.domains, at: "clues[4].claims[0]") {
            $0.clues[4].sources[0].pages[1] = "https://sv.wikipedia.org/wiki/Kyoto"
        },
        Flaw(.evidence, at: "clues[4].sources[0].evidence[0].property") {
            $0.clues[4].sources[0].evidence = [
                .init(
                    .statement(item: "Q34600", property: "Q571", value: "794"),
                    checkedOn: "2026-11-24",
                    checkAgainOn: nil
                )
            ]
        },
        Flaw(.domains, at: "followups[1].sources") {
            $0.followups[1].sources[0].pages.removeLast()
        },
        Flaw(.verification, at: "clues[0].verification.claims") {
            $0.clues[0].verification.claims["c9"] = .verified
        },
        Flaw(.verification, at: "clues[0].verification.status") {
            $0.clues[0].verification.claims["c10"] = .rejected
        },
        Flaw(.unverified, at: "clues[0].verification.status") {
            $0.clues[0].verification.status = .uncertain
            $0.clues[0].verification.claims["c10"] = .uncertain
        },
    ]

    private static let secrecy = [
        Flaw(.name, at: "clues[4].text") { $0.clues[4].text += " Kyotos!" },
        Flaw(.name, at: "clues[4].text") { $0.clues[4].text += " The KYŌTO-protocol." },
        Flaw(.name, at: "intro") { $0.intro += " Heiankyo." },
        Flaw(.name, at: "banter[0]") { $0.banter[0] += " Heian-Kyo's." },
        Flaw(.name, at: "followups[0].q") { $0.followups[0].q += " Edo's." },
        Flaw(.name, at: "clues[0].text") {
            $0.destination.kind = .country
            $0.clues[0].text += " Japan."
        },
        Flaw(.country, at: "clues[0].text") { $0.clues[0].text += " Japanese." },
        Flaw(.country, at: "clues[4].text") { $0.clues[4].text += " Japan's." },
        Flaw(.country, at: "intro") { $0.intro += " Off to Japan." },
        Flaw(.geography, at: "clues[0].text") { $0.clues[0].text += " Östasiatiskt." },
        Flaw(.country, at: "clues[3].text") {
            $0.destination.country = "Sweden"
            $0.difficulty = .hard
            $0.clues[3].text += " Svenskarnas."
        },
        Flaw(.early, at: "intro", severity: .warning) { $0.intro += " Off to Asia." },
        Flaw(.superlative, at: "clues[2].text") { $0.clues[2].text += " The most sacred." },
        Flaw(.superlative, at: "clues[2].text") {
            $0.locale = "sv"
            $0.clues[2].text += " Den största."
        },
        Flaw(.superlative, at: "revealText", severity: .warning) {
            $0.revealText += " The oldest."
        },
    ]

    private static let said = [
        Flaw(.length, at: "introSay") { $0.introSay = "" },
        Flaw(.length, at: "clues[1].say") { $0.clues[1].say = String(repeating: "å", count: 601) },
        Flaw(.control, at: "clues[2].say") { $0.clues[2].say = $0.clues[2].text + "\u{7}" },
        Flaw(.markup, at: "revealSay") { $0.revealSay = $0.revealText + " <break>" },
        Flaw(.said, at: "clues[4].say") { $0.clues[4].say = $0.clues[4].text + " Kyotos!" },
        Flaw(.said, at: "clues[4].say") { $0.clues[4].say = $0.clues[4].text + " Kiotto." },
        Flaw(.said, at: "clues[3].say") { $0.clues[3].say = $0.clues[3].text + " K, Y, O, T, O." },
        Flaw(.said, at: "introSay") { $0.introSay = $0.intro + " Off to Japan." },
        Flaw(.said, at: "clues[0].say") { $0.clues[0].say = $0.clues[0].text + " Östasiatiskt." },
        Flaw(.said, at: "clues[2].say") { $0.clues[2].say = $0.clues[2].text + " Most sacred." },
        Flaw(.said, at: "followups[0].say") { $0.followups[0].say = $0.followups[0].q + " Edo's." },
        Flaw(.said, at: "followups[1].a") { $0.clues[2].say = $0.clues[2].text + " A maiko." },
        Flaw(.said, at: "followups[2].say") { $0.followups[2].say = "Something else altogether?" },
        Flaw(.said, at: "revealSay", severity: .warning) {
            $0.revealSay = $0.revealText + " The oldest."
        },
        Flaw(.said, at: "clues[3].say", severity: .warning) { $0.clues[3].say = $0.clues[3].text },
    ]

    private static let followups = [
        Flaw(.answerInClue, at: "followups[1].a") { $0.followups[1].a = "Stone" },
        Flaw(.answerInClue, at: "followups[1].accepted[0]") {
            $0.followups[1].accepted[0] = "A gate"
        },
        Flaw(.answerBanned, at: "followups[1].a") { $0.followups[1].a = "The Gold Coast" },
        Flaw(.overlap, at: "followups[1].antiLeak.overlap") {
            $0.followups[1].antiLeak.overlap = true
        },
        Flaw(.overlap, at: "followups[1].antiLeak.overlap") { $0.followups[1].a = "1889" },
        Flaw(.bannedTerms, at: "followups[2].antiLeak.bannedTerms") {
            $0.followups[2].antiLeak.bannedTerms = []
        },
        Flaw(.bannedTerms, at: "followups[2].antiLeak.bannedTerms[3]") {
            $0.followups[2].antiLeak.bannedTerms.append("Geisha")
        },
        Flaw(.bannedYear, at: "followups[2].antiLeak.bannedTerms", severity: .warning) {
            $0.followups[2].antiLeak.bannedTerms = ["gold"]
        },
    ]
}
