import GatewayClient
import HTTP
import Protocol

/// Tokens that nobody has signed, by the thousand: over HELLO, and over REST.
final class WrongTokens: Attack {
    private static let perSecond = 150
    /// The claims of a host, for an algorithm that signs nothing.
    private static let unsigned = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJyb2xlIjoiSE9TVCJ9."

    let series = [
        #"gateway_errors_sent_total{code="unauthorized"}"#,
        #"gateway_http_calls_refused_total{status="401"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty

    init(_ site: Site) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: 1)
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            let token = forged(pace.blows)
            if pace.blows.isMultiple(of: 3) {
                let answer = try site.call(
                    .post,
                    "/v1/sessions/\(party.session.id)/join",
                    body: .object(["joinToken": .string(token), "name": .string("Mallory")]),
                    from: pace.blows
                )
                tally.answered(answer.status, wanted: [401])
            } else {
                let socket = try site.upgrade(pace.blows, session: party.session.id)
                socket.hello("PLAYER", token: token)
                tally.closed(socket.awaitClose(), wanted: 4401)
                socket.socket.close()
            }
        }
        tally.blow(pace.blows)
    }

    private func forged(_ number: Int) -> String {
        // A true one with another end, one without a signature, and none at all.
        switch number % 4 {
        case 0: Self.unsigned
        case 1: party.tokens[0].dropLast(4) + "AAA\(number % 10)"
        case 2: String(repeating: "a.", count: 100)
        case _: "token-\(number)"
        }
    }
}
