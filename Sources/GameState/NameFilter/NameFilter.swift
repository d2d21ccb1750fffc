public import Protocol

/// Names that are let in (G-41). Judged at the door alone: the lists are data of the build, and a name that
/// was let in, by whatever build, stays.
public enum NameFilter: String, Codable, CaseIterable, Sendable {
    case off
    /// Refuses a word of the lists, however it is disguised.
    case medium
    /// Refuses such a word inside another one too, except in innocent ones such as Scunthorpe.
    case strict

    public enum Usual: Default {
        public static let value = NameFilter.medium
    }

    public func refuses(_ name: PlayerName) -> Bool {
        guard self != .off else { return false }
        return Disguise.allCases.contains { disguise in
            let reading = NameReading(name, without: disguise)
            if reading.wholes.contains(where: Self.isRefused) { return true }
            return self == .strict && reading.words.contains(where: Self.hasRefused)
        }
    }

    /// True where a text has a word that no guest may be called by.
    public func refuses(aWordOf text: String) -> Bool {
        text.split(whereSeparator: \.isWhitespace).contains { word in
            (try? PlayerName(String(word))).map(refuses) ?? false
        }
    }

    private static func isRefused(_ word: LetterRuns) -> Bool {
        refused.contains { $0.isSpelled(by: word) }
    }

    private static func hasRefused(_ word: LetterRuns) -> Bool {
        let places = hidden.flatMap { $0.places(in: word) }
        guard !places.isEmpty else { return false }
        let excuses = innocent.flatMap { $0.places(in: word) }
        return places.contains { place in
            !excuses.contains {
                $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound
            }
        }
    }

    private static let refused =
        list(PackageResources.refused_en_txt) + list(PackageResources.refused_sv_txt)
    /// Shorter words stand in too many others by chance: Lasse, Kukkonen.
    private static let hidden = refused.filter { $0.letterCount >= minHiddenLetters }
    private static let minHiddenLetters = 4
    private static let innocent = list(PackageResources.innocent_txt)

    private static func list(_ bytes: [UInt8]) -> [LetterRuns] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { NormalisedText(String($0)) }
            .map { LetterRuns($0.letters) }
    }
}

/// A way in which letters are hidden behind digits and signs.
private enum Disguise: CaseIterable {
    /// They stand between words or at their end: `word99!`.
    case none
    /// They stand for letters, a one for an I.
    case oneIsI
    /// … a one for an L.
    case oneIsL

    /// The letter that a sign stands for; a digit that stands for none separates.
    func letter(_ sign: Unicode.Scalar) -> Unicode.Scalar {
        switch self {
        case .none: ("0"..."9").contains(sign) ? " " : sign
        case .oneIsI: Self.ones.contains(sign) ? "i" : Self.letters[sign] ?? sign
        case .oneIsL: Self.ones.contains(sign) ? "l" : Self.letters[sign] ?? sign
        }
    }

    private static let ones: Set<Unicode.Scalar> = ["1", "!", "|"]
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "o", "2": "z", "3": "e", "4": "a", "5": "s", "6": "g", "7": "t", "8": "b", "9": "g",
        "@": "a", "$": "s", "€": "e", "+": "t", "£": "l", "¢": "c", "©": "c", "(": "c", "§": "s",
        "¥": "y", "#": "h",
    ]
}

/// A name as its words, in plain small letters.
private struct NameReading {
    let words: [LetterRuns]
    /// All that is compared with whole words: the same, and the name in one.
    let wholes: [LetterRuns]

    init(_ name: PlayerName, without disguise: Disguise) {
        var plain = String.UnicodeScalarView()
        let letters = name.text.unicodeScalars.map {
            LatinLetters.plain(Lookalikes.letter($0) ?? $0)
        }
        for word in letters.split(separator: " ") {
            // A number is a number: Kalle 455.
            let isNumber = word.allSatisfy { ("0"..."9").contains($0) }
            if !isNumber { plain.append(contentsOf: word.map(disguise.letter)) }
            plain.append(" ")
        }
        let folded = NormalisedText(String(plain))?.folded ?? ""
        var words: [Substring.UnicodeScalarView] = []
        var spelled: [Unicode.Scalar] = []
        var joined: [[Unicode.Scalar]] = []
        for word in folded.split(separator: " ").map(\.unicodeScalars) {
            words.append(word)
            // Letters one by one are a word that was spelled: f u n.
            if word.count == 1 {
                spelled += word
            } else {
                joined.append(spelled)
                spelled = []
            }
        }
        joined.append(spelled)
        self.words = (words.map { Array($0) } + joined.filter { $0.count > 1 }).map {
            LetterRuns($0)
        }
        wholes = self.words + [LetterRuns(words.flatMap { Array($0) })]
    }
}

/// Letters, each with how many times it stands in a row.
private struct LetterRuns {
    private var letters: [Unicode.Scalar] = []
    private var counts: [Int] = []

    init(_ text: [Unicode.Scalar]) {
        for letter in text {
            if letters.last == letter {
                counts[counts.count - 1] += 1
            } else {
                letters.append(letter)
                counts.append(1)
            }
        }
    }

    var letterCount: Int { counts.reduce(0, +) }

    /// True when the other is this word, with letters doubled at most.
    func isSpelled(by other: LetterRuns) -> Bool {
        letters.count == other.letters.count && stands(at: 0, in: other)
    }

    func places(in other: LetterRuns) -> [Range<Int>] {
        guard letters.count <= other.letters.count else { return [] }
        return (0...other.letters.count - letters.count).filter { stands(at: $0, in: other) }
            .map { $0..<$0 + letters.count }
    }

    private func stands(at place: Int, in other: LetterRuns) -> Bool {
        letters.indices.allSatisfy {
            letters[$0] == other.letters[place + $0] && counts[$0] <= other.counts[place + $0]
        }
    }
}

extension Game {
    /// Takes one input on its way to be committed: the data of this build are asked here, once. Where it was
    /// committed before, `handle` takes it.
    ///
    /// - Parameter input: afterwards with the verdict that is committed with it.
    public mutating func admit(
        _ input: inout Input<Self>,
        at now: ServerTime
    ) -> Outcome<Event> {
        if let (name, owner) = input.newName {
            if settings.nameFilter.refuses(name) { return .refused(.error(.unwelcomeName)) }
            if lobby.players.contains(where: { $0.id != owner && $0.name.looks(like: name) }) {
                return .refused(.error(.takenName))
            }
        }
        input = judged(input)
        return handle(input, at: now)
    }
}

extension Input {
    /// The name that somebody would have from now on, and who: nobody who is here yet, where it is a newcomer.
    fileprivate var newName: (PlayerName, PlayerID?)? {
        switch self {
        case .join(_, let name, _), .command(.kit(.addPlayer(let name)), _): (name, nil)
        case .command(.kit(.rename(let player, let name)), _): (name, player)
        case .command, .judged, .presence, .screen, .device, .hostDevice, .takeOver, .away,
            .timer, .brakeLock, .content, .joinLink, .close:
            nil
        }
    }
}

extension WireError {
    static let takenName = WireError(.nameTaken, "this name is taken", field: "name")

    static let unwelcomeName = WireError(
        .badMessage,
        "this name has a word that the host does not let in; another name will do",
        field: "name"
    )
}
