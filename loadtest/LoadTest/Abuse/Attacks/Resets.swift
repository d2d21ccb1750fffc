import GatewayClient

/// Players who ask for everything and reset their connections in the middle of it, while the host
/// changes what all see.
final class Resets: Attack {
    private static let players = 20
    private static let perSecond = 15

    let series: [String] = []
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty

    init(_ site: Site) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: Self.players)
    }

    func strike() throws(ClientFailure) {
        let host = try party.seatHost()
        host.say("HOST_START_GAME")
        let asks = (0..<8).flatMap { _ in
            RawWebSocket.message("RESUME_SESSION", #"{"deviceId":"abuse"}"#)
        }
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            let socket = try party.enter(pace.blows, receiveBytes: 2_048)
            socket.socket.send(asks)
            host.say(pace.blows.isMultiple(of: 2) ? "HOST_RESUME" : "HOST_PAUSE")
            _ = socket.next(waitMs: 20)
            socket.socket.reset()
            while case .message = host.next(waitMs: 0) {}
        }
        tally.blow(pace.blows)
        host.say("TIME_PING", #"{"t0":1}"#)
        try host.awaitMessage("TIME_PONG")
        host.socket.close()
    }
}
