public import Protocol

/// Members that the documents of all games share, whoever reads them (protocol §3.2).
public struct KitView<State: DocumentValue>: DocumentObject {
    private let state: State
    private let isPaused: Bool
    private let canReact: Bool
    private let players: PlayerList
    private let scoreboard: [Scoreboard.Standing]
    private let timers: [TimerPart]
    private let final: FinalPart?

    /// - Parameters:
    ///   - state: where the game is, by its name on the wire.
    ///   - results: once a game has come to its end.
    public init(_ game: borrowing some Game, state: State, results: Results? = nil) {
        self.state = state
        isPaused = game.isPaused
        canReact = Reaction.areShown(in: game)
        players = game.playerList
        scoreboard = game.scoreboard.standings
        timers = game.timers.lazy.filter(\.isShown).map(TimerPart.init)
        final = results.map(FinalPart.init)
    }

    public func members(of fields: inout DocumentWriter, since old: KitView?) {
        fields.member("state", state, was: old?.state)
        fields.member("paused", isPaused, was: old?.isPaused)
        fields.member("canReact", canReact, was: old?.canReact)
        fields.member("players", players, was: old?.players)
        fields.member("scoreboard", scoreboard, was: old?.scoreboard)
        fields.member("timers", timers, was: old?.timers)
        fields.member("final", final, was: old?.final)
    }
}

/// Buttons that the host may use now.
public struct HostHints: DocumentObject {
    private let canStart: Bool
    private let canPause: Bool
    private let canSkip: Bool
    private let canReveal: Bool
    private let canAddPlayer: Bool

    /// - Parameters:
    ///   - canSkip: there is something that the host may end early.
    ///   - canReveal: there is something hidden that the host may show.
    public init<G: Game>(_ game: G, canSkip: Bool, canReveal: Bool = false) {
        let isEnough = game.lobby.players.count >= G.playerCounts.lowerBound
        switch game.stage {
        case .lobby: canStart = isEnough
        case .over: canStart = isEnough && game.lobby.status != .ended
        case .running, .finale: canStart = false
        }
        canPause = game.stage.isRunning && !game.isPaused
        self.canSkip = canSkip
        self.canReveal = canReveal
        canAddPlayer = G.takesManualPlayers && game.rules >= .eighth && game.isJoinable
    }

    public func members(of fields: inout DocumentWriter, since old: HostHints?) {
        fields.member("canStart", canStart, was: old?.canStart)
        fields.member("canPause", canPause, was: old?.canPause)
        fields.member("canSkip", canSkip, was: old?.canSkip)
        fields.member("canReveal", canReveal, was: old?.canReveal)
        fields.member("canAddPlayer", canAddPlayer, was: old?.canAddPlayer)
    }
}

extension Game {
    /// `session` as players see it.
    public var sessionPart: SessionPart<Settings> {
        SessionPart(lobby, game: Self.name, settings: settings)
    }

    /// As screens see it: with the way in.
    public var invitingSessionPart: InvitingSessionPart<Settings> {
        InvitingSessionPart(sessionPart, lobby)
    }

    /// As the host sees it: with those whom the host removed.
    public var hostSessionPart: HostSessionPart<Settings> { HostSessionPart(sessionPart, lobby) }

    public var views: Views<Self> {
        Views(
            host: hostView,
            tv: tvView,
            players: playersView,
            ids: lobby.players.map(\.id),
            own: lobby.players.compactMap { ownView(of: $0.id) }
        )
    }
}

/// Makes a stranger's words fit to be shown: no control or invisible characters, one space between
/// words, none around.
public enum ShownText {
    public static func clean(_ raw: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars where !isInvisible(scalar) { scalars.append(scalar) }
        return String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Control, format, filling, surrogate, private and unassigned characters; what joins and colours the
    /// parts of an emoji stays.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 && !(9...13).contains(scalar.value) }
        // Fillers are letters that nobody sees, as is the Braille pattern without a dot.
        if scalar == "\u{2800}" { return true }
        if scalar.properties.isDefaultIgnorableCodePoint {
            return !["\u{200D}", "\u{FE0E}", "\u{FE0F}"].contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .control: return !scalar.properties.isWhitespace
        case .format: return scalar != "\u{200D}"
        case .surrogate, .privateUse, .unassigned: return true
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber, .connectorPunctuation, .dashPunctuation, .openPunctuation,
            .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator,
            .lineSeparator, .paragraphSeparator:
            return false
        @unknown default: return true
        }
    }
}
