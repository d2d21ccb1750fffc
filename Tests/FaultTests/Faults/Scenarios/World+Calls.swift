import Foundation
import GatewayClient
import LoadTest
import Protocol

extension World {
    /// The wait of a call for a store that hangs, and what a busy machine may add.
    private static let hungMs = 2_000.0
    private static let busyMs = 500.0

    /// The answer to a refresh is lost on the way: the same call again gets the same pair.
    func loseRefreshes(times: Int) throws {
        try startCluster()
        let proxy = try Proxy(to: gateways[0].port)
        keep([proxy])
        try openParties(1)
        let targets = try gateways.map { try Target(url: $0.url) }
        let far = try Target(url: proxy.url)
        for _ in 0..<times {
            let table = try Table(at: targets[0], players: 1)
            byHand.append(table.session)
            for seat in [table.host, table.players[0]] {
                let call = table.refresh(seat.refreshToken)
                proxy.hold([.fromServer])
                if (try? call.ask(far, waitMs: 1_000)) != nil {
                    throw Failure("the answer was not lost")
                }
                proxy.hold([])
                let answers = try targets.map { try call.ask($0) }
                let pairs = answers.map(Self.pair)
                guard let token = pairs[0].last.flatMap(\.self)?.string, pairs[1] == pairs[0] else {
                    let told = answers.map { "\($0.status) \(Self.pair($0))" }
                    breaches.append("a lost refresh in \(table.session): \(told)")
                    continue
                }
                let next = table.refresh(token)
                let status = try next.ask(targets[1]).status
                let reused = try call.ask(targets[0]).status
                if status != 200 || reused != 401 {
                    breaches.append("in \(table.session) the next pair \(status), reuse \(reused)")
                }
            }
        }
        try playOn(moves: 1)
        figures.append("\(2 * times) refreshes lost")
    }

    /// The tokens; the address beside them is the gateway's own.
    private static func pair(_ answer: RESTAnswer) -> [JSONValue?] {
        ["authToken", "refreshToken"].map { answer.json[$0] }
    }

    /// Postgres stands still: whoever waits for it is told so in time, and games go on.
    func freezePostgres(seconds: Double) throws {
        try startCluster()
        try openParties()
        let postgres = try theirPostgres
        let targets = try gateways.map { try Target(url: $0.url) }
        try awaitBlow(.climax) { _ in }
        try postgres.freeze()
        tell("Postgres stands still")
        let start = Date()
        var longestMs = 0.0
        repeat {
            for target in targets {
                let asked = Date()
                let answer = try RESTRequest(.post, "/v1/sessions", body: .object([:]))
                    .ask(target)
                let ms = Date().timeIntervalSince(asked) * 1_000
                longestMs = max(longestMs, ms)
                tell("POST /v1/sessions gives \(answer.status) after \(Int(ms)) ms")
                guard answer.status == 201 || answer.status == 503 else {
                    breaches.append("POST /v1/sessions gave \(answer.status) \(answer.json)")
                    continue
                }
            }
            try playOn(moves: 1)
        } while Date().timeIntervalSince(start) < seconds
        try postgres.thaw()
        tell("Postgres goes on")
        try playOn(moves: 2)
        figures.append("a call waited \(Int(longestMs)) ms at most")
        if longestMs > Self.hungMs + Self.busyMs {
            breaches.append("a call waited \(Int(longestMs)) ms for Postgres")
        }
    }
}
