import Foundation
import Making

/// A text for a clue; its id is its worth with a letter, such as `10a`.
struct MadeText: Codable, Hashable {
    let id: String
    let text: String
}

/// A text that every check let through.
struct GoodText: Codable, Hashable {
    let id: String
    let text: String
    let claims: [Claim]

    struct Claim: Codable, Hashable {
        let statement: String
        /// Ids of facts that bear it.
        let facts: [String]
    }
}

struct CheckedTexts: Codable {
    let good: [GoodText]
    let faults: [Fault]
}

struct MadeQuestion: Codable, Hashable {
    let q: String
    let a: String
    let accepted: [String]
    let fact: String
    let quote: String
}

struct MadeQuestions: Codable {
    let good: [MadeQuestion]
    let faults: [Fault]
}

/// All that is said around the clues.
struct MadeFrame: Codable, Hashable {
    let intro: String
    let revealText: String
    let banter: [String]
    let themes: [String]
}

/// From a model's answer to an artefact: whatever it says is checked before anything is made of it.
struct PackageEditor {
    private let making: PackageMaking
    private let pack: FactPack
    private let artefacts: Artefacts
    private let support: Support
    private let disguises: Disguises

    private var destination: RoundPackage.Destination { making.destination }

    init(_ making: PackageMaking, _ pack: FactPack, _ artefacts: Artefacts) {
        self.making = making
        self.pack = pack
        self.artefacts = artefacts
        support = Support(pack, making.locale, ownNames: making.ownNames)
        disguises = Disguises(
            names: MakingDestination.allNames(of: making.item) + making.destination.aliases,
            countries: MakingDestination.allNames(of: making.country)
        )
    }

    /// Of one text, one answer or one list in an answer.
    private static let maxCharacters = 600
    private static let maxEntries = 60

    private struct Texts: Decodable {
        let texts: [MadeText]
    }

    private struct Claims: Decodable {
        let claims: [Claim]

        struct Claim: Decodable {
            let text: String
            let statement: String
            let evidence: [MadeClaim.Quote]
        }
    }

    private struct Verdicts: Decodable {
        let verdicts: [Verdict]
        let unclaimed: [Unclaimed]
        let alsoFits: [Rival]

        struct Verdict: Decodable {
            let claim: String
            let supported: Bool
        }

        struct Unclaimed: Decodable {
            let text: String
            let words: String
        }

        struct Rival: Decodable {
            let text: String
            let place: String
        }
    }

    private struct Questions: Decodable {
        let questions: [MadeQuestion]
    }

    private struct Answers: Decodable {
        let answers: [Answer]

        struct Answer: Decodable {
            let question: Int
            let a: String
        }
    }

    func read(_ reply: Reply, to name: String, _ round: Int) throws(Fault) -> Data {
        switch name {
        case "texts":
            let wanted = making.wanted(in: round, artefacts).ids
            var seen: Set<String> = []
            let texts = try reply.read(as: Texts.self).texts.filter {
                wanted.contains($0.id) && seen.insert($0.id).inserted
                    && $0.text.count <= Self.maxCharacters
            }
            guard !texts.isEmpty else {
                throw Fault(MakingCheck.missingText, "None of the texts that were asked for.")
            }
            // As they are: a letter that can't be seen is a fault, and not mended in silence.
            return Artefacts.encode(texts)
        case "claims":
            let texts = artefacts.value([MadeText].self, of: making.step("texts", round)) ?? []
            return Artefacts.encode(try claims(in: reply, texts))
        case "verdicts":
            return Artefacts.encode(try checked(reply, round))
        case "guesses":
            return Artefacts.encode(try guess(in: reply))
        case "questions":
            let questions = try reply.read(as: Questions.self).questions.prefix(Self.maxEntries)
            return Artefacts.encode(judged(Array(questions), before: round))
        case "answers":
            let made = artefacts.value(MadeQuestions.self, of: making.step("questions", round))
            let answers = try reply.read(as: Answers.self).answers
            return Artefacts.encode(Self.compared(made?.good ?? [], answers))
        case "frame":
            return Artefacts.encode(try frame(try reply.read(as: MadeFrame.self)))
        default: throw Fault(AnswerCheck.unreadable, "Nobody asked for it.")
        }
    }

