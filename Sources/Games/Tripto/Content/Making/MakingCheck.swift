import GameState
import Making

/// Checks on the way from a theme to a package. What `PackageValidator` finds is named by its own rules, as
/// `rule:name`.
enum MakingCheck: String, CaseIterable {
    // Of a place that was proposed.
    case unknownPlace = "unknown-place"
    case noCoordinates = "no-coordinates"
    case noCountry = "no-country"
    case noContinent = "no-continent"
    case taken
    case namedByTheme = "named-by-theme"
    case difficulty
    case tooFewFacts = "too-few-facts"

    // Of a clue.
    case missingText = "missing-text"
    case noClaim = "no-claim"
    case unknownFact = "unknown-fact"
    case notQuoted = "not-quoted"
    case number
    case name
    case superlative
    case thin
    case policy
    case judge
    case unclaimed
    case alsoFits = "also-fits"
    case repeatedFact = "repeated-fact"
    case leak
    case acrostic
    case script
    case rude
    case address

    // Of the clues together, as players found.
    case tooEasy = "too-easy"
    case unsolved

    // Of a follow-up.
    case answerNotInFact = "answer-not-in-fact"
    case answerInQuestion = "answer-in-question"
    case answerInClue = "answer-in-clue"
    case notGradable = "not-gradable"
    case blind
    case twice

    // Of what is said around them.
    case factOutside = "fact-outside"
    case noName = "no-name"
}

/// A claim, as it was taken out of a clue's text.
struct MadeClaim: Codable, Hashable {
    let id: String
    /// The id of the text.
    let text: String
    let statement: String
    let evidence: [Quote]

    struct Quote: Codable, Hashable {
        let fact: String
        let quote: String
    }
}

/// Checks that compare words with facts: no model is asked, so none can be talked into a yes.
struct Support {
    private let pack: FactPack
    private let locale: PackageLocale
    /// The place's own, which any claim may name.
    private let ownNames: [FoldedWords]

    init(_ pack: FactPack, _ locale: PackageLocale, ownNames: [String]) {
        self.pack = pack
        self.locale = locale
        self.ownNames = ownNames.map { FoldedWords($0) }
    }

    /// The facts that bear a claim; empty where the policy is not met (T-10.2-7).
    func bearing(_ claim: MadeClaim) -> Result<[SourcedFact], Fault> {
        var bearing: [SourcedFact] = []
        var fault: Fault?
        for quote in claim.evidence {
            guard let fact = pack.fact(quote.fact) else {
                fault =
                    fault
                    ?? Fault(MakingCheck.unknownFact, at: claim.text, "\(quote.fact) is no fact.")
                continue
            }
            guard Self.stands(quote.quote, in: fact.statement) else {
                let sentence = "\(fact.id) does not say “\(quote.quote)”."
                fault = fault ?? Fault(MakingCheck.notQuoted, at: claim.text, sentence)
                continue
            }
            if let flaw = flaw(of: claim.statement, by: fact, at: claim.text) {
                fault = fault ?? flaw
            } else if !bearing.contains(fact) {
                bearing.append(fact)
            }
        }
        let hasOne = bearing.contains(where: \.isStructured)
        if hasOne || Set(bearing.compactMap(\.domain)).count >= 2 { return .success(bearing) }
        let sentence = "“\(claim.statement)” rests on less than a statement or two texts."
        return .failure(fault ?? Fault(MakingCheck.policy, at: claim.text, sentence))
    }

    private static func stands(_ quote: String, in statement: String) -> Bool {
        let words = FoldedWords(quote)
        guard !words.isEmpty else { return false }
        let all = FoldedWords(statement).words
        return all.indices.contains { start in all[start...].starts(with: words.words) }
    }

