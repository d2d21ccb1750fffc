/// A language's superlatives, kept as data (G-65).
///
/// A word is a superlative when it is listed, or when it has one of the endings and is no
/// exception. Some phrases only look like one: "at least".
struct Superlatives: Sendable {
    let listed: Set<String>
    let endings: [String]
    /// In letters, with the ending.
    let shortestWithEnding: Int
    let exceptions: Set<String>
    /// Pairs of words that say nothing beyond: first word, then second.
    let harmlessPairs: Set<[String]>
    /// Endings that only bend a superlative: största is störst.
    let inflections: [String]
    /// The letters that a superlative, bent or not, ends in at least.
    private let tails: [[UInt8]]

    private init(
        listed: Set<String>,
        endings: [String],
        shortestWithEnding: Int,
        exceptions: Set<String>,
        harmlessPairs: Set<[String]>,
        inflections: [String]
    ) {
        self.listed = listed
        self.endings = endings
        self.shortestWithEnding = shortestWithEnding
        self.exceptions = exceptions
        self.harmlessPairs = harmlessPairs
        self.inflections = inflections
        let ends = Set((listed + endings).map { $0.suffix(2) })
        tails = ends.sorted().flatMap { end in
            ([""] + inflections).map { Array("\(end)\($0)".utf8) }
        }
    }

    /// Folded, in the order they stand in; each as the bare superlative.
    func superlatives(in text: FoldedWords) -> [String] {
        let places = text.places(ofEndings: tails)
        guard !places.isEmpty else { return [] }
        let words = text.words
        return places.compactMap { index in
            guard let bare = bare(words[index]) else { return nil }
            if index > 0, harmlessPairs.contains([words[index - 1], words[index]]) { return nil }
            if index + 1 < words.count, harmlessPairs.contains([words[index], words[index + 1]]) {
                return nil
            }
            return bare
        }
    }

    /// Nil when `word` is no superlative.
    func bare(_ word: String) -> String? {
        for inflection in [""] + inflections where word.hasSuffix(inflection) {
            let bare = String(word.dropLast(inflection.count))
            if exceptions.contains(word) || exceptions.contains(bare) { return nil }
            if listed.contains(bare) { return bare }
            if word.count >= shortestWithEnding, endings.contains(where: bare.hasSuffix) {
                return bare
            }
        }
        return nil
    }

    static func of(_ locale: PackageLocale) -> Superlatives {
        switch locale {
        case .sv: swedish
        case .en: english
        }
    }

    private static let swedish = Superlatives(
        listed: words(
            """
            störst minst äldst yngst högst lägst längst kortast bäst sämst värst flest mest tyngst \
            främst grövst trångst
            """
        ),
        endings: ["ast"],
        shortestWithEnding: 6,
        exceptions: words(
            """
            endast knappast enkast kontrast gymnast fantast entusiast elast bombast ballast damast \
            dynast belfast belast avlast urlast inlast överlast fullast stormast flaggmast \
            radiomast telemast hängmast häftplast skumplast metallplast spjutkast diskuskast \
            stenkast utkast inkast avkast påkast ordkast brådhast arbetshast kafferast lunchrast \
            plast hast mast last rast kast fast bofast brandfast eldfast handfast jordfast \
            ståndfast landfast skottfast ortsfast
            """
        ),
        harmlessPairs: [],
        inflections: ["a", "e"]
    )

    private static let english = Superlatives(
        listed: words("best worst most least foremost utmost"),
        endings: ["est", "nmost", "pmost", "rmost"],
        shortestWithEnding: 5,
        exceptions: words(
            """
            forest rainforest harvest interest request quest conquest guest chest invest protest \
            contest honest modest priest arrest crest suggest digest manifest tempest northwest \
            southwest midwest everest budapest bucharest brest behest molest detest attest infest \
            bequest inquest oktoberfest ingest congest divest unrest disinterest earnest dishonest \
            immodest houseguest palimpsest fest armrest headrest backrest footrest \
            reforest afforest deforest acquest ernest incest
            """
        ),
        harmlessPairs: [
            ["at", "least"], ["at", "most"], ["at", "best"], ["most", "of"], ["least", "of"],
        ],
        inflections: []
    )

    private static func words(_ list: String) -> Set<String> {
        Set(list.split(separator: " ").flatMap { FoldedWords(String($0)).words })
    }
}
