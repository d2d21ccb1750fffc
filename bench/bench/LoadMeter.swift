import Foundation
import Glibc
import Transport

/// Load of the machine, and the part of it that is processes of ours.
///
/// Belongs to whoever looks, until that one has stopped.
final class LoadMeter: @unchecked Sendable {
    private struct Look {
        var atNs: Int64
        var ownNs: Int64
        /// Since the start of the machine, in clock ticks of all cores.
        var busy: Int64
        var total: Int64
    }

    /// Looks cost something themselves.
    private static let pauseNs: Int64 = 100_000_000

    private let processes: [pid_t]
    private var looks: [Look] = []

    init(_ processes: [pid_t]) {
        self.processes = processes + [getpid()]
    }

    func look() {
        let nowNs = EventLoop.monotonicNs
        guard looks.last.map({ nowNs - $0.atNs >= Self.pauseNs }) ?? true else { return }
        let (busy, total) = Self.machine()
        let ownNs = processes.map(ProcessCost.cpuNs).reduce(0, +)
        looks.append(Look(atNs: nowNs, ownNs: ownNs, busy: busy, total: total))
    }

    /// Shares of all cores.
    func load(in span: ClosedRange<Int64>) -> (own: Double, all: Double) {
        let inside = looks.filter { span.contains($0.atNs) }
        guard let first = inside.first, let last = inside.last, last.atNs > first.atNs else {
            return (0, 0)
        }
        let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
        return (
            own: Double(last.ownNs - first.ownNs) / Double(last.atNs - first.atNs) / cores,
            all: Double(last.busy - first.busy) / Double(max(1, last.total - first.total))
        )
    }

    /// The first line of /proc/stat (proc(5)): user, nice, system, idle, iowait, irq, softirq, steal.
    private static func machine() -> (busy: Int64, total: Int64) {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let ticks = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().prefix(8)
            .compactMap { Int64($0) }
        guard ticks.count == 8 else { return (0, 0) }
        let total = ticks.reduce(0, +)
        return (total - ticks[3] - ticks[4], total)
    }
}