    /// The reason why one fact does not bear a statement.
    private func flaw(of statement: String, by fact: SourcedFact, at place: String) -> Fault? {
        let told = ([fact.statement] + fact.values).joined(separator: ". ")
        let numbers = NumbersInText(statement, locale).all
            .subtracting(NumbersInText(told, locale).all)
        if let number = numbers.min() {
            return Fault(MakingCheck.number, at: place, "\(fact.id) does not say \(number).")
        }
        let words = FoldedWords(told).words
        if let name = Self.names(in: statement).first(where: { !isKnown($0, words) }) {
            return Fault(MakingCheck.name, at: place, "\(fact.id) does not name \(name).")
        }
        let superlatives = Superlatives.of(locale)
        let backed = superlatives.superlatives(in: FoldedWords(told))
        let claimed = superlatives.superlatives(in: FoldedWords(statement))
        if let word = claimed.first(where: { !backed.contains($0) }) {
            return Fault(MakingCheck.superlative, at: place, "\(fact.id) does not say \(word).")
        }
        let share = share(of: statement, in: words)
        guard share >= Self.fewestShared else {
            let percent = Int(share * 100)
            let sentence = "Only \(percent) % of the words of “\(statement)” stand in \(fact.id)."
            return Fault(MakingCheck.thin, at: place, sentence)
        }
        return nil
    }

    /// Of the words that carry a claim.
    private static let fewestShared = 0.6

    private func share(of statement: String, in words: [String]) -> Double {
        let own = Set(ownNames.flatMap(\.words))
        let carrying = FoldedWords(statement).words.filter { word in
            word.count >= FoldedWords.shortestStem && !Self.common.contains(word)
                && !own.contains(where: { FoldedWords.isForm(word, of: $0) })
                && !word.allSatisfy(\.isNumber)
        }
        guard !carrying.isEmpty else { return 1 }
        return Double(carrying.count { word in words.contains { Self.areAlike(word, $0) } })
            / Double(carrying.count)
    }

    /// One is a form of the other, or both are of one stem.
    private static func areAlike(_ one: String, _ other: String) -> Bool {
        if FoldedWords.isForm(one, of: other) || FoldedWords.isForm(other, of: one) { return true }
        let common = zip(one, other).prefix { $0 == $1 }.count
        return common >= max(FoldedWords.shortestStem + 1, min(one.count, other.count) - 2)
    }

    /// Numbers and names of a text that its claims' facts do not have: nothing is told beside what was checked.
    func strangers(in text: String, at place: String, bearing facts: [SourcedFact]) -> Fault? {
        let told = facts.flatMap { [$0.statement] + $0.values }.joined(separator: ". ")
        let numbers = NumbersInText(text, locale).all.subtracting(NumbersInText(told, locale).all)
        if let number = numbers.min() {
            return Fault(MakingCheck.number, at: place, "No fact of its claims says \(number).")
        }
        let words = FoldedWords(told).words
        if let name = Self.names(in: text).first(where: { !isKnown($0, words) }) {
            return Fault(MakingCheck.name, at: place, "No fact of its claims names \(name).")
        }
        return nil
    }

    /// The same for a text that claims nothing: it may tell only what any fact of the pack does.
    func strangers(in text: String, at place: String) -> Fault? {
        strangers(in: text, at: place, bearing: pack.facts)
    }

    private func isKnown(_ name: String, _ words: [String]) -> Bool {
        FoldedWords(name).words.allSatisfy { part in
            words.contains { FoldedWords.isForm(part, of: $0) || FoldedWords.isForm($0, of: part) }
                || ownNames.contains { name in
                    name.words.contains { FoldedWords.isForm(part, of: $0) }
                }
        }
    }

    /// Words with a capital inside a sentence, and at its beginning where another one follows.
    static func names(in text: String) -> [String] {
        let words = text.split { $0 == " " || $0 == "–" || $0 == "—" }
        var names: [String] = []
        var opens = true
        for (place, word) in words.enumerated() {
            let bare = word.drop { !$0.isLetter && !$0.isNumber }
            let next = words.dropFirst(place + 1).first?.first { $0.isLetter || $0.isNumber }
            let isCapital = bare.first?.isUppercase == true
            let letters = bare.prefix { $0.isLetter || "-’'".contains($0) }
            let isName = isCapital && (!opens || next?.isUppercase == true)
            if isName, letters.count > 1, !capitalised.contains(letters.lowercased()) {
                names.append(String(letters))
            }
            opens = word.last.map { ".!?:”\"»".contains($0) } ?? opens
        }
        return names
    }

