import GatewayClient
import GatewayClientTransport

/// WebSockets that are opened by the thousand and never say HELLO.
final class SilentUpgrades: Attack {
    private static let perSecond = 2_000

    let series = [#"gateway_errors_sent_total{code="unauthorized"}"#]
    private(set) var tally = Tally()
    private let site: Site
    private let count: Int
    private let head: [UInt8]
    private var sockets: [RawSocket] = []

    init(_ site: Site) {
        self.site = site
        count = site.isShort ? 500 : 10_000
        head = RawWebSocket.head(site.target, session: "0000000000000000")
    }

    func strike() throws(ClientFailure) {
        var pace = Pace(perSecond: Self.perSecond, seconds: 60)
        while sockets.count < count, pace.next() {
            let socket = try site.connect(sockets.count)
            socket.send(head)
            sockets.append(socket)
        }
        tally.blow(sockets.count)
    }

    /// HELLO must come in 5 s, which is looked at once a second; the farewell takes 2 s.
    func settle() throws(ClientFailure) {
        let close: [UInt8] = [0x11, 0x31]
        for socket in sockets {
            var heard: [UInt8] = []
            let endUs = Ticks.nowUs + 15_000_000
            // Close is the last that comes: the code stands behind its header.
            while !heard.contains(close), Ticks.nowUs < endUs {
                guard case .bytes(let bytes) = socket.receive(waitMs: 1_000) else { continue }
                heard += bytes
            }
            if !heard.contains(close) { heard = [] }
            tally.closed(heard.isEmpty ? nil : 4401, wanted: 4401)
            socket.close()
        }
        sockets = []
    }
}
