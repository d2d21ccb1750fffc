public import Protocol

/// The winner's seconds, each sound and sight at its time on the server's clock (T-12.7).
public struct Finale: Codable, Equatable, Sendable {
    public private(set) var results: Results
    /// Starts at t0, ends the game.
    private(set) var end: GameTimer
    /// Runs out when the winner is shown; nil when that is past, or nobody won.
    private(set) var confetti: GameTimer?

    /// From now to t0, in milliseconds: time for the cues to arrive.
    static let leadMs: Int64 = 500
    /// After t0, in milliseconds.
    private static let drumrollMs: Int64 = 800
    static let winnerMs: Int64 = 3200

    /// Something that sounds.
    public enum Moment: Sendable {
        case build, drumroll, winner
    }

    init(results: Results, end: GameTimer, confetti: GameTimer?) {
        self.results = results
        self.end = end
        self.confetti = confetti
    }

    public var timers: [GameTimer] { confetti.map { [end, $0] } ?? [end] }

    public mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        change(&end)
        if var confetti {
            change(&confetti)
            self.confetti = confetti
        }
    }

    fileprivate mutating func rename(_ player: PlayerID, to name: PlayerName) {
        results.rename(player, to: name)
    }

    fileprivate mutating func confettiShown() { confetti = nil }

    /// Without a winner there is no fanfare, and no roll that it would end.
    fileprivate var moments: [(Moment, at: ServerTime)] {
        let t0 = end.startAt
        return results.isCheered
            ? [(.build, t0), (.drumroll, t0 + Self.drumrollMs), (.winner, t0 + Self.winnerMs)]
            : [(.build, t0)]
    }
}

/// A game that presents its winner. It says what that sounds and looks like; when each comes, what a pause
/// does to it and how it ends is the same in every game.
public protocol CelebratedGame: Game {
    /// Nil but in the stage of the finale.
    var finale: Finale? { get }

    /// Goes to the stage of the finale, or stays in it with a changed one.
    mutating func celebrate(_ finale: Finale)

    /// The finale is over, and with it the game.
    mutating func end(_ results: Results)

    /// Ends the sounds of the game before the first moment.
    static func fadeOut(in transition: inout Transition<Self>)

    static func cue(
        _ moment: Finale.Moment,
        at time: ServerTime,
        in transition: inout Transition<Self>
    )

    /// The winner is on the screen.
    static func showConfetti(in transition: inout Transition<Self>)

    /// Stops what sounds: sounds of a finale can't stand still as its timers do.
    static func silence(in transition: inout Transition<Self>)
}

extension CelebratedGame {
    public static func renamed(
        _ player: PlayerID,
        to name: PlayerName,
        in transition: inout Transition<Self>
    ) {
        guard var finale = transition.game.finale else { return }
        finale.rename(player, to: name)
        transition.game.celebrate(finale)
    }

    public static func paused(_ transition: inout Transition<Self>) {
        if transition.game.finale != nil { silence(in: &transition) }
    }

    public static func resumed(_ transition: inout Transition<Self>) {
        resumeFinale(&transition)
    }

    /// Sounds again that a pause has silenced; for games that do more than this when they go on.
    public static func resumeFinale(_ transition: inout Transition<Self>) {
        if let finale = transition.game.finale { transition.cue(finale) }
    }
}

extension Transition where G: CelebratedGame {
    /// Begins the finale.
    public mutating func present(_ results: Results, forMs durationMs: Int64) {
        let end = timer(durationMs, leadMs: Finale.leadMs)
        let isLongEnough = Finale.winnerMs < end.durationMs
        let confetti =
            results.isCheered && isLongEnough
            ? timer(Finale.winnerMs, leadMs: Finale.leadMs, isShown: false) : nil
        let finale = Finale(results: results, end: end, confetti: confetti)
        game.celebrate(finale)
        record(.gameEnded(isAborted: false, winners: results.winners))
        announce(.finalResultsPresent(results))
        G.fadeOut(in: &self)
        if !game.isPaused { cue(finale) }
    }

    /// One of its timers has run out.
    public mutating func goOn(_ finale: Finale, after timer: TimerID) {
        guard timer != finale.end.id else { return game.end(finale.results) }
        var finale = finale
        finale.confettiShown()
        game.celebrate(finale)
        G.showConfetti(in: &self)
    }

    /// Cues every sound that is still to come, all at once with the time each starts; again after a
    /// pause, which stopped them.
    fileprivate mutating func cue(_ finale: Finale) {
        for (moment, time) in finale.moments where time > now {
            G.cue(moment, at: time, in: &self)
        }
    }
}
