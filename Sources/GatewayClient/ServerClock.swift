import Protocol

/// The server's clock as a client reckons it: the offset of its shortest round trip (protocol §3.1).
public struct ServerClock {
    /// TIME_PINGs under way: their `t0`, and the time by the transport's clock.
    private var pings: [(t0: Int64, atUs: Int64)] = []
    private var shortestUs = Int64.max
    /// The server's milliseconds minus the transport's; nil before the first answer.
    public private(set) var offsetMs: Double?

    public init() {}

    public var open: Int { pings.count }

    mutating func sent(t0: Int64, atUs: Int64) {
        pings.append((t0, atUs))
    }

    /// - Returns: the round trip in microseconds; nil when nothing of the kind was asked.
    mutating func answered(_ payload: JSONValue, atUs: Int64) -> Int64? {
        guard let t0 = payload["t0"]?.int, let t1 = payload["t1"]?.int,
            let t2 = payload["t2"]?.int,
            let index = pings.firstIndex(where: { $0.t0 == t0 })
        else { return nil }
        let sentUs = pings.remove(at: index).atUs
        let roundTripUs = atUs - sentUs
        guard roundTripUs < shortestUs else { return roundTripUs }
        shortestUs = roundTripUs
        offsetMs = (Double(t1) + Double(t2)) / 2 - Double(sentUs + atUs) / 2_000
        return roundTripUs
    }

    /// The time since the server said that it was `serverTimeMs`; nil before the clocks are compared.
    public func sinceUs(_ serverTimeMs: Int64, nowUs: Int64) -> Int64? {
        guard let offsetMs else { return nil }
        return nowUs - Int64((Double(serverTimeMs) - offsetMs) * 1_000)
    }

    mutating func forgetOpen() { pings = [] }
}

/// The wait before each attempt to come back: as the gateway asked, or ever longer.
public struct Backoff: Sendable {
    public static let rangeMs: ClosedRange<Int64> = 100...3_000
    /// Doublings after which the wait is the longest in any case.
    private static let maxDoublings = 5

    /// Attempts since the last success.
    public private(set) var attempts = 0

    /// The longest wait that a gateway may ask for.
    static let maxAskedMs: Int64 = 60_000

    public init() {}

    /// - Parameters:
    ///   - askedMs: the wait that the gateway asked for.
    ///   - share: from 0 to 1, drawn at random, so that many clients do not come back at once.
    public mutating func waitMs(askedMs: Int64?, share: Double) -> Int64 {
        defer { attempts += 1 }
        if let askedMs { return min(max(0, askedMs), Self.maxAskedMs) }
        let doublings = min(attempts, Self.maxDoublings)
        let waitMs = min(Self.rangeMs.lowerBound << Int64(doublings), Self.rangeMs.upperBound)
        return waitMs + Int64(Double(waitMs / 2) * share)
    }

    public mutating func succeeded() { attempts = 0 }
}
