import GameState

/// Words that people put around an answer, and the shorter guesses that are left without them.
enum GuessWords {
    /// `guess` as written; without its hedges; and without the name of where the destination lies. A
    /// longer guess comes before a shorter one within it.
    static func forms(
        ofPlace guess: NormalisedText,
        in destination: DestinationNames
    ) -> [NormalisedText] {
        let plain = withoutHedges(guess)
        var forms = [guess]
        if let plain { forms.append(plain) }
        if let place = withoutSurroundings(plain ?? guess, of: destination) { forms.append(place) }
        return forms
    }

    /// `guess` as written; without its hedges; without the title or kind that goes with a name.
    static func forms(ofAnswer guess: NormalisedText) -> [NormalisedText] {
        var forms = [guess]
        if let plain = withoutHedges(guess) { forms.append(plain) }
        let last = forms[forms.count - 1]
        let leading = last.words.prefix { introductions.contains($0) || titles.contains($0) }.count
        let trailing = last.words.reversed().prefix { titles.contains($0) }.count
        if let bare = trimmed(last, leading: leading, trailing: trailing) { forms.append(bare) }
        return forms
    }

    // MARK: Hedges

    /// The rest without "maybe", "I think it is", "eller hur" and their like; nil where there are none, or
    /// nothing else.
    private static func withoutHedges(_ guess: NormalisedText) -> NormalisedText? {
        let leading = guess.words.prefix(maximumHedge).prefix { opening.contains($0) }.count
        let trailing = guess.words.suffix(maximumHedge).reversed().prefix { closing.contains($0) }
        return trimmed(guess, leading: leading, trailing: trailing.count)
    }

    /// Words of a hedge that count at one end.
    private static let maximumHedge = 8

    private static let opening = words(
        """
        i we think guess guessing believe say is it its this that must might could can may be maybe
        perhaps probably surely definitely certainly answer my our im going for with um uh hmm mm oh well so
        the to
        jag vi tror gissar gissning gissningen att min vår säger svaret är det den kanske antagligen troligen
        förmodligen säkert nog väl måste vara kan vara på till hm hmm öh eh mm jaha alltså
        """
    )

    private static let closing = words(
        """
        i we think guess believe is it maybe perhaps probably surely definitely please right of course
        jag vi tror gissar är det kanske antagligen troligen förmodligen säkert nog väl va eller hur såklart
        förstås tack
        """
    )

    // MARK: Surroundings

    /// The rest without the destination's own country or part of the world at either end: "Kairo i
    /// Egypten", "Paris, France". Nil where neither stands there: a wrong country is no help.
    private static func withoutSurroundings(
        _ guess: NormalisedText,
        of destination: DestinationNames
    ) -> NormalisedText? {
        for name in destination.surroundings where name.words.count < guess.words.count {
            let count = name.words.count
            if NormalisedText(words: Array(guess.words.suffix(count)))?.isSpelledLike(name) == true
            {
                let rest = guess.words.dropLast(count)
                let extra = rest.last.map { joining.contains($0) } == true ? 1 : 0
                return NormalisedText(words: Array(rest.dropLast(extra)))
            }
            if NormalisedText(words: Array(guess.words.prefix(count)))?.isSpelledLike(name) == true
            {
                return NormalisedText(words: Array(guess.words.dropFirst(count)))
            }
        }
        return nil
    }

    private static let joining = words("i in")

    // MARK: Answers to follow-ups

    private static let introductions = words(
        "in i on år year den the around about kring omkring cirka"
    )

    private static let titles = words(
        """
        mr mrs ms dr sir lady king queen prince princess emperor sultan president bishop general captain saint
        herr fru kung kungen drottning drottningen prins prinsessan kejsar kejsare kejsaren sultanen
        presidenten biskop biskopen kapten mount volcano river lake castle museum palace tower style
        berget vulkan vulkanen floden sjön slott slottet museet palatset tornet stil stilen
        """
    )

