import Dispatch
import GatewayClient
import GatewayClientTransport
import Glibc
import OpenSSL
import Synchronization
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

    private static let answersUs: Int64 = 5_000_000

    private let loop = EventLoop(label: "witness")
    private let game: WitnessGame

    init(_ target: Target, trustsAnyCertificate: Bool) throws(ClientFailure) {
        let tls: TLSContext?
        do throws(TLSConfigurationError) {
            let trust: TLSContext.Trust =
                trustsAnyCertificate
                ? .insecure : .authorities(file: "/etc/ssl/certs/ca-certificates.crt")
            tls = target.isTLS ? try .client(trust, resumes: true) : nil
        } catch {
            throw .unexpected("TLS can't be had: \(error)")
        }
        game = WitnessGame(Network(loop, [target], tls: tls))
    }

    deinit { loop.shutdown() }

    /// Opens the game and waits until its first clue is shown.
    func sitDown() throws(ClientFailure) {
        let failure: ClientFailure? = ask { game, done in game.begin(done) }
        if let failure { throw failure }
    }

    /// The players' view of the time that `body` takes.
    func watch(_ body: () throws(ClientFailure) -> Void) throws(ClientFailure) -> Seen {
        ask { game, done in done(game.startWatching()) }
        try body()
        let endUs = Ticks.nowUs + Self.answersUs
        ask { game, done in done(game.stopAsking()) }
        while !ask({ game, done in done(game.isAnswered) }), Ticks.nowUs < endUs { usleep(2_000) }
        return ask { game, done in done(game.seen) }
    }

    /// The gateway's metrics: name and labels, value.
    func metrics() throws(ClientFailure) -> [String: Double] {
        let result: Result<RESTAnswer, ClientFailure> = ask { game, done in
            game.rest.call(RESTRequest(.get, "/metrics"), then: done)
        }
        return Self.metrics(in: try result.get().body)
    }

    static func metrics(in body: [UInt8]) -> [String: Double] {
        let text = String(decoding: body, as: UTF8.self)
        var values: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let gap = line.lastIndex(of: " ") else { continue }
            values[String(line[..<gap])] = Double(line[line.index(after: gap)...])
        }
        return values
    }

    /// Ends the game.
    func leave() {
        ask { game, done in game.end { done(()) } }
    }

    /// Runs `body` on the loop and waits until it is done.
    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (WitnessGame, @escaping (Value) -> Void) -> Void
    ) -> Value {
        let answer = Mutex<Value?>(nil)
        let isAnswered = DispatchSemaphore(value: 0)
        loop.execute { [game] in
            body(game) { value in
                answer.withLock { $0 = value }
                isAnswered.signal()
            }
        }
        isAnswered.wait()
        guard let value = answer.withLock({ $0 }) else { preconditionFailure("no answer") }
        return value
    }
}
