import GameState
import Rooms
import Protocol
import Seeded

// Acts of people.
extension Evening {
    func invite() {
        clients.append(SimulatedClient(self, .host, name: "host"))
        for number in 0..<plan.tvCount {
            clients.append(SimulatedClient(self, .tv, name: "tv\(number)"))
        }
        for client in clients { client.connect(to: anyGateway()) }
        for _ in 0..<plan.playerCount { joinSomebody() }
    }

    func anyGateway() -> SimulatedGateway<G> {
        gateways[Int.random(in: gateways.indices, using: &dice)]
    }

    /// Through REST: a seat first, then a connection.
    func joinSomebody() {
        guests += 1
        let number = guests
        let id = PlayerID(rawValue: "p\(number)")
        // Now and then somebody takes a name that is in use.
        let shown = dice.chance(8) ? max(1, number - 1) : number
        guard let name = try? PlayerName("Guest \(shown)") else { return }
        // Some choose an avatar that somebody has.
        let wish = number.isMultiple(of: 3) ? Avatar(figure: number % 2, colour: 0) : nil
        let gateway = anyGateway()
        scheduler.after(dice.ms(1...300)) { [unowned self] in
            gateway.room { [unowned self] result in
                guard case .success(let room) = result else { return }
                room.join(id, name: name, avatar: wish) { [unowned self] result in
                    switch result {
                    case .success: seat(id, at: gateway)
                    case .failure(let error): coverage.count(.refusal, error.code.rawValue)
                    }
                }
            }
        }
    }

    private func seat(_ id: PlayerID, at gateway: SimulatedGateway<G>) {
        let client = SimulatedClient(self, .player(id), name: id.rawValue)
        clients.append(client)
        client.connect(to: dice.chance(80) ? gateway : anyGateway())
    }

