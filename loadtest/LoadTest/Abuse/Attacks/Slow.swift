import GatewayClient
import GatewayClientTransport

/// Those who take their time: to say something, or to take in what they asked for.
enum Slow {
    private static let slowCount = 60
    /// A request must be whole in 5 s, which is looked at once a second; so must a HELLO be.
    private static let slowMs: Int64 = 10_000
    private static let requestLine = "POST /v1/join HTTP/1.1\r\nHost: x\r\n"

    static let slowHeads = Attack(
        "slow-heads",
        "requests whose heads come byte by byte",
        counted: [#"gateway_http_requests_refused_total{status="408"}"#]
    ) { (site) throws(ClientFailure) in
        try trickle(UInt8(ascii: "a"), after: "\(requestLine)X-Long: ", site)
    }

    static let slowBodies = Attack(
        "slow-bodies",
        "requests whose bodies come byte by byte",
        counted: [#"gateway_http_requests_refused_total{status="408"}"#]
    ) { (site) throws(ClientFailure) in
        let begun = "\(requestLine)Content-Length: 60000\r\n\r\n"
        try trickle(UInt8(ascii: " "), after: begun, site)
    }

    private static func trickle(_ byte: UInt8, after begun: String, _ site: Site)
        throws(ClientFailure)
    {
        let sockets = try site.connect(count: slowCount)
        for socket in sockets { socket.send(Array(begun.utf8)) }
        for number in site.pace(perSecond: slowCount) { sockets[number % slowCount].send([byte]) }
        site.tally.blow(slowCount)
        for socket in sockets {
            guard let answer = socket.receiveUntilEnd(waitMs: slowMs) else {
                site.tally.breach("a slow request is waited for still")
                continue
            }
            // Input that trickled in behind the answer may have cost us its last bytes.
            site.tally.answered(RawSocket.status(of: answer) ?? 408, wanted: 408)
        }
    }

    static let slowFrames = Attack(
        "slow-frames",
        "HELLOs that come byte by byte",
        counted: .errors("unauthorized")
    ) { (site) throws(ClientFailure) in
        let sockets = try (0..<slowCount).map { (index) throws(ClientFailure) in
            try site.upgrade(index)
        }
        let frame = RawWebSocket.message("HELLO", #"{"role":"PLAYER"}"#)
        for number in site.pace(perSecond: slowCount) {
            let byte = frame[(number - 1) / slowCount % frame.count]
            sockets[(number - 1) % slowCount].socket.send([byte])
        }
        site.tally.blow(slowCount)
        for socket in sockets { site.awaitClose(of: socket, waitMs: slowMs, wanted: 4401) }
    }

    private static let sloths = 10
    /// Nothing is taken for 20 s, which is looked at once a second; before that buffers must fill.
    private static let slothSeconds = 60.0
    /// Bytes that the waiting have asked for: more than the kernel takes, less than the backlog holds.
    private static let askedBytes = 250 * 1_024

    /// The host changes what all see: some wait until they are dropped, the others go on asking for
    /// snapshots.
    static let neverReading = Attack(
        "never-reading",
        "players who read nothing in a storm of patches",
        players: sloths + 1,
        counted: .cuts("stalled", "overflow")
    ) { (site, party) throws(ClientFailure) in
        let host = try party.seatHost()
        host.say("HOST_START_GAME")
        let reader = try party.seat(sloths)
        guard case .message(let snapshot) = reader.next(waitMs: 5_000) else {
            throw .tookTooLong("a snapshot")
        }
        let asks = askedBytes / snapshot.utf8.count
        var open: [(sloth: RawWebSocket, waits: Bool)] = []
        for index in 0..<sloths {
            let sloth = try party.seat(index, receiveBytes: RawSocket.fewBytes)
            open.append((sloth, index.isMultiple(of: 2)))
        }
        var pace = Pace(perSecond: 15, seconds: slothSeconds)
        while !open.isEmpty, let number = pace.next() {
            open.removeAll { sloth, waits in
                // A pong costs nothing, and tells whether the connection is still there.
                let isWaiting = waits && number > asks
                let words = isWaiting ? RawWebSocket.frame(.pong) : RawWebSocket.askForSnapshot
                return sloth.socket.trySend(words[...]) == nil
            }
            if number.isMultiple(of: 2) { host.changesGame(number / 2) }
            // One who reads hears of every change, whatever the others do.
            reader.drain()
        }
        site.tally.blow(pace.blows * sloths)
        site.tally.refusal(sloths - open.count)
        if !open.isEmpty { site.tally.breach("\(open.count) who never read are not cut off") }
        host.socket.close()
        try reader.isServedStill()
    }

    private static let pipes = 20
    private static let littleBytes = 1_000

    /// Some send as much as they can at once, others little by little.
    static let pipelining = Attack(
        "pipelining",
        "requests by the thousand whose answers nobody takes",
        counted: .cuts("stalled", "input_not_taken")
    ) { (site) throws(ClientFailure) in
        let request = "GET /v1/sessions/0 HTTP/1.1\r\nHost: x\r\n\r\n"
        let requests = Array(String(repeating: request, count: 500).utf8)
        let sockets = try site.connect(count: pipes, receiveBytes: RawSocket.fewBytes)
        // Until it takes no more, as nothing is taken of it; that is not to be for ever.
        var rests = sockets.map { _ in requests[...] }
        var open = Set(sockets.indices)
        var pace = Pace(perSecond: 100, seconds: 40)
        while !open.isEmpty, pace.next() != nil {
            for index in open {
                let most = index.isMultiple(of: 2) ? requests.count : littleBytes
                guard let count = sockets[index].trySend(rests[index].prefix(most)) else {
                    open.remove(index)
                    continue
                }
                site.tally.blow(count / 40)
                rests[index] = rests[index].dropFirst(count)
                if rests[index].isEmpty { rests[index] = requests[...] }
            }
        }
        site.tally.refusal(pipes - open.count)
        if !open.isEmpty { site.tally.breach("\(open.count) who take no answer are not cut off") }
    }
}
