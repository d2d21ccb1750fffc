import Foundation
import Making

/// From a place to its packages, one in each language: facts, clues, claims, verdicts, follow-ups, and all
/// that is said around them (T-10.2-2…T-10.2-11).
struct PackageRecipe: Recipe {
    private let place: MakingPlace
    private let theme: String
    private let locales: [PackageLocale]
    private let players: Int

    init(_ place: MakingPlace, theme: String, _ locales: [PackageLocale], players: Int) {
        self.place = place
        self.theme = theme
        self.locales = locales
        self.players = players
    }

    private typealias Names = [String: [String: String]]

    func next(_ artefacts: Artefacts) -> Work {
        guard let item = artefacts.value(Item.self, of: "item") else {
            return .ask(step: "item", .knowledge(.item(place.item)))
        }
        guard artefacts.has("country") else {
            return .ask(step: "country", .knowledge(.item(place.country)))
        }
        guard artefacts.has("names") else {
            let items = FactPack.valueItems(of: item).prefix(KnowledgeQuery.maxNames)
            guard !items.isEmpty else { return .keep(step: "names", Artefacts.encode(Names())) }
            return .ask(step: "names", .knowledge(.names(Array(items))))
        }
        var products: [MadeFile] = []
        for locale in locales {
            let making: PackageMaking?
            do throws(Fault) {
                making = try self.making(locale, artefacts)
            } catch {
                return .failed(error)
            }
            guard let making else {
                return .failed(Fault(AnswerCheck.unreadable, "An artefact can't be read."))
            }
            if let missing = Wiki.allCases.first(where: { making.lacks($0, artefacts) }) {
                return making.asking(missing)
            }
            guard let pack = artefacts.value(FactPack.self, of: making.step("facts")) else {
                return .keep(step: making.step("facts"), Artefacts.encode(making.pack(artefacts)))
            }
            switch making.next(pack, artefacts) {
            case .done(let files): products += files
            case .ask(let step, let request): return .ask(step: step, request)
            case .keep(let step, let data): return .keep(step: step, data)
            case .failed(let fault): return .failed(fault)
            }
        }
        return .done(products)
    }

    func read(_ answer: Answer, to step: String, _ artefacts: Artefacts) throws(Fault) -> Data {
        switch answer {
        case .knowledge(.item(let item)):
            guard let item else {
                throw Fault(MakingCheck.unknownPlace, "Wikidata has no such item.")
            }
            return Artefacts.encode(item)
        case .knowledge(.names(let names)): return Artefacts.encode(names)
        case .knowledge(.page(let page)):
            return Artefacts.encode(PackageMaking.KeptPage(page: page))
        case .model(let reply):
            let parts = step.split(separator: "-").map { String($0) }
            guard let locale = parts.first.flatMap({ PackageLocale(rawValue: $0) }),
                parts.count >= 3,
                let round = Int(parts[2]), let making = try making(locale, artefacts),
                let pack = artefacts.value(FactPack.self, of: making.step("facts"))
            else { throw Fault(AnswerCheck.unreadable, "Nobody asked for it.") }
            let editor = PackageEditor(making, pack, artefacts)
            return try editor.read(reply, to: parts[1], round)
        }
    }

    private func making(
        _ locale: PackageLocale,
        _ artefacts: Artefacts
    ) throws(Fault) -> PackageMaking? {
        guard let item = artefacts.value(Item.self, of: "item"),
            let country = artefacts.value(Item.self, of: "country"),
            let names = artefacts.value(Names.self, of: "names")
        else { return nil }
        return PackageMaking(
            locale: locale,
            theme: theme,
            players: players,
            difficulty: place.difficulty,
            destination: try MakingDestination(place, item, country: country, locale).value,
            item: item,
            country: country,
            names: names
        )
    }
}

/// One package in the making, in one language.
struct PackageMaking {
    let locale: PackageLocale
    let theme: String
    /// Those who measure the difficulty.
    let players: Int
    let difficulty: RoundPackage.Difficulty
    let destination: RoundPackage.Destination
    let item: Item
    let country: Item
    let names: [String: [String: String]]

    struct KeptPage: Codable {
        let page: Page?
    }

    /// Texts of clues are written, and what is wrong is written anew, this often.
    static let maxRounds = 3
    /// Of these texts are two for each level.
    static let wanted = PackageLimits.cluePoints.flatMap { ["\($0)a", "\($0)b"] }
    private static let fewestFacts = 12
    private static let questionCount = 3

    /// Names that a claim may tell.
    var ownNames: [String] { [destination.name] + destination.aliases }

