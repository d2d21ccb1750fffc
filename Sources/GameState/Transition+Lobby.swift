public import Protocol

/// Coming and going, in every game.
extension Transition {
    /// With more players than this LOBBY_UPDATED, which repeats everybody, goes to host and screens
    /// alone: it would cost the square of their number, and every document says the same.
    static var lobbyUpdateCrowd: Int { 50 }

    mutating func join(
        _ id: PlayerID,
        name: PlayerName,
        _ wished: Avatar?,
        isManual: Bool = false
    ) throws(Halt) {
        try game.requireOpenDoor()
        let player: Lobby.Player
        do throws(WireError) {
            player = try game.lobby.join(
                id,
                name: name,
                avatar: game.rules >= .seventh ? game.lobby.avatar(wished: wished) : nil,
                isManual: isManual,
                maxPlayers: game.settings.maxPlayers,
                at: now
            )
        } catch {
            throw .refused(.error(error))
        }
        game.scoreboard.add(id, name: name)
        record(.playerJoined(id, name: name.text, isManual: isManual ? true : nil))
        announce(.playerJoined(player))
        announceLobby()
    }

    /// The name that everybody sees from now on, whether host or player chose the old one (G-41).
    mutating func rename(_ player: PlayerID, to name: PlayerName) throws(Halt) {
        if game.stage == .over { throw .wrongState("the game is over") }
        let isNew: Bool
        do throws(WireError) {
            isNew = try game.lobby.rename(player, to: name)
        } catch {
            throw .refused(.error(error))
        }
        guard isNew else { throw .ignored }
        game.scoreboard.rename(player, to: name)
        G.renamed(player, to: name, in: &self)
        record(.playerRenamed(player, name: name.text))
        announceLobby()
    }

    mutating func notePresence(of viewer: Viewer, isConnected: Bool) throws(Halt) {
        guard game.lobby.setPresence(of: viewer, isConnected: isConnected, at: now)
        else { throw .ignored }
        if case .player(let player) = viewer {
            record(.playerSeen(player, isConnected: isConnected))
            if !isConnected { G.dropped(player, in: &self) }
        }
    }

    /// A removed player stays out until the host allows it; of a manual one nobody could come back.
    mutating func kick(_ player: PlayerID) throws(Halt) {
        let kicked = game.lobby.player(player)
        try remove(player, .kicked)
        if let name = kicked?.name, kicked?.isManual == false, game.rules >= .second {
            game.lobby.remember(Removal(player: player, name: name, removedAt: now))
        }
    }

    /// A seat, its answers and its points go; what the archive has of them stays.
    mutating func remove(
        _ player: PlayerID,
        _ dismissal: Effect<G.Event>.Dismissal
    ) throws(Halt) {
        guard game.lobby.leave(player) else { throw .error(.notFound, "no such player") }
        game.scoreboard.remove(player)
        record(.playerLeft(player))
        announce(.playerLeft(player))
        announceLobby()
        effects.append(.dismiss(player, dismissal))
        G.left(player, in: &self)
    }

    /// A removed player is known by the device too, and sits down under no other name.
    mutating func note(_ device: DeviceMark, of player: PlayerID) throws(Halt) {
        let isRemoved = game.lobby.isRemoved(device, sinceJoinOf: player)
        guard game.rules >= .third else {
            if isRemoved { try kick(player) }
            guard game.lobby.note(device, of: player) else { throw .ignored }
            return
        }
        // Otherwise the list would grow with each try, until those whom the host removed drop out of it.
        if isRemoved { return try remove(player, .kicked) }
        // Another device, used afterwards, does not make the first one forgotten.
        guard game.lobby.removal(of: player)?.device == nil, game.lobby.note(device, of: player)
        else { throw .ignored }
    }

    /// LOBBY_UPDATED, after a change of who is here or of the settings.
    public mutating func announceLobby() {
        let event = KitEvent.lobbyUpdated(
            game.playerList,
            host: ConnectedPart(isConnected: game.lobby.isHostConnected),
            settings: KitEvent.SettingsJSON(game.settings)
        )
        guard game.lobby.players.count > Self.lobbyUpdateCrowd else {
            announce(event)
            return
        }
        announce(event, to: .host)
        announce(event, to: .tv)
    }
}

extension Game {
    /// - Throws: where nobody may sit down now.
    fileprivate func requireOpenDoor() throws(Halt) {
        switch stage {
        case .lobby:
            break
        case .running:
            guard settings.allowLateJoin else {
                throw .wrongState("the game is running and late joins are not allowed")
            }
        case .finale:
            throw .wrongState("the winner is being shown: join in a moment")
        // Somebody who comes when the game is over has a seat in the next.
        case .over:
            break
        }
    }

    /// Id of the next manual player. Nobody ever comes with it, so that it need not be random.
    ///
    /// - Throws: in a game, or a session, that takes none.
    func manualPlayer() throws(Halt) -> PlayerID {
        guard Self.takesManualPlayers else {
            throw .error(.unknownType, "in this game everybody has a device of their own")
        }
        // An older build shall not find the command, which it could not read.
        guard rules >= .eighth else { throw .olderSession }
        let number = scoreboard.seatsTaken + 1
        return PlayerID(rawValue: "\(lobby.session.rawValue)-m\(number)")
    }

    /// - Throws: for a player who answers by a device that is here, or has no seat.
    public func requireScribe(for player: PlayerID) throws(Halt) {
        guard let player = lobby.player(player) else {
            throw .error(.notFound, "no such player")
        }
        guard player.isManual || (!player.isConnected && rules >= .ninth) else {
            throw .error(.forbidden, "this player answers by a device of their own")
        }
    }
}
