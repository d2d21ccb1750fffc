public import GameState
import Protocol

/// First brake wins (T-9).
extension Transition<Tripto> {
    /// For a player who may (`whyNoBrake`).
    ///
    /// - Parameter finish: before whom, where that was judged.
    mutating func pullBrake(_ player: PlayerID, _ finish: PhotoFinish?) {
        guard case .playing(let round, .clue(let level), let timer) = game.phase else {
            preconditionFailure("a brake may be pulled in \(game.phase)")
        }
        let leftMs = game.settings.leftMs(of: timer, at: now)
        show(
            round,
            .pausedForBrake(level, owner: player, leftMs: leftMs, finish: finish),
            forMs: game.settings.timings.brakeAnswer
        )
        let count = round.answers.count
        announce(.brakeAccepted(owner: player, level, lockedPlayersCount: count, finish: finish))
        cue(.audioStop)
        cue(.sfxPlay(.brakePull, startAt: now))
    }

    mutating func answerBrake(_ text: String, from player: PlayerID) throws(Halt) {
        guard case .playing(let round, let stage, let timer) = game.phase,
            case .pausedForBrake(let level, let owner, let leftMs, _) = stage
        else { throw game.whyNoBrakeAnswer(from: player) }
        guard player == owner else { throw .error(.forbidden, "somebody else has the brake") }
        guard let deadline = timer.deadline else { throw .wrongState("the host has paused") }
        guard now < deadline else { throw .error(.tooLate, "the time to answer is over") }
        reply(.answerAck)
        let verdict = verdict ?? Tripto.Verdict(text, for: round.package.destination)
        goOn(
            lock(text, verdict, of: player, at: level, in: round),
            afterAnswerAt: level,
            leftMs: leftMs
        )
    }

    /// - Parameter text: empty for a time-out or a forfeit, which use the one answer too (G-12).
    /// - Returns: the round with the answer, for the next step.
    mutating func lock(
        _ text: String,
        _ verdict: Tripto.Verdict = .wrong,
        of player: PlayerID,
        at level: ClueLevel,
        in round: Round
    ) -> Round {
        var round = round
        round.answers[player] = Round.LockedAnswer(
            level: level,
            text: text,
            isCorrect: verdict.isCorrect
        )
        record(
            .answered(
                round.id,
                player,
                question: Tripto.destinationQuestion,
                stake: level.points,
                text: text
            )
        )
        announce(.brakeAnswerLocked(player))
        cue(.sfxPlay(.answerLock, startAt: now))
        return round
    }

    /// - Parameter leftMs: milliseconds that the level has left for those who have not answered; nil where
    ///   an answer ends it (T-3-15).
    mutating func goOn(_ round: Round, afterAnswerAt level: ClueLevel, leftMs: Int64?) {
        if game.everybodyHasLocked(round) {
            reveal(round)
        } else if let leftMs {
            let stage = Phase.Stage.clue(level)
            let unreadMs = game.settings.unreadMs(of: stage, in: round, game.interruptedVoice)
            game.phase = .playing(round, stage, timer(leftMs, leadMs: unreadMs))
        } else {
            goOn(round, after: level)
        }
    }
}

extension ClaimID {
    /// The buzzer: the right to answer.
    public static let brake = ClaimID("brake")
}

extension CommandLimit {
    /// One pull in two seconds; every pull counts, also the refused ones (T-9-6, G-45).
    public static let pulls = CommandLimit("pulls", .cooldown(ms: 2_000))
}

extension Tripto {
    public static let claimKinds = [
        ClaimKind(.brake, attempts: "pulls", losses: BrakeRejection.allCases.map(\.rawValue))
    ]

    public static func tooOften(_ limit: CommandLimit) -> Refusal<Event> {
        limit == .pulls ? .own(.brakeRejected(.rateLimited, detail: nil)) : .error(limit.error)
    }

    public static func tooLate(for claim: ClaimID) -> Refusal<Event> {
        .own(.brakeRejected(.alreadyPaused, detail: nil))
    }

    public static func loss(in refusal: Event) -> ClaimLoss? {
        guard case .brakeRejected(let reason, _) = refusal else { return nil }
        return ClaimLoss(of: .brake, because: reason.rawValue)
    }

    public static var lockedAttempt: Command? { .brakePull(atClientMs: nil) }

    /// The brake is its owner's until the answer; a pause may outlast what the store keeps of it.
    public var claims: [Claim] {
        guard case .playing(_, .pausedForBrake(_, let owner, _, _), _) = phase else { return [] }
        return [Claim(id: .brake, holder: owner, forMs: settings.timings.brakeClaim)]
    }

    public var ordersAttempts: Bool { settings.latencyFair }

    /// - Returns: nil when the player may pull.
    ///
    /// In a storm of pulls nearly all end at the stage; finding the player costs more and comes last.
    func whyNoBrake(for player: PlayerID) -> Refusal<Event>? {
        guard case .playing(let round, let stage, _) = phase else {
            return .own(.brakeRejected(.notAllowed, detail: .wrongState))
        }
        switch stage {
        case .pausedForBrake:
            return Self.tooLate(for: .brake)
        case .intro, .reveal, .question, .results, .scoreboard:
            return .own(.brakeRejected(.notAllowed, detail: .wrongState))
        case .clue:
            if isPaused { return .own(.brakeRejected(.notAllowed, detail: .hostPaused)) }
            if round.answers[player] != nil {
                return .own(.brakeRejected(.notAllowed, detail: .alreadyAnswered))
            }
            if lobby.player(player) == nil {
                return .error(WireError(.notFound, "this player has left"))
            }
            return nil
        }
    }

    /// An empty answer was locked because its time ran out: one sent now is too late.
    fileprivate func whyNoBrakeAnswer(from player: PlayerID) -> Halt {
        guard case .playing(let round, _, _) = phase, let answer = round.answers[player] else {
            return .wrongState("nobody has the brake")
        }
        return answer.text.isEmpty
            ? .error(.tooLate, "the time to answer is over")
            : .error(.alreadyAnswered, "one answer for each destination")
    }

    /// Nobody who is here has an answer left, so more clues help nobody (G-24).
    func everybodyHasLocked(_ round: Round) -> Bool {
        guard settings.earlyReveal, !round.answers.isEmpty else { return false }
        let here = lobby.players.lazy.filter(\.isConnected)
        return !here.isEmpty && here.allSatisfy { round.answers[$0.id] != nil }
    }
}