    /// Words that English writes with a capital, and what often opens a sentence before a name.
    private static let capitalised = list(
        """
        january february march april may june july august september october november december monday tuesday \
        wednesday thursday friday saturday sunday i'm i’m i'll i’ll the in on at a an de en ett det den i på här
        """
    )

    /// Words that carry no claim, folded.
    private static let common = list(
        """
        this that with from have been were they their there here which what when where also into than then city town \
        place people stands stand lies called known many some only over under about after before during more very \
        each once still every near beside value says said tells told detta denna dessa fran efter innan under over \
        ocksa sedan finns ligger kallas heter manga nagra bara staden platsen folk star blev vara varit hade alla \
        mycket varde sager berattar
        """
    )

    private static func list(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: \.isWhitespace).map { String($0) })
    }
}

/// Checks that a text gives nothing away, however it is disguised.
struct Disguises {
    private let names: [FoldedWords]
    private let countries: [FoldedWords]

    /// - Parameters:
    ///   - names: of the place, in all languages.
    ///   - countries: names of its country, in all languages.
    init(names: [String], countries: [String]) {
        self.names = Self.usable(names)
        self.countries = Self.usable(countries)
    }

    /// Shorter ones are words of some language.
    private static func usable(_ names: [String]) -> [FoldedWords] {
        Array(Set(names.map { FoldedWords($0).withoutArticle }))
            .filter { name in
                name.words.joined().count >= FoldedWords.shortestStem
                    && name.words.joined().utf8.allSatisfy { $0 < 0x80 }
            }
            .sorted { $0.words.joined() < $1.words.joined() }
    }

    /// - Parameter country: whether the country counts too.
    func fault(in text: String, at place: String, country: Bool = true) -> Fault? {
        if let letter = text.unicodeScalars.first(where: Self.isForeign) {
            let code = String(letter.value, radix: 16, uppercase: true)
            return Fault(MakingCheck.script, at: place, "U+\(code) is no Latin letter.")
        }
        if NameFilter.medium.refuses(aWordOf: text) {
            return Fault(
                MakingCheck.rude,
                at: place,
                "It has a word that no guest may be called by."
            )
        }
        let folded = FoldedWords(text)
        let spelled = Self.spelled(folded.words)
        for name in names + (country ? countries : []) {
            let joined = name.words.joined()
            if folded.contains(name) || isInside(folded, joined) || spelled.contains(joined) {
                return Fault(MakingCheck.leak, at: place, "The text tells the name \(joined).")
            }
        }
        let initials = [
            folded.words.compactMap(\.first),
            text.split { ".!?\n".contains($0) }.compactMap {
                FoldedWords(String($0)).words.first?.first
            },
            folded.words.compactMap(\.last),
        ]
        for name in names {
            let joined = name.words.joined()
            if initials.contains(where: { String($0).contains(joined) }) {
                return Fault(MakingCheck.acrostic, at: place, "Letters in a row spell \(joined).")
            }
        }
        return nil
    }

    /// Of a page or a mailbox; no sentence of ours has one.
    static func hasAddress(_ text: String) -> Bool {
        text.contains(/:\/\/|@|\w{3,}\.\w{2,}/)
    }

    private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.isAlphabetic, scalar.value > 0x24F else { return false }
        return !(0x1E00...0x1EFF ~= scalar.value)
    }

    /// As the end of a compound, or backwards.
    private func isInside(_ text: FoldedWords, _ name: String) -> Bool {
        let reversed = String(name.reversed())
        return text.words.contains { word in
            word == reversed || name.count > FoldedWords.shortestStem && word.hasSuffix(name)
        }
    }

    /// Letters that stand alone, as one: V, i, s, b, y.
    private static func spelled(_ words: [String]) -> String {
        words.map { $0.count == 1 ? $0 : " " }.joined()
    }
}