    func step(_ name: String) -> String { "\(locale.rawValue)-\(name)" }

    func step(_ name: String, _ round: Int) -> String { step("\(name)-\(round)") }

    // MARK: Facts

    private func title(_ wiki: Wiki) -> String? {
        switch wiki {
        case .wikipedia: item.links["\(locale.rawValue)wiki"]
        case .wikivoyage: item.links["\(locale.rawValue)wikivoyage"]
        }
    }

    func lacks(_ wiki: Wiki, _ artefacts: Artefacts) -> Bool {
        title(wiki) != nil && !artefacts.has(step(wiki.rawValue))
    }

    func asking(_ wiki: Wiki) -> Work {
        let title = title(wiki) ?? ""
        return .ask(
            step: step(wiki.rawValue),
            .knowledge(.page(wiki, language: locale.rawValue, title: title))
        )
    }

    func pack(_ artefacts: Artefacts) -> FactPack {
        let pages = Wiki.allCases.compactMap {
            artefacts.value(KeptPage.self, of: step($0.rawValue))?.page
        }
        return FactPack(item, names: names, pages: pages, locale)
    }

    // MARK: Steps

    private struct Told: Encodable {
        let id: String
        let statement: String
    }

    private func asking(
        _ question: Question,
        _ name: String,
        _ round: Int,
        _ pack: FactPack,
        faults: [Fault],
        _ artefacts: Artefacts
    ) -> Work {
        let step = step(name, round)
        var question = question.adding("language", MakingQuestions.name(of: locale))
            .adding("facts", pack.facts.map { Told(id: $0.id, statement: $0.statement) })
        let faults = faults + artefacts.rejections(of: step)
        if !faults.isEmpty { question.add("faults", faults) }
        return .ask(step: step, .model(question))
    }

    func next(_ pack: FactPack, _ artefacts: Artefacts) -> Work {
        guard pack.facts.count >= Self.fewestFacts else {
            let sentence = "There are \(pack.facts.count) facts in \(locale.rawValue)."
            return .failed(Fault(MakingCheck.tooFewFacts, at: destination.id, sentence))
        }
        let draft = draft(artefacts)
        if let round = draft.nextRound { return nextOfClues(round, draft, pack, artefacts) }
        if let points = draft.missing {
            let last = draft.faults.last { Self.points(of: $0.place) == points }
            let sentence = "No text for \(points) points got through; the last: "
            return .failed(
                Fault(
                    named: last?.check ?? MakingCheck.missingText.rawValue,
                    at: step("\(points)"),
                    sentence + (last?.sentence ?? "none was written.")
                )
            )
        }
        let measuring = Measuring(self, artefacts)
        if let work = measuring.next(pack) { return work }
        return nextOfQuestions(measuring.texts, measuring.measured, pack, artefacts)
    }

    func nextOfClues(
        _ round: Int,
        _ draft: Draft,
        _ pack: FactPack,
        _ artefacts: Artefacts
    ) -> Work {
        guard let texts = artefacts.value([MadeText].self, of: step("texts", round)) else {
            let question = MakingQuestions.texts.adding("wanted", draft.wanted)
            return asking(question, "texts", round, pack, faults: draft.faults, artefacts)
        }
        guard let claims = artefacts.value([MadeClaim].self, of: step("claims", round)) else {
            let question = MakingQuestions.claims.adding("texts", texts)
            return asking(question, "claims", round, pack, faults: [], artefacts)
        }
        let cases = claims.map { claim in
            ClaimCase(
                claim: claim.id,
                text: claim.text,
                statement: claim.statement,
                facts: claim.evidence.compactMap { pack.fact($0.fact)?.statement }
            )
        }
        return .ask(
            step: step("verdicts", round),
            .model(MakingQuestions.verdicts.adding("texts", texts).adding("claims", cases))
        )
    }

    private struct ClaimCase: Encodable {
        let claim: String
        let text: String
        let statement: String
        let facts: [String]
    }

    private struct Open: Encodable {
        let number: Int
        let q: String
    }

    private struct Named: Encodable {
        let name: String
        let country: String
    }

