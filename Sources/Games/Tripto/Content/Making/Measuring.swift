import Making

/// A player's guess after one more clue.
struct MadeGuess: Codable {
    /// Empty where there was none.
    let guess: String
    let isRight: Bool
}

/// Measures the difficulty of the clues: model players hear them one after the other, and guess after each
/// until they are right.
///
/// Clues that are off, the hardest or the easiest, are written anew once, and the difficulty is measured
/// again; what is off then stays so, for whoever reviews the package.
struct Measuring {
    /// Of one measuring, as it is kept.
    private struct Curve: Codable {
        let measured: RoundPackage.Measured
        let faults: [Fault]
    }

    /// A player, as the model is told. The same number is the same person each time.
    private struct Player: Encodable {
        let number: Int
        let person: String
    }

    private struct Hint: Encodable {
        let points: Int
        let text: String
    }

    private static let persons = [
        "a grown-up who reads the news and has been abroad a few times",
        "a fourteen-year-old who likes geography at school",
        "somebody who travels a lot and watches many documentaries",
    ]
    /// After so many answers that can't be used a player passes, and a rewriting is let be: nothing of it
    /// is worth a package.
    private static let maxRejections = 2
    /// Of the clues' rounds, behind all others.
    private static let rewriting = PackageMaking.maxRounds + 1

    private let making: PackageMaking
    private let artefacts: Artefacts
    private let written: [GoodText]

    init(_ making: PackageMaking, _ artefacts: Artefacts) {
        self.making = making
        self.artefacts = artefacts
        written = making.draft(artefacts).good
    }

    /// Nil when all is measured.
    func next(_ pack: FactPack) -> Work? {
        guard making.players > 0 else { return nil }
        guard let first = curve(1) else { return measure(1, written) }
        guard !first.faults.isEmpty, !isRewritingLetBe else { return nil }
        guard let rewritten else {
            return making.nextOfClues(Self.rewriting, draft, pack, artefacts)
        }
        guard !rewritten.isEmpty, curve(2) == nil else { return nil }
        return measure(2, texts)
    }

    /// Those that are played.
    var texts: [GoodText] {
        let rewritten = rewritten ?? []
        let levels = Set(rewritten.map { PackageMaking.points(of: $0.id) })
        return written.filter { !levels.contains(PackageMaking.points(of: $0.id)) } + rewritten
    }

    var measured: RoundPackage.Measured? { (curve(2) ?? curve(1))?.measured }

    /// The draft of the round in which clues that are off are written anew.
    var draft: PackageMaking.Draft {
        let faults = curve(1)?.faults ?? []
        let wanted = faults.map(\.place)
        let levels = Set(wanted.map(PackageMaking.points))
        return PackageMaking.Draft(
            good: written.filter { !levels.contains(PackageMaking.points(of: $0.id)) },
            faults: faults,
            wanted: wanted,
            nextRound: faults.isEmpty ? nil : Self.rewriting
        )
    }

    /// Nil before the round is over.
    private var rewritten: [GoodText]? {
        guard making.players > 0 else { return nil }
        return artefacts.value(
            CheckedTexts.self,
            of: making.step("verdicts", Self.rewriting)
        )?.good
    }

    private var isRewritingLetBe: Bool {
        ["texts", "claims", "verdicts"].contains {
            let step = making.step($0, Self.rewriting)
            return !artefacts.has(step) && isLetBe(step)
        }
    }

    private func isLetBe(_ step: String) -> Bool {
        artefacts.rejections(of: step).count >= Self.maxRejections
    }

    private func curve(_ round: Int) -> Curve? {
        guard making.players > 0 else { return nil }
        return artefacts.value(Curve.self, of: making.step("curve", round))
    }

    private func measure(_ round: Int, _ texts: [GoodText]) -> Work {
        var right = Array(repeating: 0, count: PackageLimits.cluePoints.count)
        for player in 1...making.players {
            var hints: [Hint] = []
            for (level, points) in PackageLimits.cluePoints.enumerated() {
                let own = texts.filter { PackageMaking.points(of: $0.id) == points }
                    .sorted { $0.id < $1.id }
                // Each text is heard by somebody.
                hints.append(Hint(points: points, text: own[(player - 1) % own.count].text))
                let step = making.step("guesses-\(round)-\(player)-\(points)")
                guard let guess = artefacts.value(MadeGuess.self, of: step) else {
                    return ask(step, player, hints)
                }
                guard guess.isRight else { continue }
                for place in level..<right.count { right[place] += 1 }
                break
            }
        }
        let measured = RoundPackage.Measured(players: making.players, right: right)
        let faults = measured.flaws.flatMap { points, sentence in
            let check =
                points == PackageLimits.cluePoints.first
                ? MakingCheck.tooEasy : MakingCheck.unsolved
            return PackageMaking.wanted.filter { PackageMaking.points(of: $0) == points }
                .map { Fault(check, at: $0, sentence) }
        }
        return .keep(
            step: making.step("curve", round),
            Artefacts.encode(Curve(measured: measured, faults: faults))
        )
    }

    private func ask(_ step: String, _ player: Int, _ hints: [Hint]) -> Work {
        guard !isLetBe(step) else {
            return .keep(step: step, Artefacts.encode(MadeGuess(guess: "", isRight: false)))
        }
        let person = Self.persons[(player - 1) % Self.persons.count]
        let question = MakingQuestions.guesses
            .adding("language", MakingQuestions.name(of: making.locale))
            .adding("player", Player(number: player, person: person))
            .adding("hints", hints)
        return .ask(step: step, .model(question))
    }
}
