import GatewayClient
import WebSocket

/// Heads and messages that are larger than any may be.
final class Oversized: Attack {
    enum Part { case head, message }

    private static let perSecond = 60

    let series: [String]
    private(set) var tally = Tally()
    private let site: Site
    private let part: Part

    init(_ site: Site, _ part: Part) {
        self.site = site
        self.part = part
        series =
            switch part {
            case .head: [#"gateway_http_requests_refused_total{status="431"}"#]
            case .message: [#"gateway_protocol_violations_total{code="1009"}"#]
            }
    }

    func strike() throws(ClientFailure) {
        var pace = site.pace(perSecond: Self.perSecond)
        while pace.next() {
            switch part {
            case .head: try sendHead(pace.blows)
            case .message: try sendMessage(pace.blows)
            }
        }
        tally.blow(pace.blows)
    }

    private func sendHead(_ number: Int) throws(ClientFailure) {
        let socket = try site.connect(number)
        defer { socket.close() }
        // Too many fields, and one that is too long.
        let fields =
            number.isMultiple(of: 2)
            ? (0..<200).map { "X-\($0): y\r\n" }.joined()
            : "X: \(String(repeating: "y", count: 9_000))\r\n"
        socket.send(Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8))
        guard let answer = socket.receiveUntilEnd(waitMs: 5_000) else {
            return tally.breach("an oversized head is waited for still")
        }
        let status = String(decoding: answer.prefix(12), as: UTF8.self).dropFirst(9)
        tally.answered(Int(status) ?? 0, wanted: [431])
    }

    private func sendMessage(_ number: Int) throws(ClientFailure) {
        let socket = try site.upgrade(number)
        defer { socket.socket.close() }
        // A byte too much, and as much as a length can say: of neither is the payload sent.
        let header: [UInt8] =
            number.isMultiple(of: 2)
            ? [0x81, 0xFE, 0x40, 0x01] : [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7)
        socket.socket.send(header + [1, 2, 3, 4])
        tally.closed(socket.awaitClose(), wanted: 1009)
    }
}