    // MARK: Clues

    private func claims(in reply: Reply, _ texts: [MadeText]) throws(Fault) -> [MadeClaim] {
        let known = Set(texts.map(\.id))
        var counts: [String: Int] = [:]
        return try reply.read(as: Claims.self).claims.prefix(Self.maxEntries).compactMap { claim in
            guard known.contains(claim.text), claim.statement.count <= Self.maxCharacters else {
                return nil
            }
            counts[claim.text, default: 0] += 1
            return MadeClaim(
                id: "\(claim.text)\(counts[claim.text] ?? 0)",
                text: claim.text,
                statement: FactPack.cleaned(claim.statement),
                evidence: Array(claim.evidence.prefix(PackageLimits.listEntries))
            )
        }
    }

    private func checked(
        _ reply: Reply,
        _ round: Int
    ) throws(Fault) -> CheckedTexts {
        let verdicts = try reply.read(as: Verdicts.self)
        let texts = artefacts.value([MadeText].self, of: making.step("texts", round)) ?? []
        let claims = artefacts.value([MadeClaim].self, of: making.step("claims", round)) ?? []
        let (wanted, earlier) = making.wanted(in: round, artefacts)
        var good: [GoodText] = []
        var faults: [Fault] = []
        for id in wanted {
            do throws(Fault) {
                guard let text = texts.first(where: { $0.id == id }) else {
                    throw Fault(MakingCheck.missingText, at: id, "The text was not written.")
                }
                let claims = claims.filter { $0.text == id }
                good.append(
                    try checked(text, claims, verdicts, beside: earlier + good)
                )
            } catch {
                faults.append(error)
            }
        }
        return CheckedTexts(good: good, faults: faults)
    }

    /// - Throws: the first that speaks against a text.
    private func checked(
        _ text: MadeText,
        _ claims: [MadeClaim],
        _ verdicts: Verdicts,
        beside others: [GoodText]
    ) throws(Fault) -> GoodText {
        if let fault = disguises.fault(in: text.text, at: text.id) { throw fault }
        guard !claims.isEmpty else {
            throw Fault(MakingCheck.noClaim, at: text.id, "Nothing in it can be true or false.")
        }
        var borne: [GoodText.Claim] = []
        var bearing: [SourcedFact] = []
        for claim in claims {
            let facts = try support.bearing(claim).get()
            borne.append(GoodText.Claim(statement: claim.statement, facts: facts.map(\.id)))
            bearing += facts
        }
        if let fault = support.strangers(in: text.text, at: text.id, bearing: bearing) {
            throw fault
        }
        for claim in claims {
            let told = verdicts.verdicts.filter { $0.claim == claim.id }
            guard !told.isEmpty, told.allSatisfy(\.supported) else {
                let sentence = "The facts do not bear “\(claim.statement)”."
                throw Fault(MakingCheck.judge, at: text.id, sentence)
            }
        }
        if let rest = verdicts.unclaimed.first(where: { $0.text == text.id }) {
            throw Fault(MakingCheck.unclaimed, at: text.id, "No claim covers “\(rest.words)”.")
        }
        if let rival = verdicts.alsoFits.first(where: { $0.text == text.id }) {
            throw Fault(MakingCheck.alsoFits, at: text.id, "It fits \(rival.place) as well.")
        }
        let points = PackageMaking.points(of: text.id)
        let used = others.filter { PackageMaking.points(of: $0.id) != points }.flatMap(\.claims)
            .flatMap(\.facts)
        if let again = bearing.first(where: { used.contains($0.id) }) {
            let sentence = "\(again.id) is told at another level."
            throw Fault(MakingCheck.repeatedFact, at: text.id, sentence)
        }
        let made = GoodText(id: text.id, text: text.text, claims: borne)
        if let fault = fault(of: made, points) { throw fault }
        return made
    }

