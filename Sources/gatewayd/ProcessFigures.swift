import Glibc

/// Figures of the process, by the names of Prometheus' own client libraries, read anew each time
/// from proc(5).
struct ProcessFigures: Sendable {
    private let startedAt = Self.seconds(of: CLOCK_REALTIME)

    /// As lines of Prometheus' exposition format.
    var text: String {
        var text = ""
        func write(_ name: String, _ type: String, _ help: String, _ value: Double) {
            text += "# HELP process_\(name) \(help)\n# TYPE process_\(name) \(type)\n"
            text += "process_\(name) \(value)\n"
        }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let spent = Self.seconds(of: CLOCK_PROCESS_CPUTIME_ID)
        write("cpu_seconds_total", "counter", "CPU time used.", spent)
        write("max_fds", "gauge", "Limit of open descriptors.", Double(limit.rlim_cur))
        if let count = Self.descriptorCount() {
            write("open_fds", "gauge", "Open descriptors.", Double(count))
        }
        if let bytes = Self.residentBytes() {
            write("resident_memory_bytes", "gauge", "Resident memory.", Double(bytes))
        }
        write("start_time_seconds", "gauge", "Start time of the process, since 1970.", startedAt)
        return text
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func descriptorCount() -> Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without ., .. and the descriptor of this look.
        return count - 3
    }

    /// The second word of /proc/self/statm, in pages.
    private static func residentBytes() -> Int? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let words = line.prefix { $0 != 0 }.split(separator: CChar(UInt8(ascii: " ")))
        guard words.count > 1,
            let pages = Int(String(decoding: words[1].map(UInt8.init), as: UTF8.self))
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
