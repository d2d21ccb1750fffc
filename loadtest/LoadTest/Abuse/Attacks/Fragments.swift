import GatewayClient
import WebSocket

/// Messages in fragments that never end: one byte each, none at all, and with control frames between.
final class Fragments: Attack {
    enum Kind: CaseIterable { case oneByte, empty, pings, pongs }

    private static let perSecond = 30
    /// More than a message may have.
    private static let fragments = 1_100

    let series = [
        #"gateway_protocol_violations_total{code="1008"}"#,
        #"gateway_errors_sent_total{code="rate_limited"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    private let kinds: [Kind]

    init(_ site: Site, _ kinds: [Kind]) {
        self.site = site
        self.kinds = kinds
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            let socket = try site.upgrade(pace.blows % 100)
            let kind = kinds[pace.blows % kinds.count]
            var train = RawWebSocket.frame(.text, [0x7B], fin: false)
            for _ in 0..<Self.fragments { train += Self.piece(kind) }
            socket.socket.send(train)
            tally.blow(Self.fragments)
            tally.closed(socket.awaitClose(), wanted: kind == .pings ? 4429 : 1008)
            socket.socket.close()
        }
    }

    private static func piece(_ kind: Kind) -> [UInt8] {
        switch kind {
        case .oneByte: RawWebSocket.frame(.continuation, [0x20], fin: false)
        case .empty: RawWebSocket.frame(.continuation, fin: false)
        case .pings: RawWebSocket.frame(.ping)
        // Nobody answers pongs, and no limit counts them; the fragments between them are counted.
        case .pongs:
            RawWebSocket.frame(.pong, [0x20]) + RawWebSocket.frame(.continuation, fin: false)
        }
    }
}
