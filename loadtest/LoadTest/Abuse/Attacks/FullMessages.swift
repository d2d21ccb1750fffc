import GatewayClient

/// Players who send the largest messages at the highest rate that the limits let through.
final class FullMessages: Attack {
    private static let players = 10
    private static let maxBytes = 16 * 1024
    /// Of one player: a little below 20, as clocks and timers are not exact.
    private static let perSecond = 19

    let series: [String] = []
    private(set) var tally = Tally()
    private let site: Site
    private let party: AttackedParty
    private let message: [UInt8]

    init(_ site: Site) throws(ClientFailure) {
        self.site = site
        party = try site.openParty(players: Self.players)
        let frame = #"{"type":"TIME_PING","payload":{"t0":1,"x":""}}"#.utf8.count
        let filling = String(repeating: "x", count: Self.maxBytes - frame)
        message = RawWebSocket.message("TIME_PING", #"{"t0":1,"x":"\#(filling)"}"#)
    }

    func strike() throws(ClientFailure) {
        var sockets: [RawWebSocket] = []
        for index in 0..<Self.players { sockets.append(try party.seat(index)) }
        var pace = site.pace(perSecond: Self.perSecond * Self.players)
        while pace.next() {
            let socket = sockets[pace.blows % Self.players]
            if !socket.socket.send(message) { tally.breach("a message within limits is not taken") }
            while case .message = socket.next(waitMs: 0) {}
        }
        tally.blow(pace.blows)
        for socket in sockets {
            socket.say("TIME_PING", #"{"t0":2}"#)
            try socket.awaitMessage("TIME_PONG")
            socket.socket.close()
        }
    }
}
