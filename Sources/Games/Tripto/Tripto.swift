public import GameState
public import Protocol

/// Guess the destination: five clues worth less and less, one brake, then questions about the place.
///
/// The value is the whole truth of a session. `Transition` holds the rules, `Phase` the states and what each
/// may become, `HostView` the only way for the secret to be seen.
public struct Tripto: Game {
    public typealias Content = RoundContent
    public typealias Wish = PackageWish

    public static let name = "tripto"
    public static let title = "Tripto"
    public static let playerCounts = 1...500

    @Added<RulesVersion.Unnamed> public internal(set) var rules: RulesVersion
    public var settings: Settings
    public var lobby: Lobby
    public internal(set) var phase = Phase.lobby(.awaited)
    public var isPaused = false
    public var scoreboard = Scoreboard()
    var memory = DestinationMemory()
    /// Destinations that the host's device has not had, after the one that was found last; nil where its
    /// memory is unknown, and in rules before the fifth.
    var freshLeft: Int?
    var music: Music?
    /// Decibels; the middle of what a host is offered (G-73).
    var musicGainDb = -16.0
    var voice: VoiceCue?
    /// Clip that a pause has stopped.
    var interruptedVoice: InterruptedVoice?
    /// Rounds of the session, over all its games.
    var roundsStarted = 0
    public var timersStarted = 0

    public init(_ setup: SessionSetup<Settings>) {
        rules = setup.rules
        settings = setup.settings
        lobby = Lobby(setup)
    }

    public var stage: GameStage { phase.gameStage }

    public var timers: [GameTimer] { phase.timers }

    public mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        phase.changeTimers(change)
    }

    public var welcomesReactions: Bool { phase.welcomesReactions }

    public var wish: PackageWish? {
        switch phase {
        case .lobby(.awaited): PackageWish(of: self, isPreview: rules >= .fifth)
        case .preparing(let preparation): PackageWish(of: self, preparation)
        case .lobby(.ready), .lobby(.failed), .playing, .finalResults, .roundEnd: nil
        }
    }
}

/// Printing a game tells where it is and no more.
extension Tripto: CustomStringConvertible {
    public var description: String { "tripto \(lobby.session) in \(phase.name.rawValue)" }
}

extension Phase: CustomStringConvertible {
    public var description: String { name.rawValue }
}

extension Tripto: SpokenGame {
    public static func script(of content: RoundContent) -> [VoiceLine] {
        guard content.package.isPlayable else { return [] }
        return content.played.script
    }

    public static func voiced(
        _ content: RoundContent,
        by credit: VoiceCredit,
        clips: [Clip?]
    ) -> RoundContent {
        var voiced = content
        voiced.voice = RoundVoice(credit, of: content.package, clips: clips)
        return voiced
    }

    public func line(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> VoiceLine? {
        guard case .playing(let played, let stage, _) = phase, played.id == round,
            let segment = played.voice?.segment(of: clip)
        else { return nil }
        let isAllowed =
            switch viewer {
            case .host: !settings.hostMayPlay || stage.allows(segment, of: played)
            case .tv: stage.allows(segment, of: played)
            case .player: false
            }
        return isAllowed ? played.package.line(of: segment) : nil
    }
}