    /// The finding of the validator, which sees this text at its own level and hears nothing of the others.
    private func fault(of text: GoodText, _ points: Int) -> Fault? {
        let clues = PackageLimits.cluePoints.map { making.clue($0, [text], pack) }
        let place = PackageLimits.cluePoints.firstIndex(of: points) ?? 0
        return fault(in: making.package(clues), "clues[\(place)]", at: text.id)
    }

    private func fault(in package: RoundPackage, _ prefix: String, at place: String) -> Fault? {
        PackageValidator.bundled.findings(in: package)
            .first {
                $0.severity == .error && $0.path.hasPrefix(prefix) && $0.rule != .followupCount
            }
            .map { PackageMaking.fault($0, at: place) }
    }

    // MARK: Guesses

    private struct Guess: Decodable {
        let guess: String
    }

    /// Judged as a player's is.
    private func guess(in reply: Reply) throws(Fault) -> MadeGuess {
        let guess = FactPack.cleaned(try reply.read(as: Guess.self).guess)
        guard guess.count <= PackageLimits.nameCharacters.upperBound else {
            throw Fault(AnswerCheck.tooLong, "The guess is longer than any place's name.")
        }
        return MadeGuess(
            guess: guess,
            isRight: AnswerMatcher.standard.accepts(guess, for: destination)
        )
    }

    // MARK: Follow-ups

    private func judged(
        _ questions: [MadeQuestion],
        before round: Int
    ) -> MadeQuestions {
        let texts = Measuring(making, artefacts).texts
        let earlier = (1..<round).flatMap {
            artefacts.value(MadeQuestions.self, of: making.step("answers", $0))?.good ?? []
        }
        var good: [MadeQuestion] = []
        var faults: [Fault] = []
        for question in questions {
            do throws(Fault) {
                good.append(try judged(question, texts, beside: earlier + good))
            } catch {
                faults.append(error)
            }
        }
        return MadeQuestions(good: good, faults: faults)
    }

    private static let maxAnswerWords = 4

    private func judged(
        _ question: MadeQuestion,
        _ texts: [GoodText],
        beside others: [MadeQuestion]
    ) throws(Fault) -> MadeQuestion {
        func fault(_ check: MakingCheck, _ sentence: String) -> Fault {
            Fault(check, at: "question", sentence)
        }
        let answer = FoldedWords(question.a)
        guard let fact = pack.fact(question.fact) else {
            throw fault(.unknownFact, "\(question.fact) is no fact.")
        }
        guard fact.isStructured else {
            throw fault(.policy, "“\(question.a)” rests on one text alone.")
        }
        guard 1...Self.maxAnswerWords ~= answer.words.count,
            PackageLimits.answerCharacters ~= question.a.count
        else { throw fault(.notGradable, "“\(question.a)” is no short answer.") }
        guard fact.values.contains(where: { FoldedWords($0) == answer }) else {
            throw fault(.answerNotInFact, "\(fact.id) does not say “\(question.a)”.")
        }
        guard !FoldedWords(question.q).contains(answer) else {
            throw fault(.answerInQuestion, "The question says “\(question.a)”.")
        }
        guard !others.contains(where: { FoldedWords($0.a) == answer || $0.fact == fact.id }) else {
            throw fault(.twice, "“\(question.a)” is asked for already.")
        }
        if let fault = disguises.fault(in: question.q, at: "question") { throw fault }
        if let fault = support.strangers(in: question.q, at: "question", bearing: [fact]) {
            throw fault
        }
        let banned = PackageMaking.bannedTerms(of: texts).map { FoldedWords($0) }
        if let term = banned.first(where: { $0.contains(answer) || answer.contains($0) })
            ?? texts.map({ FoldedWords($0.text) }).first(where: { $0.contains(answer) })
        {
            let told = term.words.prefix(Self.maxAnswerWords).joined(separator: " ")
            throw fault(.answerInClue, "“\(question.a)” is told: \(told).")
        }
        let made = MadeQuestion(
            q: question.q,
            a: question.a,
            accepted: accepted(question, fact),
            fact: question.fact,
            quote: question.quote
        )
        let clues = PackageLimits.cluePoints.map { points in
            making.clue(points, texts.filter { PackageMaking.points(of: $0.id) == points }, pack)
        }
        var package = making.package(clues)
        package.followups = [
            making.followup(1, made, banned: PackageMaking.bannedTerms(of: texts), pack)
        ]
        if let found = self.fault(in: package, "followups[0]", at: "question") { throw found }
        return made
    }

