public import GameState
public import Protocol

/// The public part of the game. Views of players and screens are built from this alone, so that a secret
/// has no way into them but through here.
public struct CommonView: DocumentObject {
    private let kit: KitView<StateName>
    private var round: RoundPart?
    /// From REVEAL until the round is over.
    private var reveal: RevealPart?
    private var trivia: TriviaPart?

    public func members(of fields: inout DocumentWriter, since old: CommonView?) {
        kit.members(of: &fields, since: old?.kit)
        fields.member("round", round, was: old?.round)
        fields.member("reveal", reveal, was: old?.reveal)
        fields.member("trivia", trivia, was: old?.trivia)
    }

    fileprivate init(_ game: NameThatTune) {
        kit = KitView(game, state: game.phase.name, results: game.phase.results)
        switch game.phase {
        case .lobby, .finale, .over:
            break
        case .preparing(let index, _):
            round = RoundPart(
                id: game.roundID(game.roundsStarted + 1),
                index: index,
                total: game.settings.songsCount
            )
        case .playing(let played, let stage):
            round = RoundPart(
                id: played.id,
                index: played.index,
                total: game.settings.songsCount
            )
            guard stage.isRevealed else { return }
            reveal = RevealPart(played, of: game)
            switch stage {
            case .listening, .reveal, .scoreboard: break
            case .trivia: trivia = TriviaPart(played, of: game, isOver: false)
            case .triviaResults: trivia = TriviaPart(played, of: game, isOver: true)
            }
        }
    }
}

/// Place of a tune in its game.
private struct RoundPart: DocumentObject {
    let id: RoundID
    let index: Int
    let total: Int

    func members(of fields: inout DocumentWriter, since old: RoundPart?) {
        fields.member("roundId", id, was: old?.id)
        fields.member("index", index, was: old?.index)
        fields.member("total", total, was: old?.total)
    }
}

/// A tune's names, for nobody's eyes before the reveal but the host's.
private struct TunePart: DocumentObject {
    let title: String
    let artist: String
    let year: Int
    let country: String
    let genre: String
    let whyFree: String

    init(_ tune: Tune, in locale: NameThatTune.Settings.Locale) {
        title = tune.title(in: locale)
        artist = tune.artist(in: locale)
        year = tune.year
        country = tune.country
        genre = tune.genre.rawValue
        whyFree = tune.whyFree
    }

    func members(of fields: inout DocumentWriter, since old: TunePart?) {
        fields.member("title", title, was: old?.title)
        fields.member("artist", artist, was: old?.artist)
        fields.member("year", year, was: old?.year)
        fields.member("country", country, was: old?.country)
        fields.member("genre", genre, was: old?.genre)
        fields.member("whyFree", whyFree, was: old?.whyFree)
    }
}

/// The cover of the tune that is played, as far as it may be seen by now.
public struct CoverPart: DocumentObject {
    private let asset: ClipID
    private let isSharp: Bool

    /// - Returns: nil where the tune has none.
    fileprivate init?(_ game: NameThatTune) {
        guard case .playing(let round, let stage) = game.phase, let cover = round.cover else {
            return nil
        }
        isSharp = stage.isRevealed
        asset = isSharp ? cover.sharp : cover.blurred
    }

    public func members(of fields: inout DocumentWriter, since old: CoverPart?) {
        fields.member("assetId", asset, was: old?.asset)
        fields.member("isSharp", isSharp, was: old?.isSharp)
    }
}

private struct RevealPart: DocumentObject {
    private let tune: TunePart
    private let results: [GuessPart]

    init(_ round: Round, of game: NameThatTune) {
        tune = TunePart(round.tune, in: game.settings.locale)
        results = round.guesses.entries.map {
            GuessPart($0, points: round.points(of: $0.player, by: game.settings.points))
        }
    }

    func members(of fields: inout DocumentWriter, since old: RevealPart?) {
        tune.members(of: &fields, since: old?.tune)
        fields.member("results", results, was: old?.results)
    }
}

