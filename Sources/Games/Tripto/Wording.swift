import GameState
import Protocol
import Seeded

/// The texts of a package that are played: of each clue one, and the questions in their order.
///
/// The bank draws it; the host may have single parts replaced (protocol §3.4). It goes with a package as its
/// author wrote it, whole.
public struct Wording: Codable, Equatable, Sendable {
    /// For each clue, 10 points first: 0 is its own text, then its variants.
    public private(set) var clues: [Int]
    /// Places of the questions, from 0; the first ones are asked.
    public private(set) var questions: [Int]

    /// As the author wrote it.
    init(plain package: RoundPackage) {
        clues = package.clues.map { _ in 0 }
        questions = Array(package.followups.indices)
    }

    /// By chance: each text as likely as another, and each question as likely to be the first.
    init(of package: RoundPackage, random: inout SplitMix64) {
        self.init(plain: package)
        for place in clues.indices {
            clues[place] = random.next(below: package.clues[place].variants.count + 1)
        }
        guard !questions.isEmpty else { return }
        let first = random.next(below: questions.count)
        questions = Array(questions[first...] + questions[..<first])
    }

    /// A part of a package that a host may have replaced by itself.
    public enum Part: Codable, Hashable, Sendable {
        case clue(ClueLevel)
        /// From 1.
        case question(Int)

        /// - Throws: `bad_message` that names the field.
        init?(_ fields: FieldReader) throws(WireError) {
            let isNull = fields.object["index"]?.isNull == true
            let index = isNull ? nil : try fields.int("index", 1...3)
            if let points = try fields.int("levelPoints", 2...10) {
                guard let level = ClueLevel(rawValue: Int(points)) else {
                    throw fields.error("levelPoints", "is 10, 8, 6, 4 or 2")
                }
                guard index == nil else {
                    throw fields.error("index", "is absent beside levelPoints")
                }
                self = .clue(level)
            } else {
                guard let index else { return nil }
                self = .question(Int(index))
            }
        }
    }

    /// Takes the next text of a clue, or a question that was not to be asked; the one replaced comes again
    /// after all others.
    ///
    /// - Parameter asked: number of questions of a round.
    /// - Returns: false where there is no other.
    mutating func replace(_ part: Part, of package: RoundPackage, asked: Int) -> Bool {
        switch part {
        case .clue(let level):
            let place = level.index - 1
            guard clues.indices.contains(place), package.clues.indices.contains(place) else {
                return false
            }
            let texts = package.clues[place].variants.count + 1
            guard texts > 1 else { return false }
            clues[place] = (clues[place] + 1) % texts
        case .question(let index):
            guard index >= 1, index <= asked, asked < questions.count else { return false }
            questions.append(questions[index - 1])
            questions[index - 1] = questions.remove(at: asked)
        }
        return true
    }
}

extension RoundPackage {
    /// With the texts that a wording names, and no others. Of a package that has changed since, its own
    /// where the wording names none.
    func worded(by wording: Wording) -> RoundPackage {
        var worded = self
        for place in clues.indices {
            worded.clues[place].variants = []
            let number = wording.clues.indices.contains(place) ? wording.clues[place] : 0
            guard clues[place].variants.indices.contains(number - 1) else { continue }
            worded.clues[place].words = clues[place].variants[number - 1]
        }
        var places: [Int] = []
        for place in wording.questions + followups.indices
        where followups.indices.contains(place) && !places.contains(place) {
            places.append(place)
        }
        for (place, source) in places.enumerated() {
            worded.followups[place] = followups[source]
            worded.followups[place].index = place + 1
        }
        return worded
    }

    /// Every text of every clue, with its path into the document and its worth.
    var wordings: [(path: String, points: Int, words: Variant)] {
        clues.enumerated().flatMap { place, clue in
            [("clues[\(place)]", clue.points, clue.words)]
                + clue.variants.enumerated().map { number, variant in
                    ("clues[\(place)].variants[\(number)]", clue.points, variant)
                }
        }
    }
}

extension RoundPackage.Clue {
    /// Its own text, with its evidence.
    var words: RoundPackage.Variant {
        get {
            RoundPackage.Variant(
                text: text,
                say: say,
                claims: claims,
                sources: sources,
                verification: verification
            )
        }
        set {
            text = newValue.text
            say = newValue.say
            claims = newValue.claims
            sources = newValue.sources
            verification = newValue.verification
        }
    }
}
