import GameState
import Making

/// A task for a language model: to put a fact of a catalogue as a question.
///
/// The right answer is never the model's, and what it says is checked word by word.
struct TriviaTask: Sendable {
    let track: Track
    let fact: TriviaFact
    let locale: NameThatTune.Settings.Locale

    private static let instruction = Instruction(
        """
        A family has just heard a song and been told its title and its artist. You put one question about it, which \
        comes with four answers to choose from. The block "fact" says what to ask about and holds the right answer. \
        The question asks for that and nothing else, in the language of the block "language". It tells nothing more \
        of the song: no number, no year, no claim of yours. It names neither the title nor the artist, and none of the \
        answers: write "this song". It is one sentence of at most 80 characters and ends with a question mark. In \
        "wrong" give as many wrong answers as the block "missing" says: of the same kind and style as the right one, \
        real, surely wrong, and none of those in the blocks "fact" and "wrong"; where it says 0, an empty list.
        """
    )

    private struct Fact: Encodable {
        let ask: String
        let answer: String
    }

    var question: Question {
        let ask =
            switch fact.about {
            case .album: "the album that the song is on"
            case .composer: "who composed the song"
            case .artist: "which of these songs is by the same artist as the song"
            case .year: "which of these songs is of the same year as the song"
            }
        let language =
            switch locale {
            case .sv: "Swedish"
            case .en: "English"
            }
        return Question(
            "trivia",
            Self.instruction,
            schema: """
                {"type":"object","additionalProperties":false,"required":["question","wrong"],"properties":\
                {"question":{"type":"string"},"wrong":{"type":"array","items":{"type":"string"}}}}
                """,
            maxOutputTokens: Self.maxTokens
        )
        .adding("song", ["title": track.tune.title, "artist": track.tune.artist])
        .adding("fact", Fact(ask: ask, answer: fact.answer))
        .adding("wrong", fact.wrong)
        .adding("missing", fact.missing)
        .adding("language", language)
    }

    private static let maxTokens = 400
    private static let questionLength = 10...90

    private struct Form: Decodable {
        let question: String
        let wrong: [String]
    }

    func trivia(in reply: Reply) throws(Fault) -> Tune.Trivia {
        let form = try reply.read(as: Form.self)
        let names = TriviaNames(of: track.tune, fact.about)
        guard TriviaNames.isPlain(form.question, Self.questionLength), form.question.last == "?"
        else {
            throw Fault(TriviaCheck.form, "The question is not one line of words that ask.")
        }
        guard !form.question.contains(where: \.isNumber) else {
            throw Fault(TriviaCheck.number, "The question tells a number.")
        }
        try Self.refuseRude(form.question)
        var options = [fact.answer] + fact.wrong
        for wrong in form.wrong.prefix(fact.missing) {
            guard names.mayBeOption(wrong) else {
                throw Fault(TriviaCheck.form, "An answer is no line of words, or names the tune.")
            }
            try Self.refuseRude(wrong)
            guard names.isOther(wrong, than: options) else {
                throw Fault(TriviaCheck.alike, "Two answers are the same.")
            }
            options.append(wrong)
        }
        let told = options.compactMap { NormalisedText($0) }
        guard let asked = NormalisedText(form.question), !told.contains(where: asked.tells),
            !names.namesTune(form.question)
        else {
            throw Fault(TriviaCheck.tells, "The question names the tune, or an answer.")
        }
        guard let trivia = Tune.Trivia(form.question, options: options) else {
            throw Fault(TriviaCheck.few, "There are not four answers.")
        }
        return trivia
    }

    private static func refuseRude(_ text: String) throws(Fault) {
        if NameFilter.medium.refuses(aWordOf: text) {
            throw Fault(TriviaCheck.rude, "It has a word that no guest may be called by.")
        }
    }
}

/// Checks of a question that a model has put.
enum TriviaCheck: String {
    case form, number, rude, alike, tells, few
}
