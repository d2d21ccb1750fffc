import GatewayClient
import GatewayClientTransport
import OpenSSL
import Transport

/// A game in progress beside the attacks, whose players must not notice them. On a loop of its own; to
/// be used from another thread.
final class Witness: Sendable {
    /// The players' view of that time.
    struct Seen: Sendable {
        /// TIME_PING to TIME_PONG, in microseconds.
        var roundTrips = Histogram()
        /// HOST_PAUSE or HOST_RESUME, which is committed, to a player's patch, in microseconds.
        var commands = Histogram()
        var breaches: [String] = []
    }

    private static let answerSeconds = 5.0

    private let loop = EventLoop(label: "witness")
    private let game: WitnessGame

    init(_ target: Target, trustsAnyCertificate isTrusting: Bool) throws(ClientFailure) {
        let tls = target.isTLS ? try TLSContext.client(trustsAnyCertificate: isTrusting) : nil
        game = WitnessGame(Network(loop, [target], tls: tls))
    }

    deinit { loop.shutdown() }

    /// Opens the game and waits until it has begun.
    func sitDown() throws(ClientFailure) {
        let failure: ClientFailure? = ask { game, done in game.begin(done) }
        if let failure { throw failure }
    }

    /// The players' view of the time that `body` takes.
    func watch(_ body: () throws(ClientFailure) -> Void) throws(ClientFailure) -> Seen {
        ask { game, done in done(game.startAsking()) }
        try body()
        ask { game, done in done(game.stopAsking()) }
        _ = Pace.wait(seconds: Self.answerSeconds) { ask { game, done in done(game.isAnswered) } }
        return ask { game, done in done(game.seen) }
    }

    /// The gateway's metrics: name and labels, value.
    func metrics() throws(ClientFailure) -> [String: Double] {
        let result: Result<RESTAnswer, ClientFailure> = ask { game, done in
            game.rest.call(RESTRequest(.get, "/metrics"), then: done)
        }
        return try result.get().metrics
    }

    /// Ends the game.
    func leave() {
        ask { game, done in game.end { done(()) } }
    }

    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (WitnessGame, @escaping (Value) -> Void) -> Void
    ) -> Value {
        outcome(on: loop) { [game] done in body(game, done) }
    }
}

extension RESTAnswer {
    /// Metrics as Prometheus reads them: name and labels, value.
    var metrics: [String: Double] {
        var values: [String: Double] = [:]
        for line in String(decoding: body, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            guard let gap = line.lastIndex(of: " ") else { continue }
            values[String(line[..<gap])] = Double(line[line.index(after: gap)...])
        }
        return values
    }
}

/// The witness's game, confined to its loop: four players who ask for the time, and a host who pauses
/// and goes on.
private final class WitnessGame: ClientDelegate, @unchecked Sendable {
    private static let players = 4
    /// All players together 62 a second; a connection may send 20.
    private static let pingPauseMs: Int64 = 16
    private static let commandPauseMs: Int64 = 250

    private let crowd: Crowd
    private var nextPlayer = 0
    private var nextPingUs: Int64 = 0
    private var isAsking = false
    /// When the host's command was sent that no player has seen the effect of.
    private var commandUs: Int64?
    private var isPaused = false
    private var heard = Witness.Seen()

    init(_ network: Network) {
        let settings = Tripto.standing(players: Self.players)
        crowd = Crowd(network, players: Self.players, settings: settings)
    }

    var rest: any RESTCaller { crowd.reception.rest }

    func begin(_ done: @escaping (ClientFailure?) -> Void) {
        crowd.gather(for: self) { [weak self] failure in
            if let failure { return done(failure) }
            self?.crowd.startGame { failure in
                guard failure == nil else { return done(failure) }
                self?.ping()
                self?.command()
                done(nil)
            }
        }
    }

    func end(_ done: @escaping () -> Void) {
        crowd.disperse { [rest] in
            rest.close()
            done()
        }
    }

    // MARK: Asking

    func startAsking() {
        heard = Witness.Seen()
        isAsking = true
    }

    func stopAsking() { isAsking = false }

    var isAnswered: Bool {
        commandUs == nil && crowd.players.allSatisfy { $0.clock.open == 0 }
    }

    var seen: Witness.Seen {
        var seen = heard
        if !isAnswered { seen.breaches.append("the witness waits for answers") }
        return seen
    }

    private func ping() {
        guard !crowd.isOver else { return }
        if isAsking { crowd.players[nextPlayer % crowd.players.count].ping() }
        nextPlayer += 1
        // Against the clock, not after the last one, so that the pace does not drift.
        let nowUs = Ticks.nowUs
        let atUs = max(nextPingUs, nowUs - Self.pingPauseMs * 1_000) + Self.pingPauseMs * 1_000
        nextPingUs = atUs
        crowd.network.after((max(0, atUs - nowUs) + 500) / 1_000) { [weak self] in self?.ping() }
    }

    private func command() {
        guard !crowd.isOver else { return }
        if isAsking, commandUs == nil {
            commandUs = Ticks.nowUs
            crowd.host?.send(isPaused ? "HOST_RESUME" : "HOST_PAUSE")
            isPaused.toggle()
        }
        crowd.network.after(Self.commandPauseMs) { [weak self] in self?.command() }
    }

    // MARK: Hearing

    func violated(_ what: String, by client: Client) {
        heard.breaches.append("\(client.label): \(what)")
    }

    func measured(roundTripUs: Int64, by client: Client) { heard.roundTrips.record(roundTripUs) }

    func received(_ message: ReceivedMessage, by client: Client) {
        guard message.type == .statePatch, client === crowd.players.first, let sentUs = commandUs
        else { return }
        heard.commands.record(message.atUs - sentUs)
        commandUs = nil
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        guard !crowd.isOver else { return }
        heard.breaches.append("the witness's \(client.label) lost its connection: \(end)")
    }
}
