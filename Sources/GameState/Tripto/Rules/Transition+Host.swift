import Protocol

/// What the host may do (protocol §3.4). Each command that is obeyed leaves an audit behind.
extension Tripto.Transition {
    mutating func obeyHost(_ command: Tripto.Command) throws(Halt) {
        switch command {
        case .startGame: try startGame()
        case .skip: try skip()
        case .pause: try pause()
        case .resume: try resume()
        case .forceReveal: try forceReveal()
        case .endSession: try endSession()
        case .kick(let player): try kick(player)
        case .allow(let player):
            guard game.lobby.allow(player) else { throw .error(.notFound, "nobody was removed") }
        case .rename(let player, let name): try rename(player, to: name)
        case .overrideAnswer(let player, let question, let isCorrect):
            try override(player, question: question, isCorrect: isCorrect)
        case .regenerateContent: try regenerateContent()
        case .setMusicGain(let gainDb): try setMusicGain(gainDb)
        case .renewJoin: try renewJoin()
        case .toLobby: try returnToLobby()
        case .updateSettings(let change): try updateSettings(change)
        case .leave: throw .ignored
        case .brakePull, .brakeAnswer, .followupAnswer:
            throw .error(.forbidden, "this is for the PLAYER alone")
        }
        if let audit = command.audit { record(audit) }
    }

    private mutating func startGame() throws(Halt) {
        guard !game.lobby.players.isEmpty else { throw .wrongState("a game needs a player") }
        switch game.phase {
        case .lobby(let preview):
            setStatus(.active)
            switch preview {
            case .ready(let package): prepare(1, chosen: package)
            case .awaited, .failed: prepare(1)
            }
        case .roundEnd:
            guard game.lobby.status != .ended else {
                throw .error(.sessionEnded, "the session has ended")
            }
            game.scoreboard.reset()
            announce(.scoreboardUpdate(game.scoreboard.standings))
            prepare(1)
        case .preparing, .playing, .finalResults:
            throw .wrongState("a game is on")
        }
    }

    private mutating func skip() throws(Halt) {
        switch game.phase {
        case .lobby, .preparing, .roundEnd:
            throw .wrongState("there is nothing to skip")
        case .playing(let round, .question(let question), _) where game.rules < .second:
            goOn(lock(question, of: round), afterQuestion: question.index)
        case .playing(let round, .question(let question), _):
            lock(question, of: round, shownForMs: Self.hurriedResultsMs)
        case .playing(let round, .pausedForBrake(let level, let owner), _):
            goOn(lock("", of: owner, at: level, in: round), afterAnswerAt: level)
        case .playing(let round, let stage, _):
            goOn(round, after: stage)
        case .finalResults(let finale):
            cue(.audioStop)
            endGame(finale.results)
        }
    }

    /// Settings can be changed there, and the screens invite again.
    private mutating func returnToLobby() throws(Halt) {
        guard case .roundEnd = game.phase else { throw .wrongState("no game is over") }
        guard game.lobby.status != .ended else {
            throw .error(.sessionEnded, "the session has ended")
        }
        game.scoreboard.reset()
        game.phase = .lobby(.awaited)
        setStatus(.lobby)
        announce(.scoreboardUpdate(game.scoreboard.standings))
        announceLobby()
    }

    private mutating func updateSettings(_ change: Tripto.Settings.Change) throws(Halt) {
        switch game.phase {
        case .lobby:
            break
        case .roundEnd:
            guard game.lobby.status != .ended else {
                throw .error(.sessionEnded, "the session has ended")
            }
        case .preparing, .playing, .finalResults:
            throw .wrongState("settings change between two games")
        }
        var settings = game.settings
        settings.apply(change)
        guard settings != game.settings else { throw .ignored }
        let playerCount = game.lobby.players.count
        guard settings.maxPlayers >= playerCount else {
            throw .refused(
                .error(
                    WireError(
                        .badMessage,
                        "settings.maxPlayers is less than the \(playerCount) who are here",
                        field: "settings.maxPlayers"
                    )
                )
            )
        }
        if case .lobby = game.phase, settings.choosesOtherwise(than: game.settings) {
            game.phase = .lobby(.awaited)
        }
        game.settings = settings
        announceLobby()
    }

    private mutating func pause() throws(Halt) {
        guard game.phase.isRunning else { throw .wrongState("no game is on") }
        guard !game.isPaused else { throw .wrongState("the game is paused") }
        let now = now
        game.isPaused = true
        game.phase.changeTimers { $0.pause(at: now) }
        if case .finalResults = game.phase { cue(.audioStop) }
    }

