import Dispatch
import GatewayClient
import GatewayClientTransport
import Glibc
import Transport

/// A bare TCP sink and someone who writes to it: what attackers cost the machine that they share with
/// the witness, without a gateway that they are aimed at.
enum Control {
    private static let piece = [UInt8](repeating: 0, count: 128)

    /// Writes to a sink for a while, with that share of a core.
    static func load(share: Double, seconds: Double) throws(ClientFailure) {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listening) }
        guard SocketAddress("127.0.0.1:0")?.bind(listening) == 0, listen(listening, 1) == 0,
            let target = try? Target(url: "http://\(SystemSocket.address(of: listening))")
        else { throw .unexpected("no sink: errno \(errno)") }
        let isDrained = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            let accepted = accept(listening, nil, nil)
            var bytes = [UInt8](repeating: 0, count: 64 * 1024)
            while recv(accepted, &bytes, bytes.count, 0) > 0 {}
            close(accepted)
            isDrained.signal()
        }
        let writer = try RawSocket(to: target, from: "127.0.0.1")
        for _ in Pace(perSecond: 1_000_000, seconds: seconds, share: share) { writer.send(piece) }
        writer.close()
        isDrained.wait()
    }

}

/// Lets an attack go on blow by blow: so many a second, for so long, with no more than a share of a core.
/// What is late is left out: no burst makes up for it.
struct Pace: Sequence, IteratorProtocol {
    private let startUs: Int64
    private let startCPUUs: Int64
    private let endUs: Int64
    private let gapUs: Int64
    private let maxShare: Double
    private var nextUs: Int64
    private(set) var blows = 0

    /// - Parameter share: of one core, as the attacker shares the machine with those it is not aimed at.
    init(perSecond: Int, seconds: Double, share: Double = 0.5) {
        maxShare = share
        startUs = Ticks.nowUs
        startCPUUs = Self.cpuUs
        endUs = startUs + Int64(seconds * 1_000_000)
        gapUs = 1_000_000 / Int64(perSecond)
        nextUs = startUs
    }

    /// Waits for the next blow's time.
    ///
    /// - Returns: the blow's number, from 1; nil when time is up.
    mutating func next() -> Int? {
        var nowUs = Ticks.nowUs
        while nowUs < nextUs || share(at: nowUs) > maxShare {
            guard nowUs < endUs else { return nil }
            usleep(UInt32(Swift.max(1_000, Swift.min(nextUs - nowUs, 20_000))))
            nowUs = Ticks.nowUs
        }
        guard nowUs < endUs else { return nil }
        nextUs = Swift.max(nextUs + gapUs, nowUs - 10_000)
        blows += 1
        return blows
    }

    /// - Returns: whether it came to be in time.
    static func wait(seconds: Double, until isSo: () -> Bool) -> Bool {
        let endUs = Ticks.nowUs + Int64(seconds * 1_000_000)
        while !isSo() {
            guard Ticks.nowUs < endUs else { return false }
            usleep(20_000)
        }
        return true
    }

    private func share(at nowUs: Int64) -> Double {
        guard nowUs - startUs > 20_000 else { return 0 }
        return Double(Self.cpuUs - startCPUUs) / Double(nowUs - startUs)
    }

    /// The time of a core that this thread has used, in microseconds.
    static var cpuUs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