    /// Other ways to write the value, as Wikidata has them, and the answer with more around it; what a model
    /// thinks is the same may be the name of something else.
    private func accepted(_ question: MadeQuestion, _ fact: SourcedFact) -> [String] {
        let answer = FoldedWords(question.a)
        var seen: Set<FoldedWords> = [answer]
        return (fact.values + question.accepted.prefix(PackageLimits.listEntries)).filter { other in
            let words = FoldedWords(other)
            let isValue = fact.values.contains { FoldedWords($0) == words }
            return (isValue || words.contains(answer))
                && PackageLimits.answerCharacters ~= other.count
                && FactPack.cleaned(other) == other && seen.insert(words).inserted
        }
    }

    /// A question counts when somebody who has only the facts gives the same answer.
    private static func compared(_ questions: [MadeQuestion], _ answers: [Answers.Answer])
        -> MadeQuestions
    {
        var good: [MadeQuestion] = []
        var faults: [Fault] = []
        for (number, question) in questions.enumerated() {
            let given = answers.first { $0.question == number }.map { FoldedWords($0.a) }
            let right = ([question.a] + question.accepted).map { FoldedWords($0) }
            if let given, right.contains(given) {
                good.append(question)
            } else {
                let sentence = "Read by itself, “\(question.q)” has not the answer “\(question.a)”."
                faults.append(Fault(MakingCheck.blind, at: "question", sentence))
            }
        }
        return MadeQuestions(good: good, faults: faults)
    }

    // MARK: The frame

    private static let maxThemes = 8

    private func frame(_ frame: MadeFrame) throws(Fault) -> MadeFrame {
        for (place, text) in [("intro", frame.intro)] + frame.banter.map({ ("banter", $0) }) {
            if let fault = disguises.fault(in: text, at: place) { throw fault }
            if Disguises.hasAddress(text) {
                throw Fault(MakingCheck.address, at: place, "It names a page on the net.")
            }
            if let fault = support.strangers(in: text, at: place, bearing: []) {
                throw Fault(MakingCheck.factOutside, at: place, fault.sentence)
            }
        }
        guard FoldedWords(frame.revealText).contains(FoldedWords(destination.name)) else {
            throw Fault(MakingCheck.noName, at: "revealText", "The reveal does not tell the name.")
        }
        let reveal = Support(
            pack,
            making.locale,
            ownNames: making.ownNames + [destination.country]
        )
        if let fault = reveal.strangers(in: frame.revealText, at: "revealText") {
            throw Fault(MakingCheck.factOutside, at: "revealText", fault.sentence)
        }
        var seen: Set<FoldedWords> = []
        // A model's own are only kept where nobody could learn anything by them.
        let proposed = frame.themes.filter { theme in
            disguises.fault(in: theme, at: "themes") == nil && !theme.contains(where: \.isNumber)
                && !Disguises.hasAddress(theme)
        }
        let themes = ([making.theme] + proposed).map(FactPack.cleaned).filter { theme in
            let words = FoldedWords(theme)
            return !words.isEmpty && theme.count <= PackageLimits.nameCharacters.upperBound
                && seen.insert(words).inserted
        }
        let made = MadeFrame(
            intro: frame.intro,
            revealText: frame.revealText,
            banter: Array(frame.banter.prefix(PackageLimits.listEntries)),
            themes: Array(themes.prefix(Self.maxThemes))
        )
        let whole = making.package([], made)
        for part in ["intro", "revealText", "banter", "themes"] {
            if let fault = fault(in: whole, part, at: part) { throw fault }
        }
        return made
    }
}