    private mutating func resume() throws(Halt) {
        guard game.isPaused else { throw .wrongState("the game is not paused") }
        let now = now
        game.isPaused = false
        game.phase.changeTimers { $0.resume(at: now) }
        if case .finalResults(let finale) = game.phase { cueFinale(finale) }
    }

    private mutating func forceReveal() throws(Halt) {
        switch game.phase {
        case .playing(let round, .clue, _):
            reveal(round)
        case .playing(let round, .pausedForBrake(let level, let owner), _):
            reveal(lock("", of: owner, at: level, in: round))
        case .playing(_, .intro, _), .playing(_, .reveal, _), .playing(_, .question, _),
            .playing(_, .results, _), .playing(_, .scoreboard, _), .lobby, .preparing,
            .finalResults, .roundEnd:
            throw .wrongState("there is nothing to reveal")
        }
    }

    private mutating func regenerateContent() throws(Halt) {
        switch game.phase {
        case .lobby(.ready(let package)):
            game.memory.reject(package.destination)
            game.phase = .lobby(.awaited)
        case .lobby(.failed):
            game.phase = .lobby(.awaited)
        case .preparing(let preparation):
            guard let package = preparation.chosen else { throw .ignored }
            game.memory.reject(package.destination)
            game.phase = .preparing(
                Phase.Preparation(
                    index: preparation.index,
                    chosen: nil,
                    patience: preparation.patience
                )
            )
        case .lobby(.awaited):
            throw .ignored
        case .playing, .finalResults, .roundEnd:
            throw .wrongState("content is chosen before the game starts")
        }
    }

    /// The room brings the new link: what nobody can guess comes from outside.
    private mutating func renewJoin() throws(Halt) {
        guard game.lobby.status != .ended else {
            throw .error(.sessionEnded, "the session has ended")
        }
        guard game.lobby.revokeLinks(at: game.rules >= .third ? now : nil) else { throw .ignored }
    }

    private mutating func setMusicGain(_ gainDb: Double) throws(Halt) {
        guard game.lobby.status != .ended else {
            throw .error(.sessionEnded, "the session has ended")
        }
        guard game.musicGainDb != gainDb else { throw .ignored }
        game.musicGainDb = gainDb
        game.music?.gainDb = gainDb
        cue(.musicGainSet(gainDb: gainDb))
    }
}

extension Tripto.Command {
    /// What the archive keeps of a host's command; nil for those that are no host's.
    var audit: Fact? {
        switch self {
        case .startGame: Self.audit("HOST_START_GAME")
        case .skip: Self.audit("HOST_SKIP")
        case .pause: Self.audit("HOST_PAUSE")
        case .resume: Self.audit("HOST_RESUME")
        case .forceReveal: Self.audit("HOST_FORCE_REVEAL")
        case .endSession: Self.audit("HOST_END_SESSION")
        case .kick(let player):
            Self.audit("HOST_KICK_PLAYER", ["playerId": .string(player.rawValue)])
        case .allow(let player):
            Self.audit("HOST_ALLOW_PLAYER", ["playerId": .string(player.rawValue)])
        case .rename(let player, let name):
            Self.audit(
                "HOST_RENAME_PLAYER",
                ["playerId": .string(player.rawValue), "name": .string(name.text)]
            )
        case .overrideAnswer(let player, let question, let isCorrect):
            Self.audit(
                "HOST_OVERRIDE_ANSWER",
                [
                    "playerId": .string(player.rawValue),
                    "index": question.map { .int(Int64($0)) } ?? .null,
                    "isCorrect": .bool(isCorrect),
                ]
            )
        case .regenerateContent: Self.audit("HOST_REGENERATE_CONTENT")
        case .renewJoin: Self.audit("HOST_RENEW_JOIN")
        case .toLobby: Self.audit("HOST_TO_LOBBY")
        case .updateSettings: Self.audit("HOST_UPDATE_SETTINGS")
        case .setMusicGain(let gainDb): Self.audit("MUSIC_GAIN_SET", ["gainDb": .double(gainDb)])
        case .brakePull, .brakeAnswer, .followupAnswer, .leave: nil
        }
    }

    private static func audit(_ type: String, _ payload: JSONObject = [:]) -> Fact {
        let json = String(decoding: JSONValue.object(payload).bytes, as: UTF8.self)
        return .audit(actor: .host, type: type, payloadJSON: json)
    }
}
