import GatewayClient
import GatewayClientTransport
import Protocol

/// The witness's game, confined to its loop: four players who ask for the time, and a host who pauses
/// and goes on.
final class WitnessGame: @unchecked Sendable {
    static let players = 4
    /// All players together 62 a second; a connection may send 20.
    static let pingPauseMs: Int64 = 16
    static let commandPauseMs: Int64 = 250

    let rest: any RESTCaller
    private let network: Network
    private var crowd: Crowd?
    private var nextPlayer = 0
    private var nextPingUs: Int64 = 0
    private var isAsking = false
    private var isOver = false
    /// When the host's command was sent that no player has seen the effect of.
    private var commandUs: Int64?
    private var isPaused = false
    private var roundTrips = Histogram()
    private var commands = Histogram()
    private var breaches: [String] = []

    init(_ network: Network) {
        self.network = network
        rest = network.transport.caller(at: 0)
    }

    func begin(_ done: @escaping (ClientFailure?) -> Void) {
        let crowd = Crowd(network, delegate: self)
        self.crowd = crowd
        let settings: JSONValue = .object([
            "destinationsCount": .int(1), "timings": Timings.storm.json,
        ])
        crowd.gather(Self.players, settings: settings) { [weak self] failure in
            if let failure { return done(failure) }
            crowd.host?.send("HOST_START_GAME")
            self?.awaitClue(attempt: 0, done)
        }
    }

    private func awaitClue(attempt: Int, _ done: @escaping (ClientFailure?) -> Void) {
        guard crowd?.host?.document["state"]?.string != "CLUE_LEVEL" else {
            ping()
            command()
            return done(nil)
        }
        guard attempt < 400 else { return done(.tookTooLong("the first clue")) }
        network.after(50) { [weak self] in self?.awaitClue(attempt: attempt + 1, done) }
    }

    func end(_ done: @escaping () -> Void) {
        isOver = true
        rest.close()
        guard let crowd else { return done() }
        crowd.disperse(then: done)
    }

    // MARK: Asking

    func startWatching() {
        roundTrips = Histogram()
        commands = Histogram()
        breaches = []
        isAsking = true
    }

    func stopAsking() { isAsking = false }

    var isAnswered: Bool {
        commandUs == nil && (crowd?.players ?? []).allSatisfy { $0.clock.open == 0 }
    }

    var seen: Witness.Seen {
        var all = breaches
        if !isAnswered { all.append("the witness waits for answers") }
        return Witness.Seen(roundTrips: roundTrips, commands: commands, breaches: all)
    }

    private func ping() {
        guard !isOver, let players = crowd?.players else { return }
        if isAsking { players[nextPlayer % players.count].ping() }
        nextPlayer += 1
        // Against the clock, not after the last one, so that the pace does not drift.
        let nowUs = Ticks.nowUs
        let atUs = max(nextPingUs, nowUs - Self.pingPauseMs * 1_000) + Self.pingPauseMs * 1_000
        nextPingUs = atUs
        network.after((max(0, atUs - nowUs) + 500) / 1_000) { [weak self] in self?.ping() }
    }

    private func command() {
        guard !isOver else { return }
        if isAsking, commandUs == nil {
            commandUs = Ticks.nowUs
            crowd?.host?.send(isPaused ? "HOST_RESUME" : "HOST_PAUSE")
            isPaused.toggle()
        }
        network.after(Self.commandPauseMs) { [weak self] in self?.command() }
    }
}

extension WitnessGame: ClientDelegate {
    func violated(_ what: String, by client: Client) {
        breaches.append("\(client.label): \(what)")
    }

    func measured(roundTripUs: Int64, by client: Client) {
        roundTrips.record(roundTripUs)
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        guard message.type == .statePatch, client === crowd?.players.first, let sentUs = commandUs
        else { return }
        commands.record(message.atUs - sentUs)
        commandUs = nil
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        if !isOver { breaches.append("the witness's \(client.label) lost its connection: \(end)") }
    }
}
