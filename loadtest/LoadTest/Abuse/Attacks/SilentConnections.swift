import GatewayClient
import GatewayClientTransport

/// Connections that say nothing at all.
final class SilentConnections: Attack {
    private static let count = 2_000
    /// One that has never asked for anything is kept for 60 s.
    private static let patienceMs: Int64 = 70_000

    let series: [String] = []
    private(set) var tally = Tally()
    private let site: Site
    private var sockets: [RawSocket] = []

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        var pace = Pace(perSecond: 1_000, seconds: 30)
        while sockets.count < Self.count, pace.next() {
            sockets.append(try site.connect(sockets.count))
        }
        tally.blow(sockets.count)
    }

    func settle() throws(ClientFailure) {
        let endUs = Ticks.nowUs + Self.patienceMs * 1_000
        for socket in sockets {
            let leftMs = max(100, (endUs - Ticks.nowUs) / 1_000)
            if socket.receiveUntilEnd(waitMs: leftMs) == nil {
                tally.breach("a connection that says nothing is kept for ever")
                break
            }
        }
        sockets = []
    }
}
