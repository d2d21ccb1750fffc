import Protocol

extension Tripto {
    /// One input being worked on: the game as it becomes, and what must be done about it.
    struct Transition {
        var game: Tripto
        let now: ServerTime
        /// What came with the input.
        var verdict: Tripto.Verdict?
        var effects: [Effect<Event>] = []

        /// Why a transition ends without a change.
        enum Halt: Error {
            case refused(Refusal)
            case ignored

            static func wrongState(_ message: String) -> Halt {
                .refused(.error(WireError(.wrongState, message)))
            }

            static func error(_ code: ErrorCode, _ message: String) -> Halt {
                .refused(.error(WireError(code, message)))
            }
        }
    }
}

extension Tripto.Transition {
    mutating func take(_ input: Input<Tripto>) throws(Halt) {
        switch input {
        case .command(let command, let viewer):
            try obey(command, from: viewer)
        case .judged(let command, let viewer, let verdict):
            if case .brakePull = command { throw .wrongState("a pull needs no verdict") }
            self.verdict = verdict
            try obey(command, from: viewer)
        case .join(let player, let name):
            try join(player, name: name)
        case .presence(let viewer, let isConnected):
            try notePresence(of: viewer, isConnected: isConnected)
        case .device(let player, let device):
            try note(device, of: player)
        case .away(let player):
            guard game.lobby.isAbsent(player, at: now) else { throw .ignored }
            try remove(player, .left)
        case .timer(let id):
            try runOut(id)
        case .brakeLock(let player, let isGranted):
            if let refusal = game.whyNoBrake(for: player) { throw .refused(refusal) }
            guard isGranted else { throw .refused(ClaimID.brake.refusal) }
            pullBrake(player)
        case .content(let content, let wish):
            guard game.wish == wish else { throw .ignored }
            take(content)
        case .joinLink(let url, let token):
            guard game.lobby.take(url, token) else { throw .ignored }
        case .close:
            try close()
        }
    }

    private mutating func obey(_ command: Tripto.Command, from viewer: Viewer) throws(Halt) {
        switch viewer {
        case .host: try obeyHost(command)
        case .player(let player): try obey(command, fromPlayer: player)
        case .tv: throw command == .leave ? .ignored : .error(.forbidden, "a screen steers nothing")
        }
    }

    private mutating func obey(
        _ command: Tripto.Command,
        fromPlayer player: PlayerID
    ) throws(Halt) {
        guard game.lobby.player(player) != nil else {
            throw .error(.notFound, "this player has left")
        }
        switch command {
        case .brakeAnswer(let text): try answerBrake(text, from: player)
        case .followupAnswer(let index, let text): try answer(text, question: index, from: player)
        case .leave: try remove(player, .left)
        case .brakePull: pullBrake(player)
        case .startGame, .skip, .pause, .resume, .forceReveal, .endSession, .kick, .rename,
            .overrideAnswer, .regenerateContent, .setMusicGain, .renewJoin, .toLobby,
            .updateSettings, .allow:
            throw .error(.forbidden, "this is for the HOST alone")
        }
    }

    /// Only timers that stand, run and are due do anything.
    private mutating func runOut(_ id: TimerID) throws(Halt) {
        guard let timer = game.timers.first(where: { $0.id == id }),
            let deadline = timer.deadline, deadline <= now
        else { throw .ignored }
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

    /// - Parameters:
    ///   - leadMs: until it starts.
    ///   - isShown: whether clients are told.
    mutating func timer(_ durationMs: Int64, leadMs: Int64 = 0, isShown: Bool = true) -> GameTimer {
        game.timersStarted += 1
        var timer = GameTimer(
            id: TimerID(rawValue: "t\(game.timersStarted)"),
            startAt: now + leadMs,
            durationMs: durationMs,
            isShown: isShown
        )
        if game.isPaused { timer.pause(at: now) }
        return timer
    }

    mutating func announce(_ event: Tripto.Event, to audience: Audience = .all) {
        effects.append(.announce(event, to: audience))
    }

    mutating func record(_ fact: Fact) {
        effects.append(.record(fact))
    }

    mutating func cue(_ event: Tripto.Event) {
        effects.append(.cue(event))
    }

    mutating func setStatus(_ status: SessionStatus) {
        guard game.lobby.status != status else { return }
        game.lobby.status = status
        record(.sessionStatus(status))
    }
}
