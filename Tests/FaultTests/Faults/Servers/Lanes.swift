import Glibc
import Synchronization

/// State that the threads of a proxy share, which may outlive it by a moment.
final class Lanes: Sendable {
    private struct State {
        var held: Set<ProxyDirection> = []
        var delayUs: Int64 = 0
        var lossPercent = 0
        var pairs: [SocketPair] = []
        var isOver = false
    }

    /// Between two looks at whether a direction is still held.
    private static let lookUs: UInt32 = 5_000
    /// The price of a lost packet: TCP's shortest retransmission timeout on Linux, doubled with every loss.
    private static let retransmissionUs: Int64 = 200_000
    private static let maxLosses = 3

    private let state = Mutex(State())

    /// The last who has a lane closes every socket: a number that was closed could be another's.
    deinit {
        for pair in state.withLock({ $0.pairs }) {
            close(pair.client)
            close(pair.server)
        }
    }

    func add(_ pair: SocketPair) {
        state.withLock { state in
            state.pairs.append(pair)
            if state.isOver { Self.end(pair) }
        }
    }

    func hold(_ directions: Set<ProxyDirection>) {
        state.withLock { $0.held = directions }
    }

    /// - Parameter lossPercent: of what is read at once.
    func delay(ms: Int, lossPercent: Int) {
        state.withLock { state in
            state.delayUs = Int64(ms) * 1_000
            state.lossPercent = lossPercent
        }
    }

    /// Time that something just read is on its way.
    var travelUs: Int64 {
        let (delayUs, lossPercent) = state.withLock { ($0.delayUs, $0.lossPercent) }
        var losses = 0
        while losses < Self.maxLosses, Int.random(in: 0..<100) < lossPercent { losses += 1 }
        return delayUs + ((1 << Int64(losses)) - 1) * Self.retransmissionUs
    }

    func waitUntilOpen(_ direction: ProxyDirection) {
        while state.withLock({ !$0.isOver && $0.held.contains(direction) }) { usleep(Self.lookUs) }
    }

    func end() {
        state.withLock { state in
            state.isOver = true
            state.pairs.forEach(Self.end)
        }
    }

    private static func end(_ pair: SocketPair) {
        for socket in [pair.client, pair.server] { shutdown(socket, Int32(SHUT_RDWR)) }
    }
}