    /// True when every word that is or begins with a number stands in both, in the same order: 1453 is not
    /// 1454, "seventh" is no slip of "seventy", and Charles II is not Charles I.
    static func areNumbersAlike(_ guess: NormalisedText, _ answer: NormalisedText) -> Bool {
        numbers(in: guess) == numbers(in: answer)
    }

    private static func numbers(in text: NormalisedText) -> [Substring] {
        text.folded.split(separator: " ").filter { word in
            word.unicodeScalars.contains { $0.properties.numericType != nil }
                || numerals.contains { word.hasPrefix($0) }
                || word.allSatisfy { "ivxlcdm".contains($0) }
        }
    }

    /// Beginnings of numbers in words, folded.
    private static let numerals = words(
        """
        noll zero ett two tva three tre four fyra fem five six sex seven sju eight atta nine nio ten tio
        eleven elva twelve tolv thir tretton fjorton fif femton sexton sjutton arton aderton nitton
        twen tjugo tret fort fyrt fift sext sjutt atti nitti hund thousand tusen million miljon miljard
        billion first second third forst andra tredje
        """
    )

    /// True when the two differ in the ending of their last word, as "snake" and "snakes" or "salt" and
    /// "saltet" do.
    static func isInflection(_ guess: NormalisedText, of answer: NormalisedText) -> Bool {
        let one = guess.folded.split(separator: " ")
        let other = answer.folded.split(separator: " ")
        guard one.count == other.count, one.dropLast() == other.dropLast(),
            let guess = one.last, let answer = other.last
        else { return false }
        let (short, long) = guess.count < answer.count ? (guess, answer) : (answer, guess)
        return long.count >= shortestInflected && long.hasPrefix(short)
            && endings.contains(String(long.dropFirst(short.count)))
    }

    /// In letters, the ending among them: "par" and "part" are two words.
    private static let shortestInflected = 5
    private static let endings = words("s es n t en et na ar or er r arna orna erna rna")

    // MARK: Words

    private static func trimmed(
        _ text: NormalisedText,
        leading: Int,
        trailing: Int
    ) -> NormalisedText? {
        guard leading + trailing > 0, leading + trailing < text.words.count else { return nil }
        return NormalisedText(words: Array(text.words.dropFirst(leading).dropLast(trailing)))
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map { String($0) })
    }
}

/// Words around a name that are no part of it (T-11-5).
///
/// They are taken as whole words from either end, never until nothing is left (G-60).
struct StopWords {
    /// No answer has more of them at one end; bounds the forms to sixteen.
    static let maximumAtEachEnd = 3

    /// Words that a guesser may add: "huvudstaden Stockholm", "New York City", "the Hague".
    static let aroundGuess = StopWords(words: always.union(["town"]))
    /// Words that a guesser may leave out of the name itself. Not "town": Cape Town is not Cape.
    static let withinName = StopWords(words: always)

    private static let always: Set<String> = [
        "capital", "city", "den", "det", "huvudstad", "huvudstaden", "kommun", "kommunen",
        "municipality", "stad", "staden", "stan", "the",
    ]

    private let words: Set<String>

    private init(words: Set<String>) {
        self.words = words
    }

    /// `text` itself, then the rest of it without ever more stop words, so that a longer name is always met
    /// before a shorter one within it.
    func forms(of text: NormalisedText) -> [NormalisedText] {
        let leading = text.words.prefix(Self.maximumAtEachEnd).prefix(while: words.contains).count
        let trailing =
            text.words.suffix(Self.maximumAtEachEnd).reversed().prefix(while: words.contains).count
        guard leading + trailing > 0 else { return [text] }
        let cuts = (0...leading).flatMap { first in (0...trailing).map { (first, $0) } }
        return
            cuts.sorted { $0.0 + $0.1 < $1.0 + $1.1 }
            .compactMap { first, last in
                NormalisedText(words: Array(text.words.dropFirst(first).dropLast(last)))
            }
    }
}
