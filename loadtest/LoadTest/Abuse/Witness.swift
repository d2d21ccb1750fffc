import GatewayClient
import GatewayClientTransport
import OpenSSL
import Transport

/// A game in progress beside the attacks, whose players must not notice them: four who ask for the time,
/// and a host who pauses and goes on. Lives on a loop of its own; to be used from another thread.
final class Witness: Refereed, Paced, @unchecked Sendable {
    /// The players' view of that time.
    struct Seen: Sendable {
        /// TIME_PING to TIME_PONG, in microseconds.
        var roundTrips = Histogram()
        /// HOST_PAUSE or HOST_RESUME, which is committed, to a player's patch, in microseconds.
        var commands = Histogram()
        var breaches: [String] = []
    }

    private static let answerSeconds = 5.0
    private static let players = 4
    /// All players together 62 a second; a connection may send 20.
    private static let pingPauseMs: Int64 = 16
    private static let commandPauseMs: Int64 = 250

    private let loop = EventLoop(label: "witness")
    private let crowd: Crowd
    /// Of the time that is watched: it holds no law, and notes round trips and what went wrong.
    private(set) var referee = Referee(Tripto.self, [])
    private var commands = Histogram()
    private var nextPlayer = 0
    private var isAsking = false
    /// When the host's command was sent that no player has seen the effect of.
    private var commandUs: Int64?
    private var isPaused = false

    init(_ target: Target, trustsAnyCertificate isTrusting: Bool) throws(ClientFailure) {
        let tls = target.isTLS ? try TLSContext.client(trustsAnyCertificate: isTrusting) : nil
        let settings = Tripto.standing(players: Self.players)
        crowd = Crowd(Network(loop, [target], tls: tls), players: Self.players, settings: settings)
    }

    deinit { loop.shutdown() }

    // MARK: From another thread

    /// Opens the game and waits until it has begun.
    func sitDown() throws(ClientFailure) {
        let failure: ClientFailure? = outcome(on: loop) { [self] done in begin(done) }
        if let failure { throw failure }
    }

    /// The players' view of the time that `body` takes.
    func watch(_ body: () throws(ClientFailure) -> Void) throws(ClientFailure) -> Seen {
        ask { witness in
            witness.referee = Referee(Tripto.self, [])
            witness.commands = Histogram()
            witness.isAsking = true
        }
        try body()
        ask { $0.isAsking = false }
        _ = Pace.wait(seconds: Self.answerSeconds) { ask(\.isAnswered) }
        return ask(\.seen)
    }

    /// The gateway's metrics: name and labels, value.
    func metrics() throws(ClientFailure) -> [String: Double] {
        let result: Result<RESTAnswer, ClientFailure> = outcome(on: loop) { [self] done in
            crowd.reception.rest.call(RESTRequest(.get, "/metrics"), then: done)
        }
        return try result.get().metrics
    }

    /// Ends the game.
    func leave() {
        outcome(on: loop) { [self] done in
            crowd.disperse { [self] in
                crowd.reception.rest.close()
                done(())
            }
        }
    }

    private func ask<Value: Sendable>(_ body: @escaping @Sendable (Witness) -> Value) -> Value {
        outcome(on: loop) { [self] done in done(body(self)) }
    }

    // MARK: On the loop

    var network: Network { crowd.network }
    var isOver: Bool { crowd.isOver }

    private func begin(_ done: @escaping (ClientFailure?) -> Void) {
        crowd.gather(for: self) { [weak self] failure in
            if let failure { return done(failure) }
            self?.crowd.startGame { failure in
                if failure == nil {
                    self?.every(ms: Self.pingPauseMs) { $0.ping() }
                    self?.every(ms: Self.commandPauseMs) { $0.command() }
                }
                done(failure)
            }
        }
    }

    private var isAnswered: Bool {
        commandUs == nil && crowd.players.allSatisfy { $0.clock.open == 0 }
    }

    private var seen: Seen {
        var seen = Seen(roundTrips: referee.roundTrips, commands: commands)
        seen.breaches = referee.book.breaches.map { "the witness's \($0.who): \($0.what)" }
        if !isAnswered { seen.breaches.append("the witness waits for answers") }
        return seen
    }

    private func ping() {
        guard isAsking else { return }
        nextPlayer += 1
        crowd.players[nextPlayer % crowd.players.count].ping()
    }

    private func command() {
        guard isAsking, commandUs == nil else { return }
        commandUs = Ticks.nowUs
        crowd.host?.send(isPaused ? "HOST_RESUME" : "HOST_PAUSE")
        isPaused.toggle()
    }

    func received(_ message: ReceivedMessage, by client: Client) {
        guard message.type == .statePatch, client === crowd.players.first, let sentUs = commandUs
        else { return }
        commands.record(message.atUs - sentUs)
        commandUs = nil
    }

    func dropped(_ client: Client, _ end: ClientEnd) {
        guard !isOver else { return }
        referee.check(.contract, by: client.label, "lost its connection: \(end)")
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
