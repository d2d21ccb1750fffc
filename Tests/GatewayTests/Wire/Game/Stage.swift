import Protocol

/// A session in which the host has gone as far as the first clue, and nothing happens by itself.
struct Stage {
    let party: Party
    let host: SocketClient
    let tv: SocketClient
    let players: [(guest: Party.Guest, client: SocketClient)]

    static let names = ["Alva", "Bo", "Cleo", "Doris", "Elis", "Frans", "Greta", "Hugo"]

    /// - Parameter deployment: a gateway of its own, in place of the one that tests share.
    init(
        players count: Int = 1,
        on deployment: Deployment? = nil,
        settings: JSONObject = [:],
        timings: JSONObject = [:]
    ) async throws {
        var all = settings
        var times = unhurried.object ?? [:]
        for (name, ms) in timings.members { times[name] = ms }
        all["timings"] = .object(times)
        party =
            if let deployment {
                try await Party(deployment.address, settings: .object(all))
            } else {
                try await Party(settings: .object(all))
            }
        (host, tv) = (try await party.host(), try await party.tv())
        var players: [(guest: Party.Guest, client: SocketClient)] = []
        for name in Self.names.prefix(count) { players.append(try await party.player(name)) }
        self.players = players
    }

    var player: SocketClient { players[0].client }
    var id: JSONValue { .string(players[0].guest.id) }

    /// On to the first clue.
    func start() async throws {
        host.send("HOST_START_GAME")
        try await host.until(state: "ROUND_INTRO")
        try await skip(to: "CLUE_LEVEL")
    }

    func skip(to state: String) async throws {
        host.send("HOST_SKIP")
        for client in [host, tv] + players.map(\.client) { try await client.until(state: state) }
    }

    /// The first player pulls the brake and says something.
    func answer(_ text: String) async throws {
        player.send("BRAKE_PULL")
        try await player.until(state: "PAUSED_FOR_BRAKE")
        player.send("BRAKE_ANSWER_SUBMIT", ["answerText": .string(text)])
        try await player.next("ANSWER_ACK")
    }
}
