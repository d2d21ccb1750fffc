import GameState
import Protocol

/// A player's dispute of the verdict on their answer to the destination, on which the others vote: the way to
/// another verdict where the host plays along and judges nobody (docs/decisions/0043).
struct Dispute: Codable, Equatable, Sendable {
    /// Milliseconds for which votes are taken.
    static let votingMs: Int64 = 15_000
    /// Milliseconds, at least, for which its outcome is shown.
    static let outcomeMs: Int64 = 5_000
    /// Disputes of one destination: a room of hundreds shall not vote all evening.
    static let maxCount = 5

    let player: PlayerID
    /// True: the answer was right.
    var votes = PlayerTable<Bool>()
    /// Runs while votes are taken.
    var timer: GameTimer?
    /// Milliseconds that the stage had left when it was opened, and has again afterwards.
    let leftMs: Int64

    /// Of those who voted, more say that it was right; a tie keeps the verdict.
    var isAccepted: Bool { 2 * yesCount > votes.count }

    var yesCount: Int { votes.entries.count { $0.value } }

    /// Absent in rounds from before there were any.
    enum None: Default {
        static let value: [Dispute] = []
    }
}

extension Round {
    /// The one on which votes are taken: there is one at a time, the latest.
    var openDispute: Dispute? { disputes.last.flatMap { $0.timer == nil ? nil : $0 } }
}

extension Phase.Stage {
    /// The verdicts on the destination are told, and nothing else is asked.
    var takesDisputes: Bool {
        switch self {
        case .reveal, .scoreboard: true
        case .intro, .clue, .pausedForBrake, .question, .results: false
        }
    }
}

extension Dispute {
    /// Why this player may not dispute the verdict now; nil: they may.
    static func refusal(of player: PlayerID, in game: Tripto) -> WireError? {
        guard game.rules >= .ninth, game.settings.hostMayPlay else {
            return WireError(.forbidden, "the host's word counts, not a vote")
        }
        guard case .playing(let round, let stage, _) = game.phase, stage.takesDisputes,
            !game.isPaused
        else { return WireError(.wrongState, "no verdict can be disputed now") }
        guard let answer = round.answers[player], !answer.text.isEmpty else {
            return WireError(.notFound, "no such answer")
        }
        guard !round.disputes.contains(where: { $0.player == player }) else {
            return WireError(.alreadyAnswered, "one dispute for each destination")
        }
        guard !answer.isCorrect, round.openDispute == nil, round.disputes.count < maxCount else {
            return WireError(.wrongState, "this verdict can't be disputed now")
        }
        guard game.lobby.players.contains(where: { $0.id != player && $0.isConnected }) else {
            return WireError(.wrongState, "nobody is here to vote")
        }
        return nil
    }

    /// The one that a player may vote on now.
    static func ballot(of player: PlayerID, in game: Tripto) -> Dispute? {
        guard !game.isPaused, case .playing(let round, _, _) = game.phase,
            let dispute = round.openDispute, dispute.player != player
        else { return nil }
        return dispute
    }

    /// Everybody has voted who is here, but the player whose answer it is.
    fileprivate func isComplete(in lobby: Lobby) -> Bool {
        lobby.players.allSatisfy {
            $0.id == player || !$0.isConnected || votes[$0.id] != nil
        }
    }
}

// MARK: Rules

/// A vote in place of the host's word.
extension Dispute {
    typealias Halt = Transition<Tripto>.Halt

    static func obey(
        _ command: Tripto.Command,
        from player: PlayerID,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        if case .vote(let isRight) = command {
            try vote(isRight, by: player, in: &transition)
        } else {
            try open(by: player, in: &transition)
        }
    }