/// A guess with its verdicts: for the host at once, for everybody at the reveal.
private struct GuessPart: DocumentObject {
    private let player: PlayerID
    private let guess: Round.Guess
    private let points: Int

    init(_ entry: PlayerTable<Round.Guess>.Entry, points: Int) {
        player = entry.player
        guess = entry.value
        self.points = points
    }

    func members(of fields: inout DocumentWriter, since old: GuessPart?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("artist", guess.artist, was: old?.guess.artist)
        fields.member("title", guess.title, was: old?.guess.title)
        fields.member(
            "isArtistCorrect",
            guess.verdict.artist,
            was: old?.guess.verdict.artist
        )
        fields.member("isTitleCorrect", guess.verdict.title, was: old?.guess.verdict.title)
        fields.member("pointsAwarded", points, was: old?.points)
    }

    func isSameThing(as other: GuessPart) -> Bool { player == other.player }
}

private struct TriviaPart: DocumentObject {
    private let question: String
    private let options: [String]
    /// Nil while the question is open.
    private let solution: Solution?

    private struct Solution: Equatable {
        let option: Int
        let results: [ChoicePart]
    }

    /// - Returns: nil where the tune has no question.
    init?(_ round: Round, of game: NameThatTune, isOver: Bool) {
        guard let trivia = round.tune.trivia(in: game.settings.locale) else { return nil }
        question = trivia.question
        options = round.options(of: trivia)
        let worth = game.settings.points.trivia
        solution =
            isOver
            ? Solution(
                option: round.rightOption,
                results: round.choices.entries.map { ChoicePart($0, worth: worth) }
            ) : nil
    }

    func members(of fields: inout DocumentWriter, since old: TriviaPart?) {
        fields.member("question", question, was: old?.question)
        fields.member("options", options, was: old?.options)
        fields.member("correctOption", solution?.option, was: old.map { $0.solution?.option })
        fields.member("results", solution?.results, was: old.map { $0.solution?.results })
    }
}

private struct ChoicePart: DocumentObject {
    private let player: PlayerID
    private let choice: Round.Choice
    private let worth: Int

    init(_ entry: PlayerTable<Round.Choice>.Entry, worth: Int) {
        player = entry.player
        choice = entry.value
        self.worth = worth
    }

    func members(of fields: inout DocumentWriter, since old: ChoicePart?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("option", choice.option, was: old?.choice.option)
        fields.member("isCorrect", choice.isCorrect, was: old?.choice.isCorrect)
        fields.member("pointsAwarded", points, was: old?.points)
    }

    private var points: Int { choice.isCorrect ? worth : 0 }

    func isSameThing(as other: ChoicePart) -> Bool { player == other.player }
}

// MARK: The documents

extension NameThatTune {
    /// The host's document: the only one with room for the secret.
    public struct HostView: DocumentObject {
        private let common: Boxed<CommonView>
        private let session: HostSessionPart<Settings>
        private let hints: HostHints
        private let secret: TunePart?
        private let review: [GuessPart]?
        private let cover: CoverPart?
        /// Nil where a screen sounds.
        private let audio: AudioPart?
        /// Nil in a session that is too old for picks.
        private let picks: [Pick]?

        fileprivate init(_ game: NameThatTune, _ common: Boxed<CommonView>) {
            self.common = common
            picks = game.rules >= .tenth ? game.picks : nil
            cover = CoverPart(game)
            audio = game.lobby.speaker == .host ? game.audioPart : nil
            session = game.hostSessionPart
            switch game.phase {
            case .lobby, .preparing, .over:
                hints = HostHints(game, canSkip: false)
                (secret, review) = (nil, nil)
            case .playing(let round, _):
                hints = HostHints(game, canSkip: true)
                secret = TunePart(round.tune, in: game.settings.locale)
                review = round.guesses.entries.map {
                    GuessPart($0, points: round.points(of: $0.player, by: game.settings.points))
                }
            case .finale:
                hints = HostHints(game, canSkip: true)
                (secret, review) = (nil, nil)
            }
        }

