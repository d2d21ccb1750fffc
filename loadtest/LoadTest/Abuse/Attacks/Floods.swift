import GatewayClient
import WebSocket

/// Players who send as much as they like, and some who keep to the letter of the limits.
enum Floods {
    private static let flooding = 20
    /// A limit of 20 a second with bursts of 40 lets less than this through.
    private static let floodLength = 200

    static let messageFlood = Attack(
        "message-flood",
        "messages over the limit",
        players: flooding,
        counted: .errors("rate_limited")
    ) { (site, party) throws(ClientFailure) in
        try flood(RawWebSocket.message("TIME_PING", #"{"t0":1}"#), site, party)
    }

    static let pingFlood = Attack(
        "ping-flood",
        "pings over the limit",
        players: flooding,
        counted: .errors("rate_limited")
    ) { (site, party) throws(ClientFailure) in
        let payload = [UInt8](repeating: 0x2A, count: 100)
        try flood(RawWebSocket.frame(.ping, payload), site, party)
    }

    private static func flood(_ frame: [UInt8], _ site: Site, _ party: AttackedParty)
        throws(ClientFailure)
    {
        let frames = (0..<floodLength).flatMap { _ in frame }
        // A player may come back once a second.
        for blow in site.blows(perSecond: flooding / 2, each: floodLength) {
            let socket = try party.enter(blow)
            socket.socket.send(frames)
            site.awaitClose(of: socket, wanted: 4429)
        }
    }

    private static let loud = 10
    private static let maxMessageBytes = 16 * 1024
    /// Of one player: a little below 20, as clocks and timers are not exact.
    private static let loudPerSecond = 19

    static let fullMessages = Attack(
        "full-messages",
        "messages of 16 KiB, just within the limit",
        players: loud
    ) { (site, party) throws(ClientFailure) in
        let frame = #"{"type":"TIME_PING","payload":{"t0":1,"x":""}}"#.utf8.count
        let filling = String(repeating: "x", count: maxMessageBytes - frame)
        let message = RawWebSocket.message("TIME_PING", #"{"t0":1,"x":"\#(filling)"}"#)
        let sockets = try party.seat(count: loud)
        for blow in site.blows(perSecond: loudPerSecond * loud) {
            let socket = sockets[blow % loud]
            if !socket.socket.send(message) {
                site.tally.breach("a message within limits is not taken")
            }
            socket.drain()
        }
        for socket in sockets { try socket.isServedStill() }
    }

    /// More than a message may have.
    private static let pieces = 1_100
    private static let fragmentSeries: [String] = .violations(1008) + .errors("rate_limited")

    static let fragments = Attack(
        "fragments",
        "messages in endless fragments of a byte or none",
        counted: fragmentSeries
    ) { (site) throws(ClientFailure) in
        let empty = RawWebSocket.frame(.continuation, fin: false)
        let oneByte = RawWebSocket.frame(.continuation, [0x20], fin: false)
        try fragment([(empty, 1008), (oneByte, 1008)], site)
    }

    /// Nobody answers pongs, and no limit counts them; the fragments between them are counted.
    static let controlFrames = Attack(
        "control-frames",
        "pings and pongs between endless fragments",
        counted: fragmentSeries
    ) { (site) throws(ClientFailure) in
        let pong = RawWebSocket.frame(.pong, [0x20]) + RawWebSocket.frame(.continuation, fin: false)
        try fragment([(RawWebSocket.frame(.ping), 4429), (pong, 1008)], site)
    }

    private static func fragment(_ kinds: [(piece: [UInt8], close: UInt16)], _ site: Site)
        throws(ClientFailure)
    {
        for blow in site.blows(perSecond: 30, each: pieces) {
            let socket = try site.upgrade(blow % 100)
            let (piece, close) = kinds[blow % kinds.count]
            let train = (0..<pieces).flatMap { _ in piece }
            socket.socket.send(RawWebSocket.frame(.text, [0x7B], fin: false) + train)
            site.awaitClose(of: socket, wanted: close)
        }
    }

    /// They ask for everything first, while the host changes what all see.
    static let resets = Attack(
        "resets",
        "players who reset in the middle of a patch",
        players: 20
    ) { (site, party) throws(ClientFailure) in
        let host = try party.seatHost()
        host.say("HOST_START_GAME")
        for blow in site.blows(perSecond: 15) {
            let socket = try party.enter(blow, receiveBytes: RawSocket.fewBytes)
            socket.socket.send((0..<8).flatMap { _ in RawWebSocket.askForSnapshot })
            host.changesGame(blow)
            _ = socket.next(waitMs: 20)
            socket.socket.reset()
        }
        try host.isServedStill()
    }
}
