public import Protocol

/// Commands of the host in every game (protocol §3.4). Each that is obeyed leaves an audit entry.
extension Transition {
    mutating func obey(_ command: KitCommand, from viewer: Viewer) throws(Halt) {
        switch (command, viewer) {
        case (.leave, .player(let player)):
            try requirePlayer(player)
            try remove(player, .left)
        case (.leave, .host), (.leave, .tv):
            throw .ignored
        case (.react, _):
            throw Reaction.refusal(from: viewer, in: game).map { .refused(.error($0)) } ?? .ignored
        case (_, _):
            try requireHost(viewer)
            try obeyHost(command)
            if let audit = command.audit { record(audit) }
        }
    }

    mutating func obey(_ change: G.Settings.Change, from viewer: Viewer) throws(Halt) {
        try requireHost(viewer)
        switch game.stage {
        case .lobby: break
        case .over: try requireSession()
        case .running, .finale:
            throw .wrongState("settings can only be changed between games")
        }
        let former = game.settings
        var settings = former
        settings.apply(change)
        guard settings != former else { throw .ignored }
        guard game.rules >= settings.oldestRules else { throw .olderSession }
        if let error = game.refusal(of: settings) { throw .refused(.error(error)) }
        game.settings = settings
        try G.settingsChanged(from: former, in: &self)
        announceLobby()
        record(.audit("HOST_UPDATE_SETTINGS"))
    }

    private func requireHost(_ viewer: Viewer) throws(Halt) {
        switch viewer {
        case .host: return
        case .player(let player):
            try requirePlayer(player)
            throw .error(.forbidden, "only the HOST role may send this")
        case .tv: throw .error(.forbidden, "a TV cannot send commands")
        }
    }

    private mutating func obeyHost(_ command: KitCommand) throws(Halt) {
        switch command {
        case .startGame: try startGame()
        case .skip: try G.skip(&self)
        case .pause: try pause()
        case .resume: try resume()
        case .endSession: try endSession()
        case .kick(let player): try kick(player)
        case .allow(let player):
            guard game.lobby.allow(player) else { throw .error(.notFound, "no such removal") }
        case .rename(let player, let name): try rename(player, to: name)
        case .addPlayer(let name):
            try join(try game.manualPlayer(), name: name, nil, isManual: true)
        case .handOver(let player): try handOver(to: player)
        case .setSpeaker(let screen): try game.choose(screen)
        case .renewJoin: try renewJoin()
        case .toLobby: try returnToLobby()
        case .leave, .react: throw .ignored
        }
    }

    /// The first game of a session, or a rematch.
    private mutating func startGame() throws(Halt) {
        let fewest = G.playerCounts.lowerBound
        guard game.lobby.players.count >= fewest else {
            throw .wrongState(
                fewest == 1 ? "a game needs a player" : "a game needs \(fewest) players"
            )
        }
        switch game.stage {
        case .lobby:
            setStatus(.active)
        case .over:
            try requireSession()
            game.scoreboard.reset()
            announceScoreboard()
        case .running, .finale:
            throw .wrongState("a game is running")
        }
        try G.start(&self)
    }

    /// Settings can be changed there, and the screens invite again.
    private mutating func returnToLobby() throws(Halt) {
        guard game.stage == .over else { throw .wrongState("the game is not over") }
        try requireSession()
        game.scoreboard.reset()
        G.returnToLobby(&self)
        setStatus(.lobby)
        announceScoreboard()
        announceLobby()
    }

    private mutating func pause() throws(Halt) {
        guard game.stage.isRunning else { throw .wrongState("no game is running") }
        guard !game.isPaused else { throw .wrongState("the game is paused") }
        let (now, keepsLead) = (now, game.rules >= .sixth)
        game.isPaused = true
        game.changeTimers { $0.pause(at: now, keepsLead: keepsLead) }
        G.paused(&self)
    }

    private mutating func resume() throws(Halt) {
        guard game.isPaused else { throw .wrongState("the game is not paused") }
        let now = now
        game.isPaused = false
        game.changeTimers { $0.resume(at: now) }
        G.resumed(&self)
    }

    /// The room brings the new link: its random token comes from outside the rules.
    private mutating func renewJoin() throws(Halt) {
        try requireSession()
        guard game.lobby.revokeLinks(at: game.rules >= .third ? now : nil) else { throw .ignored }
    }

    /// The one offer there is, until the player takes it, goes, or the host thinks better of it.
    private mutating func handOver(to player: PlayerID?) throws(Halt) {
        try requireSession()
        // An older build shall not find the command, which it could not read.
        guard game.rules >= .fourth else { throw .olderSession }
        if let player {
            guard let heir = game.lobby.player(player) else {
                throw .error(.notFound, "no such player")
            }
            guard !heir.isManual else { throw .wrongState("this player has no device") }
        }
        guard game.lobby.offeredTo != player else { throw .ignored }
        game.lobby.offeredTo = player
    }

    /// Of two devices of the player the first whose input is committed finds the offer; it is spent then.
    mutating func takeOver(_ player: PlayerID) throws(Halt) {
        try requireSession()
        guard game.lobby.offeredTo == player else { throw .refused(.error(.noOffer)) }
        game.lobby.offeredTo = nil
        record(.audit(actor: .player(player), type: "HOST_HANDED_OVER", payloadJSON: "{}"))
    }

    private mutating func endSession() throws(Halt) {
        guard game.stage != .over else { throw .wrongState("the game is over") }
        G.abort(&self)
        setStatus(.ended)
    }

    /// A game that came to its end keeps its winner.
    mutating func close() throws(Halt) {
        guard game.stage == .over else { return try endSession() }
        guard game.lobby.status != .ended else { throw .ignored }
        setStatus(.ended)
    }

    /// - Throws: where the session has ended.
    public func requireSession() throws(Halt) {
        guard game.lobby.status != .ended else {
            throw .error(.sessionEnded, "the session has ended")
        }
    }
}

extension Game {
    /// Why these can't be the settings of this session from now on.
    fileprivate func refusal(of changed: Settings) -> WireError? {
        let playerCount = lobby.players.count
        guard changed.maxPlayers >= playerCount else {
            return WireError(
                .badMessage,
                "settings.maxPlayers is less than the \(playerCount) players present",
                field: "settings.maxPlayers"
            )
        }
        return nil
    }
}

extension WireError {
    /// Told to a player who comes too late for an offer, or never had one.
    public static let noOffer = WireError(
        .wrongState,
        "the host does not offer its place to this player"
    )
}

extension Game {
    /// The screen that sounds, until it goes or another is chosen; or the host's device, whatever its connection.
    fileprivate mutating func choose(_ screen: ConnectionID?) throws(Halt) {
        guard lobby.status != .ended else { throw .error(.sessionEnded, "the session has ended") }
        guard rules >= .sixth else { throw .olderSession }
        let isHost = screen == .host && Self.soundsAtHost
        if isHost, rules < .eleventh { throw .olderSession }
        if let screen, !isHost, !lobby.screens.contains(screen) {
            throw .refused(
                .error(WireError(.notFound, "no such screen is here", field: "connectionId"))
            )
        }
        guard lobby.speaker != screen else { throw .ignored }
        lobby.speaker = screen
    }
}
