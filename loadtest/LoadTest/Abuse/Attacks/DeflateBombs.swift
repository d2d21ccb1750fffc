import GatewayClient
import WebSocket

/// Small compressed messages that stand for far more than a message may have, and trains of such that
/// stand for as much as one may have.
final class DeflateBombs: Attack {
    private static let perSecond = 40

    let series = [
        #"gateway_protocol_violations_total{code="1009"}"#,
        #"gateway_errors_sent_total{code="rate_limited"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    /// 2.5 MiB in 16 KiB.
    private let bomb = RawWebSocket.frame(
        .text,
        Zeros.deflated(repeats: 10_000),
        isCompressed: true
    )
    /// 16 KiB each in 104 bytes.
    private let train = (0..<60).flatMap { _ in
        RawWebSocket.frame(.text, Zeros.deflated(repeats: 63), isCompressed: true)
    }

    init(_ site: Site) {
        self.site = site
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            let socket = try site.upgrade(pace.blows % 100, deflates: true)
            let isTrain = pace.blows.isMultiple(of: 2)
            socket.socket.send(isTrain ? train : bomb)
            tally.blow(isTrain ? 60 : 1)
            let code = socket.awaitClose()
            // A client that talks before HELLO is turned away for that first.
            if isTrain {
                if code != 4401, code != 4429 { tally.breach("a train of bombs: \(code ?? 0)") }
            } else {
                tally.closed(code, wanted: 1009)
            }
            socket.socket.close()
        }
    }
}
