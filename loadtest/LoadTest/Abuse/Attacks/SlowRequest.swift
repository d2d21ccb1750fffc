import GatewayClient

/// Requests whose bytes come one by one, for ever: of the head, or of a body that was announced.
final class SlowRequest: Attack {
    enum Part { case head, body }

    private static let count = 60
    /// A request must be whole in 5 s, which is looked at once a second.
    private static let patienceMs: Int64 = 10_000

    let series = [#"gateway_http_requests_refused_total{status="408"}"#]
    private(set) var tally = Tally()
    private let site: Site
    private let begun: [UInt8]
    private let trickle: [UInt8]
    private var sockets: [RawSocket] = []

    init(_ site: Site, _ part: Part) {
        self.site = site
        let line = "POST /v1/join HTTP/1.1\r\nHost: x\r\n"
        switch part {
        case .head:
            begun = Array(line.utf8) + Array("X-Long: ".utf8)
            trickle = [UInt8](repeating: UInt8(ascii: "a"), count: 1)
        case .body:
            begun = Array("\(line)Content-Length: 60000\r\n\r\n".utf8)
            trickle = [UInt8](repeating: UInt8(ascii: " "), count: 1)
        }
    }

    func strike() throws(ClientFailure) {
        for index in 0..<Self.count {
            let socket = try site.connect(index)
            socket.send(begun)
            sockets.append(socket)
        }
        var pace = site.pace(perSecond: Self.count)
        while pace.next() { sockets[pace.blows % Self.count].send(trickle) }
        tally.blow(Self.count)
    }

    func settle() throws(ClientFailure) {
        for socket in sockets {
            let answer = socket.receiveUntilEnd(waitMs: Self.patienceMs)
            guard let answer else { tally.breach("a slow request is waited for still"); continue }
            let text = String(decoding: answer.prefix(12), as: UTF8.self)
            // Input that trickled in behind the answer may have cost us its last bytes.
            tally.answered(Int(text.dropFirst(9)) ?? 408, wanted: [408])
        }
        sockets = []
    }
}