    func act() {
        guard deserted == nil else { return everybodyReturns() }
        if plan.isRestful, dice.chance(4) { return everybodyLeaves() }
        if plan.isRough, dice.chance(5) { return befall() }
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<4: comeOrGo()
        case ..<8: comeBack()
        case ..<11: dice.pick(clients.filter(\.isUsable))?.repeatOne()
        case ..<14: stallOrDrain()
        case ..<38: hostActs()
        case _: guestActs()
        }
    }

    /// For long enough that rooms go to rest.
    private func everybodyLeaves() {
        let ms = dice.ms(65_000...400_000)
        tell("everybody leaves for \(ms) ms")
        count(.desertion)
        deserted = scheduler.now + ms
        for client in clients where !client.isGone { client.drop() }
    }

    func everybodyReturns() {
        tell("everybody comes back")
        deserted = nil
        for client in clients where !client.isConnected && !client.isGone {
            client.connect(to: anyGateway())
        }
    }

    private func comeOrGo() {
        switch Int.random(in: 0..<18, using: &dice) {
        case ..<3: joinSomebody()
        case ..<8:
            guard let client = dice.pick(clients.filter(\.isConnected)) else { return }
            tell("\(client.name) drops")
            count(.clientDropped)
            client.drop()
        case 8: dice.pick(players)?.say("LEAVE")
        case 9: dice.pick(clients.filter { $0.isUsable && $0.viewer == .tv })?.say("LEAVE")
        case 10: changeDevice()
        case ..<14: moveOn()
        case ..<16: doubleSomebody()
        case _: dice.pick(clients.filter { $0.isGone })?.returns()
        }
    }

    private func changeDevice() {
        count(.deviceChanged)
        let other = SimulatedClient(self, .host, name: "host\(nextNumber())")
        clients.append(other)
        other.connect(to: anyGateway())
    }

    private func moveOn() {
        guard let client = dice.pick(clients.filter { $0.isUsable && $0.viewer != .tv }) else {
            return
        }
        tell("\(client.name) moves on")
        count(.clientMoved)
        if client.viewer == .host {
            client.say("HOST_SKIP")
        } else if !dice.chance(10) {
            G.guestActs(client, in: self)
        } else {
            client.say("LEAVE")
        }
        client.move(to: anyGateway())
    }

    /// Two devices with one link, or a page that is open twice.
    private func doubleSomebody() {
        guard let client = dice.pick(clients.filter { $0.isUsable && $0.viewer != .tv }) else {
            return
        }
        tell("\(client.name) is there twice")
        count(.twins)
        let twin = SimulatedClient(self, client.viewer, name: "\(client.name)x\(nextNumber())")
        clients.append(twin)
        client.drop()
        let ms = dice.ms(1...120)
        client.connect(to: anyGateway(), afterMs: ms)
        twin.connect(to: anyGateway(), afterMs: ms)
    }

    func comeBack() {
        for client in clients where !client.isConnected && !client.isGone {
            if dice.chance(60) { client.connect(to: anyGateway()) }
        }
    }

    private func stallOrDrain() {
        let stalled = clients.compactMap(\.connection).filter(\.isStalled)
        if let connection = dice.pick(stalled), dice.chance(70) {
            tell("\(connection.client.name) drains")
            connection.drain()
        } else if let client = dice.pick(clients.filter(\.isUsable)) {
            tell("\(client.name) stalls")
            count(.clientStalled)
            client.connection?.stall()
        }
    }

    var players: [SimulatedClient<G>] {
        clients.filter { $0.isUsable && $0.viewer.role == .player }
    }

    private func hostActs() {
        guard let host = dice.pick(clients.filter { $0.isUsable && $0.viewer == .host }) else {
            return
        }
        let isIdle = [.lobby, .over].contains(truth.game.stage)
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<30: if isIdle { host.say("HOST_START_GAME") } else { host.say("HOST_SKIP") }
        case ..<36: host.say("HOST_SKIP")
        case 36:
            if !isIdle {
                host.say("HOST_SKIP")
            } else if dice.chance(50) {
                host.say("HOST_TO_LOBBY")
            } else {
                G.hostWaits(host, in: self)
            }
        case 37: if dice.chance(60) { host.say("HOST_RENEW_JOIN") } else { chooseSpeaker(host) }
        case ..<46: host.say("HOST_PAUSE")
        case ..<66: host.say("HOST_RESUME")
        case ..<72: G.hostHurries(host, in: self)
        case ..<74: if dice.chance(12) { host.say("HOST_END_SESSION") }
        case ..<77: kickOrRename(host)
        case ..<98: G.hostMeddles(host, in: self)
        case 98: host.say("HOST_DANCE")
        case _: if dice.chance(8) { closeSession() }
        }
    }

    private func kickOrRename(_ host: SimulatedClient<G>) {
        let player = dice.pick(truth.game.lobby.players)?.id ?? PlayerID(rawValue: "nobody")
        let id = JSONValue.string(player.rawValue)
        if dice.chance(30) { return host.say("HOST_KICK_PLAYER", ["playerId": id]) }
        if dice.chance(30), let removal = dice.pick(truth.game.lobby.removals) {
            return host.say("HOST_ALLOW_PLAYER", ["playerId": .string(removal.player.rawValue)])
        }
        if dice.chance(30) { return handOver(host, to: player) }
        let name = dice.pick(["Nils", "NILS", "Zoe", ""]) ?? ""
        host.say("HOST_RENAME_PLAYER", ["playerId": id, "name": .string(name)])
    }

    /// One that is here, the host's own device, nobody, or one that never was.
    private func chooseSpeaker(_ host: SimulatedClient<G>) {
        let devices = truth.game.lobby.screens + (G.soundsAtHost ? [.host] : [])
        let screen =
            dice.chance(80)
            ? dice.pick(devices).map { JSONValue.string($0.rawValue) } ?? .null : "nowhere"
        host.say("HOST_SET_SPEAKER", ["connectionId": screen])
    }

    /// The player's devices come for it through REST, one or two of them, and perhaps too late.
    private func handOver(_ host: SimulatedClient<G>, to player: PlayerID) {
        host.say("HOST_HAND_OVER", ["playerId": .string(player.rawValue)])
        if dice.chance(30) {
            scheduler.after(dice.ms(1...400)) { host.say("HOST_HAND_OVER", ["playerId": .null]) }
        }
        for _ in 0..<Int.random(in: 1...2, using: &dice) {
            let gateway = anyGateway()
            scheduler.after(dice.ms(1...800)) { [unowned self] in
                gateway.room { [unowned self] result in
                    guard case .success(let room) = result else { return }
                    room.findOffer(to: player) { found in
                        guard case .success(true) = found else { return }
                        room.takeOver(player) { [unowned self] in handedOver($0, at: gateway) }
                    }
                }
            }
        }
    }

    private func handedOver(_ result: Result<Void, WireError>, at gateway: SimulatedGateway<G>) {
        switch result {
        case .success:
            count(.handedOver)
            let other = SimulatedClient(self, .host, name: "host\(nextNumber())")
            clients.append(other)
            other.connect(to: dice.chance(80) ? gateway : anyGateway())
        case .failure(let error): coverage.count(.refusal, error.code.rawValue)
        }
    }

    private func closeSession() {
        anyGateway().room?.close { _ in }
    }

    private func guestActs() {
        guard let guest = dice.pick(players) else { return comeBack() }
        G.guestActs(guest, in: self)
    }
}
