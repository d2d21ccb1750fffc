import GatewayClient

/// Requests by the thousand on one connection, whose answers nobody takes: some send as much as they can
/// at once, others little by little.
final class Pipelining: Attack {
    private static let connections = 20
    private static let patienceSeconds = 40.0
    private static let littleBytes = 1_000

    let series = [
        #"gateway_connections_cut_total{reason="stalled"}"#,
        #"gateway_connections_cut_total{reason="input_not_taken"}"#,
    ]
    private(set) var tally = Tally()
    private let site: Site
    private let requests: [UInt8]
    private var sockets: [RawSocket] = []

    init(_ site: Site) {
        self.site = site
        let one = Array("GET /v1/sessions/0 HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        requests = (0..<500).flatMap { _ in one }
    }

    func strike() throws(ClientFailure) {
        for index in 0..<Self.connections {
            sockets.append(try site.connect(index, receiveBytes: 2_048))
        }
        // Until it takes no more, as nothing is taken of it; that is not to be for ever.
        var rests = sockets.map { _ in requests[...] }
        var open = Set(sockets.indices)
        var pace = Pace(perSecond: 100, seconds: Self.patienceSeconds)
        while pace.next(), !open.isEmpty {
            for index in open {
                let most = index.isMultiple(of: 2) ? requests.count : Self.littleBytes
                guard let count = sockets[index].trySend(rests[index].prefix(most)) else {
                    open.remove(index)
                    continue
                }
                tally.blow(count / 40)
                rests[index] = rests[index].dropFirst(count)
                if rests[index].isEmpty { rests[index] = requests[...] }
            }
        }
        tally.refusal(Self.connections - open.count)
        if !open.isEmpty { tally.breach("\(open.count) who take no answer are not cut off") }
    }

    func settle() throws(ClientFailure) {
        sockets = []
    }
}
