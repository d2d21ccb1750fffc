public import GameState
public import Protocol
import Seeded

/// One tune that is being played: what it is, and what has been guessed.
public struct Round: Codable, Equatable, Sendable {
    public let id: RoundID
    /// From 1, within this game.
    let index: Int
    private let boxed: Boxed<Tune>
    let clip: ClipID?
    /// Nil where the tune has none.
    let cover: Cover?
    /// The trivia's options in the order they are shown: places in `Trivia.options`.
    private let order: [Int]
    /// In the order in which they came first.
    var guesses = PlayerTable<Guess>()
    /// Places among the options as they are shown.
    var choices = PlayerTable<Choice>()

    /// A guess may be changed until the close.
    struct Guess: Codable, Equatable, Sendable {
        var artist = ""
        var title = ""
        /// The player waits for nothing more.
        var isDone = false
        /// Known to the host at once, to everybody at the reveal.
        var verdict = NameThatTune.Verdict()
    }

    /// A choice is one for each player.
    struct Choice: Codable, Equatable, Sendable {
        let option: Int
        /// Known to everybody once the question is over.
        var isCorrect: Bool
    }

    init(id: RoundID, index: Int, _ content: TuneContent, seed: UInt64) {
        self.id = id
        self.index = index
        boxed = Boxed(content.tune)
        clip = content.clip
        cover = content.cover
        var dice = SplitMix64(seed: seed)
        var places = Array(0..<Tune.Trivia.optionCount)
        for last in stride(from: places.count - 1, to: 0, by: -1) {
            places.swapAt(last, dice.next(below: last + 1))
        }
        order = places
    }

    public var tune: Tune { boxed.value }

    /// The picture of a name; the sharp one is there for nobody before the reveal.
    func picture(_ name: ClipID, isRevealed: Bool) -> Picture? {
        if cover?.blurred == name { return Picture(name: tune.id, isBlurred: true) }
        guard isRevealed, cover?.sharp == name else { return nil }
        return Picture(name: tune.id, isBlurred: false)
    }

    /// Guesses of those who are done.
    var done: PlayerTable<Guess> {
        var done = PlayerTable<Guess>()
        for entry in guesses.entries where entry.value.isDone { done[entry.player] = entry.value }
        return done
    }

    func options(of trivia: Tune.Trivia) -> [String] { order.map { trivia.options[$0] } }

    /// Place of the right option as they are shown.
    var rightOption: Int { order.firstIndex(of: 0) ?? 0 }
}

/// Printing a round tells its number and no more.
extension Round: CustomStringConvertible {
    public var description: String { "round \(index)" }
}

extension NameThatTune {
    /// Judgement of a guess, by the matcher of the build that commits it.
    public struct Verdict: Codable, Equatable, Sendable {
        var artist = false
        var title = false

        init() {}

        init(artist: String, title: String, for tune: Tune) {
            let matcher = TuneMatcher(tune)
            self.artist = matcher.accepts(artist: artist)
            self.title = matcher.accepts(title: title)
        }
    }

    public func judged(_ input: Input<NameThatTune>) -> Input<NameThatTune> {
        switch input {
        case .command(.own(let command), let viewer):
            return verdict(on: command).map { .judged(command, from: viewer, as: $0) } ?? input
        case .judged(let command, let viewer, _):
            return verdict(on: command).map { .judged(command, from: viewer, as: $0) }
                ?? .command(command, from: viewer)
        case .command(.kit, _), .command(.settings, _), .join, .presence, .screen, .device,
            .hostDevice, .takeOver, .away, .timer, .brakeLock, .content, .joinLink, .close:
            return input
        }
    }

    /// - Returns: nil for a command that is no guess, or a guess that nobody waits for.
    private func verdict(on command: Command) -> Verdict? {
        guard case .guess(let artist, let title, _, _) = command,
            case .playing(let round, .listening) = phase
        else { return nil }
        return Verdict(artist: artist, title: title, for: round.tune)
    }
}

/// Parts of a tune that points are given for. The raw value numbers a round's questions in the archive.
public enum Part: Int, Codable, CaseIterable, Sendable {
    case artist, title, trivia

    /// As it is called on the wire.
    var name: String {
        switch self {
        case .artist: "artist"
        case .title: "title"
        case .trivia: "trivia"
        }
    }

    func worth(by points: NameThatTune.Points) -> Int {
        switch self {
        case .artist: points.artist
        case .title: points.title
        case .trivia: points.trivia
        }
    }
}

extension Round {
    /// Words of a player for a part; nil where there are none.
    func answer(
        to part: Part,
        of player: PlayerID,
        in locale: NameThatTune.Settings.Locale
    ) -> (text: String, isCorrect: Bool)? {
        switch part {
        case .artist:
            return guesses[player].map { ($0.artist, $0.verdict.artist) }
        case .title:
            return guesses[player].map { ($0.title, $0.verdict.title) }
        case .trivia:
            guard let choice = choices[player], let trivia = tune.trivia(in: locale) else {
                return nil
            }
            return (options(of: trivia)[choice.option], choice.isCorrect)
        }
    }

    func points(of player: PlayerID, by worth: NameThatTune.Points) -> Int {
        guard let verdict = guesses[player]?.verdict else { return 0 }
        return (verdict.artist ? worth.artist : 0) + (verdict.title ? worth.title : 0)
    }
}