    private func nextOfQuestions(
        _ good: [GoodText],
        _ measured: RoundPackage.Measured?,
        _ pack: FactPack,
        _ artefacts: Artefacts
    ) -> Work {
        var asked: [MadeQuestion] = []
        var faults: [Fault] = []
        for round in 1...Self.maxRounds where asked.count < Self.questionCount {
            guard let made = artefacts.value(MadeQuestions.self, of: step("questions", round))
            else {
                let question = MakingQuestions.questions.adding("told", Self.bannedTerms(of: good))
                return asking(question, "questions", round, pack, faults: faults, artefacts)
            }
            faults += made.faults
            guard !made.good.isEmpty else { continue }
            guard let checked = artefacts.value(MadeQuestions.self, of: step("answers", round))
            else {
                let open = made.good.enumerated().map { Open(number: $0, q: $1.q) }
                let question = MakingQuestions.answers.adding("questions", open)
                return asking(question, "answers", round, pack, faults: [], artefacts)
            }
            asked += checked.good
            faults += checked.faults
        }
        guard asked.count >= Self.questionCount else {
            let last = faults.last
            return .failed(
                Fault(
                    named: last?.check ?? MakingCheck.blind.rawValue,
                    at: step("questions"),
                    "Only \(asked.count) questions got through; the last: \(last?.sentence ?? "none")"
                )
            )
        }
        let questions = Array(asked.prefix(Self.questionCount))
        guard let frame = artefacts.value(MadeFrame.self, of: step("frame", 1)) else {
            let question = MakingQuestions.frame.adding("theme", theme)
                .adding("place", Named(name: destination.name, country: destination.country))
            return asking(question, "frame", 1, pack, faults: [], artefacts)
        }
        var package = package(good, questions, frame, pack)
        package.measured = measured
        if let finding = PackageValidator.bundled.findings(in: package)
            .first(where: { $0.severity == .error })
        {
            return .failed(Self.fault(finding, at: step("package")))
        }
        let bytes = Artefacts.encode(package)
        guard artefacts.has(step("package")) else { return .keep(step: step("package"), bytes) }
        let file = "\(locale.rawValue)/\(destination.id).json"
        return .done([
            MadeFile(
                file: file,
                bytes: Array(bytes) + [UInt8(ascii: "\n")],
                remarks: measured?.flaws.map(\.sentence) ?? []
            )
        ])
    }

    // MARK: The draft of the clues

    struct Draft {
        var good: [GoodText] = []
        var faults: [Fault] = []
        /// Texts that the next round has to bring.
        var wanted: [String] = []
        /// Nil when no more are written.
        var nextRound: Int?
        /// A level without any text.
        var missing: Int?
    }

    static func points(of text: String) -> Int { Int(text.dropLast()) ?? 0 }

    /// The state of the clues, after all rounds that are over.
    func draft(_ artefacts: Artefacts) -> Draft {
        var draft = Draft(wanted: Self.wanted, nextRound: 1)
        for round in 1...Self.maxRounds {
            guard let checked = artefacts.value(CheckedTexts.self, of: step("verdicts", round))
            else {
                break
            }
            draft.good += checked.good
            draft.faults = checked.faults
            let levels = Set(draft.good.map { Self.points(of: $0.id) })
            draft.missing = PackageLimits.cluePoints.first { !levels.contains($0) }
            // The last round is for what can't be done without.
            draft.wanted = Self.wanted.filter { id in
                !draft.good.contains { $0.id == id }
                    && (round + 1 < Self.maxRounds || !levels.contains(Self.points(of: id)))
            }
            draft.nextRound = draft.wanted.isEmpty || round == Self.maxRounds ? nil : round + 1
        }
        return draft
    }

    func wanted(in round: Int, _ artefacts: Artefacts) -> (ids: [String], good: [GoodText]) {
        let draft = round > Self.maxRounds ? Measuring(self, artefacts).draft : draft(artefacts)
        return draft.nextRound == round ? (draft.wanted, draft.good) : ([], draft.good)
    }

    /// Words that no answer may have, derived from the clues: numbers, names, and what is long enough to
    /// stand for something (T-10.2-10).
    static func bannedTerms(of texts: [GoodText]) -> [String] {
        let words = texts.flatMap { FoldedWords($0.text).words }
        let numbers = words.filter { $0.allSatisfy(\.isNumber) }
        let names = texts.flatMap { Support.names(in: $0.text) }.flatMap { FoldedWords($0).words }
        let long = words.filter { $0.count >= fewestLetters && !$0.allSatisfy(\.isNumber) }
            .sorted { ($1.count, $0) < ($0.count, $1) }
        var seen: Set<String> = []
        return Array(
            (numbers + names + long).filter { seen.insert($0).inserted }
                .prefix(PackageLimits.listEntries)
        )
    }

    /// Of a word that stands for something.
    private static let fewestLetters = 7

    static func fault(_ finding: Finding, at place: String) -> Fault {
        Fault(named: "rule:\(finding.rule.rawValue)", at: place, finding.sentence)
    }
}
