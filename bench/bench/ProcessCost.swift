import Foundation
import Glibc

/// Time and memory that a running process has used.
enum ProcessCost {
    /// User and system time of all its threads, in nanoseconds (clock_getcpuclockid(3)).
    static func cpuNs(of process: pid_t) -> Int64 {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return 0
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Bytes of memory that are its own. Not what it only reads from files, such as its program: whether
    /// that counts as private hangs on who else runs (proc_pid_smaps(5)).
    static func memoryBytes(of process: pid_t) -> Int64 {
        let path = "/proc/\(process)/smaps_rollup"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let kilobytes = text.split(separator: "\n")
            .filter { $0.hasPrefix("Private_Dirty:") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int64($0) } }
        return kilobytes.reduce(0, +) * 1024
    }

    /// Gives this process' free memory back to the kernel (malloc_trim(3)), which no Swift module declares.
    static func giveBack() {
        typealias Trim = @convention(c) (Int) -> Int32
        guard let trim = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(trim, to: Trim.self)(0)
    }

    /// Begins the peak of this process anew (proc_pid_clear_refs(5)).
    static func forgetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// The most memory that this process has had at one time since its peak was forgotten (proc_pid_status(5)).
    static var peakBytes: Int64 {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) }
        return (kilobytes ?? 0) * 1024
    }
}
