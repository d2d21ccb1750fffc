import GatewayClient

/// Players whose machines vanish from the network without a word.
final class HalfOpen: Attack {
    private static let count = 40
    /// Silence of 45 s ends a connection, and so do 40 s without an acknowledgement.
    private static let patienceSeconds = 60.0

    let series = [
        "gateway_silent_sockets_closed_total",
        #"gateway_connections_cut_total{reason="stalled"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty
    private var sockets: [RawWebSocket] = []

    init(_ site: Site) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: Self.count)
    }

    func strike() throws(ClientFailure) {
        let before = site.process.descriptorCount
        for index in 0..<Self.count { sockets.append(try party.seat(index)) }
        sockets.forEach { $0.socket.deafen() }
        tally.blow(Self.count)
        let isOver = site.wait(seconds: Self.patienceSeconds) {
            site.process.descriptorCount <= before
        }
        if isOver {
            tally.refusal(Self.count)
        } else {
            let left = site.process.descriptorCount - before
            tally.breach("\(left) who have vanished are kept")
        }
    }

    func settle() throws(ClientFailure) {
        sockets.forEach { $0.socket.reset() }
        sockets = []
    }
}