    private static func open(
        by player: PlayerID,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        if let error = refusal(of: player, in: transition.game) { throw .refused(.error(error)) }
        guard case .playing(var round, let stage, let timer) = transition.game.phase else {
            preconditionFailure("a verdict may be disputed in \(transition.game.phase)")
        }
        let leftMs = timer.remainingMs(at: transition.now)
        let voting = transition.timer(votingMs)
        round.disputes.append(Dispute(player: player, timer: voting, leftMs: leftMs))
        let longer = Self.timer(inPlaceOf: timer, votingMs + outcomeMs, in: &transition)
        transition.game.phase = .playing(round, stage, longer)
        transition.record(
            .audit(actor: .player(player), type: "PLAYER_DISPUTE", payloadJSON: "{}")
        )
        transition.reply(.answerAck)
    }

    /// May be changed as long as votes are taken; the last one counts.
    private static func vote(
        _ isRight: Bool,
        by player: PlayerID,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        guard case .playing(var round, let stage, let timer) = transition.game.phase,
            var dispute = round.openDispute
        else { throw .wrongState("there is nothing to vote on") }
        guard player != dispute.player else {
            throw .error(.forbidden, "nobody votes on their own answer")
        }
        guard let deadline = dispute.timer?.deadline else {
            throw .wrongState("the host has paused")
        }
        guard transition.now < deadline else {
            throw .error(.tooLate, "the time to vote is over")
        }
        guard dispute.votes[player] != isRight else { throw .ignored }
        dispute.votes[player] = isRight
        round.disputes[round.disputes.count - 1] = dispute
        transition.game.phase = .playing(round, stage, timer)
        transition.reply(.answerAck)
        if dispute.isComplete(in: transition.game.lobby) { settle(in: &transition) }
    }

    /// A timer that runs out, or a host who is in a hurry, ends the vote before anything else.
    ///
    /// - Returns: false where none is open.
    static func isSettled(in transition: inout Transition<Tripto>) -> Bool {
        guard case .playing(let round, _, _) = transition.game.phase, round.openDispute != nil
        else { return false }
        settle(in: &transition)
        return true
    }

    /// The vote is over, and what most said is the verdict.
    private static func settle(in transition: inout Transition<Tripto>) {
        guard case .playing(var round, let stage, let timer) = transition.game.phase,
            var dispute = round.openDispute
        else { preconditionFailure("no vote to settle in \(transition.game.phase)") }
        dispute.timer = nil
        round.disputes[round.disputes.count - 1] = dispute
        let leftMs = max(dispute.leftMs, outcomeMs)
        let shorter = Self.timer(inPlaceOf: timer, leftMs, in: &transition)
        let sound: Tripto.SoundEffect = dispute.isAccepted ? .correct : .wrong
        transition.cue(.sfxPlay(sound, startAt: transition.now))
        guard dispute.isAccepted, var answer = round.answers[dispute.player] else {
            transition.game.phase = .playing(round, stage, shorter)
            return
        }
        answer.isCorrect = true
        round.answers[dispute.player] = answer
        transition.game.phase = .playing(round, stage, shorter)
        transition.judge(answer, of: dispute.player, in: round)
        transition.correct(dispute.player, by: answer.points)
    }

    /// A timer of its own in place of the stage's, with more or less left: it began when that one did.
    private static func timer(
        inPlaceOf old: GameTimer,
        _ leftMs: Int64,
        in transition: inout Transition<Tripto>
    ) -> GameTimer {
        var timer = old
        timer.id = transition.timer(leftMs).id
        timer.keep(leftMs, at: transition.now)
        return timer
    }

    /// Votes of somebody who has left do not count; nobody need wait for them.
    static func goOn(without player: PlayerID, in transition: inout Transition<Tripto>) {
        guard case .playing(var round, let stage, let timer) = transition.game.phase,
            var dispute = round.openDispute
        else { return }
        dispute.votes[player] = nil
        // There is no answer any more that could become right.
        if dispute.player == player { dispute.votes = PlayerTable() }
        round.disputes[round.disputes.count - 1] = dispute
        transition.game.phase = .playing(round, stage, timer)
        guard dispute.player == player || dispute.isComplete(in: transition.game.lobby) else {
            return
        }
        settle(in: &transition)
    }
}
