public import GameState
import Protocol

/// Commands of Tripto's host (protocol §3.4). Each that is obeyed leaves an audit entry.
extension Transition<Tripto> {
    mutating func obeyHost(_ command: Tripto.Command) throws(Halt) {
        switch command {
        case .forceReveal: try forceReveal()
        case .overrideAnswer where game.settings.hostMayPlay,
            .regenerateContent(.some) where game.settings.hostMayPlay:
            throw .error(.forbidden, "a host who plays along sees no answers")
        case .overrideAnswer(let player, let question, let isCorrect):
            try override(player, question: question, isCorrect: isCorrect)
        case .regenerateContent(let part?) where game.rules >= .fifth: try replace(part)
        case .regenerateContent: try regenerateContent()
        case .setMusicGain(let gainDb): try setMusicGain(gainDb)
        case .brakePull, .brakeAnswer, .followupAnswer, .dispute, .vote:
            throw .error(.forbidden, "only the PLAYER role may send this")
        }
        if let audit = command.audit { record(audit) }
    }

    fileprivate mutating func skip() throws(Halt) {
        switch game.phase {
        case .lobby, .preparing, .roundEnd:
            throw .wrongState("there is nothing to skip")
        case .playing(let round, .question(let question), _) where game.rules < .second:
            goOn(lock(question, of: round), afterQuestion: question.index)
        case .playing(let round, .question(let question), _):
            lock(question, of: round, shownForMs: Self.hurriedResultsMs)
        case .playing(let round, .pausedForBrake(let level, let owner, let leftMs, _), _):
            goOn(lock("", of: owner, at: level, in: round), afterAnswerAt: level, leftMs: leftMs)
        case .playing(let round, let stage, _):
            goOn(round, after: stage)
        case .finalResults(let finale):
            cue(.audioStop)
            game.end(finale.results)
        }
    }

    private mutating func forceReveal() throws(Halt) {
        switch game.phase {
        case .playing(let round, .clue, _):
            reveal(round)
        case .playing(let round, .pausedForBrake(let level, let owner, _, _), _):
            reveal(lock("", of: owner, at: level, in: round))
        case .playing(_, .intro, _), .playing(_, .reveal, _), .playing(_, .question, _),
            .playing(_, .results, _), .playing(_, .scoreboard, _), .lobby, .preparing,
            .finalResults, .roundEnd:
            throw .wrongState("there is nothing to reveal")
        }
    }

    private mutating func regenerateContent() throws(Halt) {
        switch game.phase.replaceAll(rejecting: &game.memory) {
        case true?: break
        case false?: throw .ignored
        case nil: throw .wrongState("content can only be chosen before the game starts")
        }
    }

    private mutating func replace(_ part: Wording.Part) throws(Halt) {
        switch game.phase.replace(part, asked: game.settings.followupsPerDestination) {
        case true?: break
        case false?: throw .error(.notFound, "there is no other text for this part")
        case nil: throw .wrongState("there is nothing of which a part could be replaced")
        }
    }

    private mutating func setMusicGain(_ gainDb: Double) throws(Halt) {
        try requireSession()
        guard game.musicGainDb != gainDb else { throw .ignored }
        game.musicGainDb = gainDb
        game.music?.gainDb = gainDb
        cue(.musicGainSet(gainDb: gainDb))
    }
}

extension Tripto {
    public static func start(_ transition: inout Transition<Tripto>) throws(Halt) {
        if case .lobby(.ready(let package, let wording)) = transition.game.phase {
            transition.prepare(1, chosen: package, wording)
        } else {
            transition.prepare(1)
        }
    }

    public static func skip(_ transition: inout Transition<Tripto>) throws(Halt) {
        if !Dispute.isSettled(in: &transition) { try transition.skip() }
    }

    public static func settingsChanged(
        from former: Settings,
        in transition: inout Transition<Tripto>
    ) {
        guard case .lobby(let preview) = transition.game.phase,
            transition.game.settings.choosesOtherwise(than: former)
        else { return }
        transition.game.memory.replace(preview, former, transition.game.settings)
        transition.game.phase = .lobby(.awaited)
    }

    /// Another device has seen other destinations.
    public static func hostDeviceChanged(_ transition: inout Transition<Tripto>) {
        guard case .lobby = transition.game.phase else { return }
        transition.game.phase = .lobby(.awaited)
    }

    public static func returnToLobby(_ transition: inout Transition<Tripto>) {
        transition.game.phase = .lobby(.awaited)
    }
}

extension Tripto.Command {
    /// Audit entry of a host's command; nil for those of others.
    var audit: Fact? {
        switch self {
        case .forceReveal: .audit("HOST_FORCE_REVEAL")
        case .overrideAnswer(let player, let question, let isCorrect):
            .audit(
                "HOST_OVERRIDE_ANSWER",
                [
                    "playerId": .string(player.rawValue),
                    "index": question.map { .int(Int64($0)) } ?? .null,
                    "isCorrect": .bool(isCorrect),
                ]
            )
        case .regenerateContent(nil): .audit("HOST_REGENERATE_CONTENT")
        case .regenerateContent(.clue(let level)):
            .audit("HOST_REGENERATE_CONTENT", ["levelPoints": .int(Int64(level.points))])
        case .regenerateContent(.question(let index)):
            .audit("HOST_REGENERATE_CONTENT", ["index": .int(Int64(index))])
        case .setMusicGain(let gainDb): .audit("MUSIC_GAIN_SET", ["gainDb": .double(gainDb)])
        case .brakePull, .brakeAnswer, .followupAnswer, .dispute, .vote: nil
        }
    }
}
