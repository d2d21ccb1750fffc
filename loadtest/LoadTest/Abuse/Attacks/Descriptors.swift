import GatewayClient
import GatewayClientTransport
import Glibc

/// Takes every descriptor that the gateway may have, and knocks on.
final class Descriptors: Attack {
    private static let knocksPerSecond = 50
    /// Of a core, for a gateway that has nothing to do but turn people away and serve its witness.
    private static let maxCPUShare = 0.5

    let series = [#"gateway_connections_refused_total{reason="no_descriptor"}"#]
    private(set) var tally = Tally()
    private let site: Site
    private var sockets: [RawSocket] = []

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        let most = site.process.maxDescriptors
        var filling = Pace(perSecond: 1_000, seconds: 30)
        while site.process.descriptorCount < most, filling.next() {
            sockets.append(try site.connect(sockets.count))
        }
        let (cpu, startUs) = (site.process.cpuSeconds, Ticks.nowUs)
        var pace = site.pace(perSecond: Self.knocksPerSecond)
        while pace.next() {
            guard let socket = try? site.connect(pace.blows) else { continue }
            // Turned away, or left to wait.
            if case .ended = socket.receive(waitMs: 50) { tally.refusal() }
        }
        tally.blow(sockets.count + pace.blows)
        let share =
            (site.process.cpuSeconds - cpu) / (Double(Ticks.nowUs - startUs) / 1_000_000)
        if share > Self.maxCPUShare {
            tally.breach("out of descriptors it uses \(Line.decimal(share, 2)) of a core")
        }
    }

    func settle() throws(ClientFailure) {
        sockets = []
        let isServed = site.wait(seconds: 10) {
            (try? site.call(.get, "/healthz"))?.status == 200
        }
        if !isServed { tally.breach("nobody is let in though descriptors are free again") }
    }
}
