import Deflate
import GatewayClient
import WebSocket

/// Things that are larger than any may be, or become it.
enum Large {
    private static let largePerSecond = 60

    /// Too many fields, and one that is too long.
    static let largeHeads = Attack(
        "large-heads",
        "heads that are too large",
        counted: [#"gateway_http_requests_refused_total{status="431"}"#]
    ) { (site) throws(ClientFailure) in
        let many = (0..<200).map { "X-\($0): y\r\n" }.joined()
        let long = "X: \(String(repeating: "y", count: 9_000))\r\n"
        for blow in site.blows(perSecond: largePerSecond) {
            let socket = try site.connect(blow)
            let fields = blow.isMultiple(of: 2) ? many : long
            socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8))
            if let answer = socket.receiveUntilEnd(waitMs: 5_000) {
                site.tally.answered(RawSocket.status(of: answer) ?? 0, wanted: 431)
            } else {
                site.tally.breach("an oversized head is waited for still")
            }
        }
    }

    /// A byte too much, and as much as a length can say: of neither is the payload sent.
    static let largeMessages = Attack(
        "large-messages",
        "messages that are too large",
        counted: .violations(1009)
    ) { (site) throws(ClientFailure) in
        let most = [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7)
        for blow in site.blows(perSecond: largePerSecond) {
            let socket = try site.upgrade(blow)
            let header = blow.isMultiple(of: 2) ? [0x81, 0xFE, 0x40, 0x01] : most
            socket.socket.send(header + [1, 2, 3, 4])
            site.awaitClose(of: socket, wanted: 1009)
        }
    }

    private static let bomb = zeros(2_500_000)
    private static let trainLength = 60
    private static let train = (0..<trainLength).flatMap { _ in zeros(16_000) }

    /// Each stands for more than a message may have, and trains of such that stand for as much as one may
    /// have.
    static let deflateBombs = Attack(
        "deflate-bombs",
        "small messages that inflate to far too much",
        counted: .violations(1009) + .errors("rate_limited")
    ) { (site) throws(ClientFailure) in
        for blow in site.pace(perSecond: 40) {
            let socket = try site.upgrade(blow % 100, deflates: true)
            let isTrain = blow.isMultiple(of: 2)
            socket.socket.send(isTrain ? train : bomb)
            site.tally.blow(isTrain ? trainLength : 1)
            guard isTrain else {
                site.awaitClose(of: socket, wanted: 1009)
                continue
            }
            // A client that talks before HELLO is turned away for that first.
            let code = socket.awaitClose()
            if code != 4401, code != 4429 { site.tally.breach("a train of bombs: \(code ?? 0)") }
            socket.socket.close()
        }
    }

    /// A message of so many, compressed to a hundredth and less.
    private static func zeros(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        [UInt8](repeating: 0, count: count).withUnsafeBytes {
            Deflater().append($0, windowBits: 15, to: &bytes)
        }
        return RawWebSocket.frame(.text, bytes, isCompressed: true)
    }
}
