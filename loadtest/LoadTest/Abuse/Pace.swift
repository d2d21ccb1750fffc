import GatewayClientTransport
import Glibc

/// Lets an attack go on blow by blow: so many a second, for so long, with no more of a core than
/// `maxShare`. What is late is left out: no burst makes up for it.
struct Pace {
    /// Of one core: the attacker shares the machine with those it is not aimed at.
    static let maxShare = 0.5

    private let startUs: Int64
    private let startCPUUs: Int64
    private let endUs: Int64
    private let gapUs: Int64
    private var nextUs: Int64
    private(set) var blows = 0

    init(perSecond: Int, seconds: Double) {
        startUs = Ticks.nowUs
        startCPUUs = Self.cpuUs
        endUs = startUs + Int64(seconds * 1_000_000)
        gapUs = 1_000_000 / Int64(perSecond)
        nextUs = startUs
    }

    /// Waits for the next blow's time.
    ///
    /// - Returns: false when time is up.
    mutating func next() -> Bool {
        var nowUs = Ticks.nowUs
        while nowUs < nextUs || share(at: nowUs) > Self.maxShare {
            guard nowUs < endUs else { return false }
            usleep(UInt32(max(1_000, min(nextUs - nowUs, 20_000))))
            nowUs = Ticks.nowUs
        }
        guard nowUs < endUs else { return false }
        nextUs = max(nextUs + gapUs, nowUs - 10_000)
        blows += 1
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
