import GatewayClient
import WebSocket

/// Seated players who send more than the limit lets them: in messages, or in pings.
final class MessageFlood: Attack {
    enum Kind { case messages, pings }

    private static let players = 20
    /// A limit of 20 a second with bursts of 40 lets less than this through.
    private static let train = 200

    let series = [#"gateway_errors_sent_total{code="rate_limited"}"#]
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty
    private let bytes: [UInt8]

    init(_ site: Site, _ kind: Kind) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: Self.players)
        let one =
            switch kind {
            case .messages: RawWebSocket.message("TIME_PING", #"{"t0":1}"#)
            case .pings: RawWebSocket.frame(.ping, [UInt8](repeating: 0x2A, count: 100))
            }
        bytes = (0..<Self.train).flatMap { _ in one }
    }

    func strike() throws(ClientFailure) {
        // A player may come back once a second.
        var pace = site.pace(perSecond: Self.players / 2)
        while pace.next() {
            let socket = try party.enter(pace.blows)
            socket.socket.send(bytes)
            tally.blow(Self.train)
            tally.closed(socket.awaitClose(), wanted: 4429)
            socket.socket.close()
        }
    }
}
