import GatewayClient

/// A HELLO whose bytes come one a second.
final class SlowFrames: Attack {
    private static let count = 60

    let series = [#"gateway_errors_sent_total{code="unauthorized"}"#]
    private(set) var tally = Tally()
    private let site: Site
    private var sockets: [RawWebSocket] = []

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        for index in 0..<Self.count { sockets.append(try site.upgrade(index)) }
        let frame = RawWebSocket.message("HELLO", #"{"role":"PLAYER"}"#)
        var pace = site.pace(perSecond: Self.count)
        while pace.next() {
            let blow = pace.blows - 1
            let byte = frame[blow / Self.count % frame.count]
            sockets[blow % Self.count].socket.send([byte])
        }
        tally.blow(Self.count)
    }

    func settle() throws(ClientFailure) {
        for socket in sockets { tally.closed(socket.awaitClose(waitMs: 10_000), wanted: 4401) }
        sockets = []
    }
}