        public func members(of fields: inout DocumentWriter, since old: HostView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", session, was: old?.session)
            fields.member("uiHints", hints, was: old?.hints)
            fields.member("secret", secret, was: old?.secret)
            fields.member("review", review, was: old?.review)
            fields.member("cover", cover, was: old?.cover)
            fields.member("audio", audio, was: old?.audio)
            fields.member("picks", picks, was: old?.picks)
        }
    }

    /// The clip that is heard, for whoever may sound.
    public typealias AudioPart = Joined<
        Member<VoiceCue?>, Joined<Member<ConnectionID?>, Member<Double>>
    >
    public typealias TVView = Joined<
        Joined<Boxed<CommonView>, Member<InvitingSessionPart<Settings>>>,
        Joined<Member<AudioPart>, Member<CoverPart?>>
    >
    public typealias PlayersView = Joined<Boxed<CommonView>, Member<SessionPart<Settings>>>

    public var hostView: HostView { HostView(self, Boxed(CommonView(self))) }

    public var tvView: TVView { tvView(Boxed(CommonView(self))) }

    public var playersView: PlayersView { playersView(Boxed(CommonView(self))) }

    public var views: Views<NameThatTune> {
        let common = Boxed(CommonView(self))
        return Views(
            host: HostView(self, common),
            tv: tvView(common),
            players: playersView(common),
            ids: lobby.players.map(\.id),
            own: lobby.players.compactMap { ownView(of: $0.id) }
        )
    }

    private func tvView(_ common: Boxed<CommonView>) -> TVView {
        Joined(
            Joined(common, Member("session", invitingSessionPart)),
            Joined(
                Member("audio", audioPart),
                Member("cover", CoverPart(self))
            )
        )
    }

    private var audioPart: AudioPart {
        Joined(
            Member("voice", sound),
            Joined(Member("speaker", lobby.speaker), Member("gainDb", musicGainDb))
        )
    }

    private func playersView(_ common: Boxed<CommonView>) -> PlayersView {
        Joined(common, Member("session", sessionPart))
    }

    public func ownView(of player: PlayerID) -> Member<OwnPart>? {
        scoreboard[player].map { standing in
            Member(
                "me",
                OwnPart(standing: standing, mayHost: lobby.offeredTo == player, round, player)
            )
        }
    }

    private var round: Round? {
        if case .playing(let round, _) = phase { round } else { nil }
    }

    /// A player's own: their guess stands there as they wrote it, without a verdict.
    public struct OwnPart: DocumentObject {
        private let standing: Scoreboard.Standing
        private let mayHost: Bool
        private let guess: OwnGuess?
        /// A place among the options.
        private let choice: Int?

        fileprivate init(
            standing: Scoreboard.Standing,
            mayHost: Bool,
            _ round: Round?,
            _ player: PlayerID
        ) {
            self.standing = standing
            self.mayHost = mayHost
            guess = round?.guesses[player].map {
                OwnGuess(artist: $0.artist, title: $0.title, isDone: $0.isDone)
            }
            choice = round?.choices[player]?.option
        }

        public func members(of fields: inout DocumentWriter, since old: OwnPart?) {
            standing.members(of: &fields, since: old?.standing)
            fields.member("mayHost", mayHost, was: old?.mayHost)
            fields.member("guess", guess, was: old?.guess)
            fields.member("choice", choice, was: old?.choice)
        }
    }

    private struct OwnGuess: DocumentObject {
        let artist: String
        let title: String
        let isDone: Bool

        func members(of fields: inout DocumentWriter, since old: OwnGuess?) {
            fields.member("artist", artist, was: old?.artist)
            fields.member("title", title, was: old?.title)
            fields.member("done", isDone, was: old?.isDone)
        }
    }
}
