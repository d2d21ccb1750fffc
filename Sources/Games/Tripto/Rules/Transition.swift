public import GameState
public import Protocol

// Entry points of the kit into Tripto. The rules themselves extend `Transition<Tripto>`, one file
// per part of the game.
extension Tripto {
    public func refusal(of command: Command, from viewer: Viewer) -> Refusal? {
        guard case .brakePull = command, case .player(let player) = viewer else { return nil }
        return whyNoBrake(for: player)
    }

    public static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        switch viewer {
        case .host: try transition.obeyHost(command)
        case .player(let player): try transition.obey(command, fromPlayer: player)
        case .tv: throw .error(.forbidden, "a TV cannot send commands")
        }
    }

    public static func runOut(
        _ timer: TimerID,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        try transition.runOut(timer)
    }

    public static func abort(_ transition: inout Transition<Tripto>) {
        transition.abort()
    }

    public static func left(
        _ player: PlayerID,
        in transition: inout Transition<Tripto>
    ) {
        transition.goOn(without: player)
    }

    public static func conclude(_ transition: inout Transition<Tripto>) {
        transition.conductMusic()
        transition.conductVoice()
    }

    public static func takeLock(
        of player: PlayerID,
        isGranted: Bool,
        in transition: inout Transition<Tripto>
    ) throws(Halt) {
        if let refusal = transition.game.whyNoBrake(for: player) { throw .refused(refusal) }
        guard isGranted else { throw .refused(ClaimID.brake.refusal) }
        transition.pullBrake(player)
    }
}

extension Transition<Tripto> {
    fileprivate mutating func obey(
        _ command: Tripto.Command,
        fromPlayer player: PlayerID
    ) throws(Halt) {
        switch command {
        case .brakeAnswer(let text): try answerBrake(text, from: player)
        case .followupAnswer(let index, let text): try answer(text, question: index, from: player)
        case .brakePull:
            guard verdict == nil else { throw .wrongState("a pull needs no verdict") }
            pullBrake(player)
        case .forceReveal, .overrideAnswer, .regenerateContent, .setMusicGain, .updateSettings:
            throw .error(.forbidden, "only the HOST role may send this")
        }
    }

    fileprivate mutating func runOut(_ id: TimerID) throws(Halt) {
        switch game.phase {
        case .lobby, .roundEnd:
            throw .ignored
        case .preparing(let preparation):
            giveUpContent(for: preparation)
        case .playing(let round, let stage, _):
            goOn(round, after: stage)
        case .finalResults(let finale):
            if id == finale.end.id { endGame(finale.results) } else { showConfetti(finale) }
        }
    }
}
