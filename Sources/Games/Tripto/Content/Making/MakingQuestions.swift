import Making

/// The tasks that a model is given, and the forms of its answers.
enum MakingQuestions {
    static let proposals = Question(
        "proposals",
        Instruction(
            """
            You choose places for a travel quiz in which families guess a place from five hints. The block "task" has \
            a theme, a difficulty and a number. Name that many real places (cities, islands, famous sights) that fit \
            the theme and that well-read people may have heard of: easy ones everybody knows, hard ones few do. \
            Spread them over countries and continents, never two of one country in a row. Each as the title of its \
            article in the English Wikipedia.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["places"],"properties":{"places":\
            {"type":"array","items":{"type":"string"}}}}
            """,
        maxOutputTokens: 4_000
    )

    static let texts = Question(
        "texts",
        Instruction(
            """
            You write hints for a travel quiz, to be read aloud, in the language that the block "language" names; \
            think in that language, do not translate. The block "facts" holds all that you may tell, each fact with \
            an id. The block "wanted" lists the hints to write by id: the number is what a hint is worth. 10 is the \
            hardest, an odd detail; 2 is so plain that nearly everybody knows the place. Two with one number (a and \
            b) tell different facts, and no fact is used at two numbers. Each hint has two or three sentences that \
            tell a small story, between 60 and 300 characters, and is about "here" or "this place". Write numbers \
            in digits, as the facts have them. Never tell the name of the place, its country or its people, in any \
            language or disguise; a hint worth 10 names no part of the world either. Tell nothing that no fact says, \
            and no superlative that no fact has. The block "faults", where there is one, says what was wrong with \
            earlier hints: write others.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["texts"],"properties":{"texts":{"type":"array",\
            "items":{"type":"object","additionalProperties":false,"required":["id","text"],"properties":{"id":\
            {"type":"string"},"text":{"type":"string"}}}}}}
            """,
        maxOutputTokens: 6_000
    )

    static let claims = Question(
        "claims",
        Instruction(
            """
            You take texts apart. The block "texts" holds hints about one place, each with an id, and the block \
            "facts" what is known of it. For every single thing that a hint says of the place, make one claim: the \
            id of the hint, a statement of one sentence in the language of the hint and close to the words of the \
            fact, and the facts that say it, each with a quote: words of the fact, copied exactly. Where no fact says \
            it, give the claim an empty list. A claim that rests on sentences of pages (ids with t) needs two, of two \
            different sites. Leave out nothing that can be true or false.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["claims"],"properties":{"claims":{"type":"array",\
            "items":{"type":"object","additionalProperties":false,"required":["text","statement","evidence"],\
            "properties":{"text":{"type":"string"},"statement":{"type":"string"},"evidence":{"type":"array","items":\
            {"type":"object","additionalProperties":false,"required":["fact","quote"],"properties":{"fact":\
            {"type":"string"},"quote":{"type":"string"}}}}}}}}}
            """,
        maxOutputTokens: 8_000
    )

    static let verdicts = Question(
        "verdicts",
        Instruction(
            """
            You are a sceptic who checks a travel quiz. The block "claims" holds claims, each with an id, the hint it \
            was taken from and the facts that are said to bear it. For each claim say by its id whether the facts \
            alone bear all of it: who did what to whom, when, how much. In doubt they do not. Under "unclaimed" list \
            what a hint of the block "texts" says of the place that no claim covers. Under "alsoFits" list for hints \
            worth 4 or 2 another well-known place that fits the hint as well. Both lists may be empty.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["verdicts","unclaimed","alsoFits"],"properties":\
            {"verdicts":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["claim",\
            "supported"],"properties":{"claim":{"type":"string"},"supported":{"type":"boolean"}}}},"unclaimed":\
            {"type":"array","items":{"type":"object","additionalProperties":false,"required":["text","words"],\
            "properties":{"text":{"type":"string"},"words":{"type":"string"}}}},"alsoFits":{"type":"array","items":\
            {"type":"object","additionalProperties":false,"required":["text","place"],"properties":{"text":\
            {"type":"string"},"place":{"type":"string"}}}}}}
            """,
        maxOutputTokens: 4_000
    )

    static let guesses = Question(
        "guesses",
        Instruction(
            """
            You play a travel quiz as the person whom the block "player" describes, and know no more than that person \
            does. The block "hints" holds the hints read so far about one place, hardest first, in the language \
            that the block "language" names; it is the only thing you have heard. Answer with the one place that this \
            person would say now, by its name alone, or with an empty text where they would not dare a guess yet.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["guess"],"properties":{"guess":\
            {"type":"string"}}}
            """,
        maxOutputTokens: 200
    )

    static let questions = Question(
        "questions",
        Instruction(
            """
            You write questions about a place that a family has just found in a travel quiz, in the language that the \
            block "language" names. The block "facts" holds what may be asked, the block "told" words that no answer \
            may have, as the hints have told them. Write five questions, each with one short answer that can only be \
            right or wrong: a name, a number or a word, at most four words, copied from the fact. Ask only what facts \
            with an s in their id say. Give the fact's id, a quote of the words that hold the answer, copied exactly, and other ways to write the same answer. The \
            question does not hold the answer, nor the name of the place. The block "faults", where there is one, \
            says what was wrong with earlier questions: write others.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["questions"],"properties":{"questions":\
            {"type":"array","items":{"type":"object","additionalProperties":false,"required":["q","a","accepted",\
            "fact","quote"],"properties":{"q":{"type":"string"},"a":{"type":"string"},"accepted":{"type":"array",\
            "items":{"type":"string"}},"fact":{"type":"string"},"quote":{"type":"string"}}}}}}
            """,
        maxOutputTokens: 3_000
    )

    static let answers = Question(
        "answers",
        Instruction(
            """
            You answer questions about a place. The block "facts" holds all that you know, the block "questions" the \
            questions by number. Answer each as shortly as can be, from the facts alone, in their words; where they \
            do not say, or a question has several answers, answer with an empty text.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["answers"],"properties":{"answers":\
            {"type":"array","items":{"type":"object","additionalProperties":false,"required":["question","a"],\
            "properties":{"question":{"type":"integer"},"a":{"type":"string"}}}}}}
            """,
        maxOutputTokens: 1_000
    )

    static let frame = Question(
        "frame",
        Instruction(
            """
            You host a travel quiz, in the language that the block "language" names. Write what is said around the \
            hints for the place of the block "place": "intro", one or two sentences before the first hint that give \
            nothing away, tell no fact and name nothing; "revealText", one or two sentences that welcome to the place \
            by its name and tell no fact that the block "facts" does not hold; "banter", three short lines between \
            hints of at most 100 characters that fit any place; "themes", four to eight words by which a host may \
            look for the place, the first of them the theme of the block "theme" in that language. The block \
            "faults", where there is one, says what was wrong with earlier ones.
            """
        ),
        schema: """
            {"type":"object","additionalProperties":false,"required":["intro","revealText","banter","themes"],\
            "properties":{"intro":{"type":"string"},"revealText":{"type":"string"},"banter":{"type":"array","items":\
            {"type":"string"}},"themes":{"type":"array","items":{"type":"string"}}}}
            """,
        maxOutputTokens: 1_500
    )

    /// As models know a language best.
    static func name(of locale: PackageLocale) -> String {
        switch locale {
        case .sv: "Swedish"
        case .en: "English"
        }
    }
}
