import GatewayClient
import GatewayClientTransport

/// Those who take up room and say nothing.
enum Silent {
    private static let vanishing = 40
    /// Silence of 45 s ends a connection, and so do 40 s without an acknowledgement.
    private static let vanishedSeconds = 60.0

    static let halfOpen = Attack(
        "half-open",
        "players whose machines vanish",
        players: vanishing,
        counted: .cuts("stalled") + ["gateway_silent_sockets_closed_total"]
    ) { (site, party) throws(ClientFailure) in
        let before = site.process.descriptorCount
        let sockets = try party.seat(count: vanishing)
        sockets.forEach { $0.socket.deafen() }
        site.tally.blow(vanishing)
        let isOver = Pace.wait(seconds: vanishedSeconds) { site.process.descriptorCount <= before }
        if isOver {
            site.tally.refusal(vanishing)
        } else {
            site.tally.breach("\(site.process.descriptorCount - before) who vanished are kept")
        }
        sockets.forEach { $0.socket.reset() }
    }

    /// By FIN and by RST in turn.
    static let connectFlood = Attack("connect-flood", "connections that come and go at once") {
        (site) throws(ClientFailure) in
        for blow in site.blows(perSecond: 600) {
            let socket = try site.connect(blow % 100)
            if blow.isMultiple(of: 2) { socket.reset() } else { socket.close() }
        }
    }

    /// One that has never asked for anything is kept for 60 s.
    private static let silentMs: Int64 = 70_000

    static let silentConnections = Attack("silent-connections", "connections that say nothing") {
        (site) throws(ClientFailure) in
        let sockets = try site.connect(count: 2_000)
        site.tally.blow(sockets.count)
        let endUs = Ticks.nowUs + silentMs * 1_000
        for socket in sockets {
            let leftMs = max(100, (endUs - Ticks.nowUs) / 1_000)
            if socket.receiveUntilEnd(waitMs: leftMs) == nil {
                return site.tally.breach("a connection that says nothing is kept for ever")
            }
        }
    }

    /// HELLO must come in 5 s, which is looked at once a second; the farewell takes 2 s.
    static let silentUpgrades = Attack(
        "silent-upgrades",
        "10 000 WebSockets that never say HELLO",
        counted: .errors("unauthorized")
    ) { (site) throws(ClientFailure) in
        let numbers = Pace(perSecond: 2_000, seconds: 60).prefix(site.isShort ? 500 : 10_000)
        let sockets = try numbers.map { (number) throws(ClientFailure) in try site.upgrade(number) }
        site.tally.blow(sockets.count)
        for socket in sockets { site.awaitClose(of: socket, waitMs: 15_000, wanted: 4401) }
    }

    /// Of a core, for a gateway that has nothing to do but turn people away and serve its witness.
    private static let maxCPUShare = 0.5

    /// Takes all of them, and knocks on.
    static let descriptors = Attack(
        "descriptors",
        "every descriptor taken (needs a gateway that has few)",
        on: .fewDescriptors,
        counted: [#"gateway_connections_refused_total{reason="no_descriptor"}"#]
    ) { (site) throws(ClientFailure) in
        let most = site.process.maxDescriptors
        var sockets: [RawSocket] = []
        var filling = Pace(perSecond: 1_000, seconds: 30)
        while site.process.descriptorCount < most, let number = filling.next() {
            sockets.append(try site.connect(number))
        }
        site.tally.blow(sockets.count)
        let (cpu, startUs) = (site.process.cpuSeconds, Ticks.nowUs)
        for blow in site.blows(perSecond: 50) {
            guard let socket = try? site.connect(blow) else { continue }
            // Turned away, or left to wait.
            if case .ended = socket.receive(waitMs: 50) { site.tally.refusal() }
        }
        let share = (site.process.cpuSeconds - cpu) * 1_000_000 / Double(Ticks.nowUs - startUs)
        if share > maxCPUShare {
            site.tally.breach("out of descriptors it uses \(Line.decimal(share, 2)) of a core")
        }
        sockets = []
        let isServed = Pace.wait(seconds: 10) {
            (try? site.ask(RESTRequest(.get, "/healthz")))?.status == 200
        }
        if !isServed { site.tally.breach("nobody is let in though descriptors are free again") }
    }
}
