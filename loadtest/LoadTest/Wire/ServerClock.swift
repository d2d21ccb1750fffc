import Protocol

/// The server's clock as a client reckons it: the offset of its shortest round trip (protocol §3.1).
struct ServerClock {
    /// TIME_PINGs under way: what was said as `t0`, and when by `Ticks`.
    private var pings: [(t0: Int64, atUs: Int64)] = []
    private var shortestUs = Int64.max
    /// The server's milliseconds minus `Ticks`' milliseconds; nil before the first answer.
    private(set) var offsetMs: Double?

    var open: Int { pings.count }

    mutating func sent(atMs t0: Int64) {
        pings.append((t0, Ticks.nowUs))
    }

    mutating func answered(_ payload: JSONValue, atUs: Int64, roundTrips: inout Histogram) {
        guard let t0 = payload["t0"]?.int, let t1 = payload["t1"]?.int,
            let t2 = payload["t2"]?.int,
            let index = pings.firstIndex(where: { $0.t0 == t0 })
        else { return }
        let sentUs = pings.remove(at: index).atUs
        let roundTripUs = atUs - sentUs
        roundTrips.record(roundTripUs)
        guard roundTripUs < shortestUs else { return }
        shortestUs = roundTripUs
        offsetMs = Double(t1 + t2) / 2 - Double(sentUs + atUs) / 2_000
    }

    /// How long ago the server said that it was `serverTimeMs`; nil before the clocks are compared.
    func sinceUs(_ serverTimeMs: Int64, nowUs: Int64) -> Int64? {
        guard let offsetMs else { return nil }
        return nowUs - Int64((Double(serverTimeMs) - offsetMs) * 1_000)
    }

    mutating func forgetOpen() { pings = [] }
}
