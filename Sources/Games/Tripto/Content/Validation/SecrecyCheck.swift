import GameState

/// Texts that a package tells before its reveal, folded once for all rules that look for words in it.
struct ToldTexts {
    struct Text {
        let path: String
        let text: FoldedWords
    }

    struct Clue {
        let path: String
        let points: Int
        let words: RoundPackage.Variant
        let text: FoldedWords
    }

    let intro: Text
    let banter: [Text]
    /// Every text of every clue.
    let clues: [Clue]
    let questions: [Text]

    init(of package: RoundPackage) {
        intro = Text(path: "intro", text: FoldedWords(package.intro))
        banter = package.banter.enumerated().map {
            Text(path: "banter[\($0)]", text: FoldedWords($1))
        }
        clues = package.wordings.map { path, points, words in
            Clue(path: path, points: points, words: words, text: FoldedWords(words.text))
        }
        questions = package.followups.enumerated().map {
            Text(path: "followups[\($0)].q", text: FoldedWords($1.q))
        }
    }

    fileprivate var betweenClues: [Text] { [intro] + banter }

    fileprivate var clueTexts: [Text] {
        clues.map { Text(path: "\($0.path).text", text: $0.text) }
    }
}

/// Finds what would give the destination away too soon (T-10.3-1, T-10.3-2, G-63, G-64).
enum SecrecyCheck {
    static func findings(in package: RoundPackage, _ told: ToldTexts) -> [Finding] {
        nameFindings(in: package, told) + countryFindings(in: package, told)
            + geographyFindings(in: package, told)
    }

    /// The name, in any form, before the reveal.
    private static func nameFindings(in package: RoundPackage, _ told: ToldTexts) -> [Finding] {
        let destination = package.destination
        // For a country its own name is the answer (G-62).
        let country = destination.kind == .country ? [destination.country] : []
        let names = ([destination.name] + destination.aliases + country)
            .map { (name: $0, folded: FoldedWords($0).withoutArticle) }
        return (told.betweenClues + told.clueTexts + told.questions).compactMap { told in
            guard let said = names.first(where: { told.text.contains($0.folded) }) else {
                return nil
            }
            return Finding(.name, at: told.path, "The text says \(said.name).")
        }
    }

    /// The country before the reveal: it is a part of the secret (protocol §3.2).
    private static func countryFindings(
        in package: RoundPackage,
        _ told: ToldTexts
    ) -> [Finding] {
        let country = GeographicForms(country: package.destination.country)
        return (told.betweenClues + told.clueTexts).compactMap { told in
            guard let said = country.first(in: told.text, locale: package.locale) else {
                return nil
            }
            return Finding(.country, at: told.path, "The text tells the country: \(said).")
        }
    }

    /// Region and continent in the first clue; elsewhere before the clues it is worth a look.
    private static func geographyFindings(
        in package: RoundPackage,
        _ told: ToldTexts
    ) -> [Finding] {
        let places = GeographicForms(region: package.destination.region)
        var findings: [Finding] = []
        for clue in told.clues where clue.points == PackageLimits.cluePoints.first {
            guard let said = places.first(in: clue.text, locale: package.locale) else { continue }
            findings.append(
                Finding(
                    .geography,
                    at: "\(clue.path).text",
                    "The hardest clue tells the part of the world: \(said).",
                    severity: package.difficulty == .easy ? .warning : .error
                )
            )
        }
        for told in told.betweenClues {
            guard let said = places.first(in: told.text, locale: package.locale) else { continue }
            findings.append(
                Finding(
                    .early,
                    at: told.path,
                    "The text tells the part of the world: \(said).",
                    severity: .warning
                )
            )
        }
        return findings
    }
}

/// No follow-up asks for what the clues have told (T-10.3-4, T-10.2-10, T-10.2-11).
enum FollowupLeakCheck {
    static func findings(in package: RoundPackage, _ told: ToldTexts) -> [Finding] {
        let years = Set(told.clues.flatMap { $0.text.words(where: isYear) })
        return package.followups.enumerated().flatMap { index, followup in
            let path = "followups[\(index)]"
            let terms = followup.antiLeak.bannedTerms.map { FoldedWords($0) }
            let leaks = leakFindings(in: followup, at: path, terms: terms, clues: told.clues)
            return leaks
                + overlapFindings(in: followup, at: path, isOverlapping: !leaks.isEmpty)
                + termFindings(
                    in: followup,
                    at: "\(path).antiLeak.bannedTerms",
                    terms: terms,
                    years: years
                )
        }
    }

    /// Answers that stand in a clue, and nothing else.
    static func answerFindings(in package: RoundPackage, _ told: ToldTexts) -> [Finding] {
        package.followups.enumerated().flatMap { index, followup in
            leakFindings(in: followup, at: "followups[\(index)]", terms: [], clues: told.clues)
        }
    }

