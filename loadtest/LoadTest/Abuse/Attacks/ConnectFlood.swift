import GatewayClient

/// Connections that come and go at once, by FIN and by RST in turn.
final class ConnectFlood: Attack {
    private static let perSecond = 600

    let series: [String] = []
    private(set) var tally = Tally()
    private let site: Site

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            let socket = try site.connect(pace.blows % 100)
            if pace.blows.isMultiple(of: 2) { socket.reset() } else { socket.close() }
        }
        tally.blow(pace.blows)
    }
}