    /// An answer that stands in a clue, or shares a banned term.
    private static func leakFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        terms: [FoldedWords],
        clues: [ToldTexts.Clue]
    ) -> [Finding] {
        let answers =
            [("\(path).a", followup.a)]
            + followup.accepted.enumerated().map { ("\(path).accepted[\($0)]", $1) }
        return answers.flatMap { path, answer in
            let words = FoldedWords(answer).withoutArticle
            var findings: [Finding] = []
            if let clue = clues.first(where: { $0.text.contains(words) }) {
                findings.append(
                    Finding(.answerInClue, at: path, "\(clue.path) has said \(answer) already.")
                )
            }
            if let term = terms.first(where: { $0.contains(words) || words.contains($0) }) {
                let banned = term.words.joined(separator: " ")
                findings.append(
                    Finding(
                        .answerBanned,
                        at: path,
                        "\(answer) overlaps the banned term \(banned)."
                    )
                )
            }
            return findings
        }
    }

    private static func overlapFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        isOverlapping: Bool
    ) -> [Finding] {
        guard followup.antiLeak.overlap != isOverlapping else { return [] }
        return [
            Finding(.overlap, at: "\(path).antiLeak.overlap", "It is \(isOverlapping) in truth.")
        ]
    }

    private static func termFindings(
        in followup: RoundPackage.Followup,
        at path: String,
        terms: [FoldedWords],
        years: Set<String>
    ) -> [Finding] {
        guard !terms.isEmpty else {
            return [Finding(.bannedTerms, at: path, "No clue bans nothing.")]
        }
        let bad = followup.antiLeak.bannedTerms.enumerated().filter { index, term in
            terms[index].isEmpty || term != term.lowercased()
        }
        let unbanned = years.isEmpty ? [] : years.subtracting(terms.flatMap(\.words)).sorted()
        return bad.map { index, term in
            Finding(.bannedTerms, at: "\(path)[\(index)]", "\(term) is empty or not lower-case.")
        }
            + unbanned.map { year in
                Finding(.bannedYear, at: path, "A clue says \(year).", severity: .warning)
            }
    }

    /// Of our era and in four digits; fewer are more often a number of things.
    private static func isYear(_ word: ArraySlice<UInt8>) -> Bool {
        word.count == 4
            && Int(String(decoding: word, as: UTF8.self)).map { 1000..<2100 ~= $0 } == true
    }
}

/// The words that tell a destination's country, or its part of the world, in Swedish and English, with
/// those for their people.
struct GeographicForms {
    private let forms: [FoldedWords]

    init(country: String) {
        self.init(country, CountryForms.forms(ofCountry: country))
    }

    /// With its continent.
    init(region: String) {
        self.init(region, Continent(ofRegion: region).map(\.forms) ?? [])
    }

    private init(_ name: String, _ others: [String]) {
        var seen: Set<FoldedWords> = []
        forms = ([name] + Self.stem(of: name) + others)
            .map { FoldedWords($0).withoutArticle }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The first word of `text` that tells; a point of the compass before it changes nothing
    /// ("nordafrikansk").
    func first(in text: FoldedWords, locale: String) -> String? {
        let ordinary = PackageLocale(rawValue: locale).map { Self.ordinaryWords[$0] ?? [] } ?? []
        lazy var words = text.words.filter { !ordinary.contains($0) }
            .map { (whole: $0, bare: Self.withoutDirection($0)) }
        let told = forms.first { form in
            guard form.isOneWord else { return text.contains(form) }
            guard text.mayTell(form), let name = form.words.first else { return false }
            return words.contains { word in
                FoldedWords.isForm(word.whole, of: name) || FoldedWords.isForm(word.bare, of: name)
            }
        }
        return told?.words.joined(separator: " ")
    }

    /// Without its last vowel a long name begins its adjective too: Marocko, marockansk.
    private static func stem(of name: String) -> [String] {
        let words = FoldedWords(name).words
        guard words.count == 1, let word = words.first, word.count >= shortestStemmedName else {
            return []
        }
        guard let last = word.last, "aeiouy".contains(last) else { return [] }
        return [String(word.dropLast())]
    }

    private static func withoutDirection(_ word: String) -> String {
        guard let direction = directions.first(where: word.hasPrefix) else { return word }
        return String(word.dropFirst(direction.count))
    }

    /// In letters; five are left of it.
    private static let shortestStemmedName = 6

    /// Longer ones first, as the first that fits is taken.
    private static let directions = [
        "nordost", "nordvast", "sydost", "sydvast", "central", "mellan", "latin", "nord", "syd",
        "vast", "ost",
    ]

    /// Words that look like a place's name in the other language.
    private static let ordinaryWords: [PackageLocale: Set<String>] = [
        .en: ["island", "islands", "islander", "islanders"],
        .sv: ["turkos", "turkosa", "turkost"],
    ]
}
