import FoundationEssentials
import Glibc

/// The gateway as the kernel sees it (proc(5)), and its log.
package struct GatewayProcess: Sendable {
    let pid: Int32
    /// The file of its log; nil: nobody looks.
    let log: String?

    package init(pid: Int32, log: String? = nil) {
        self.pid = pid
        self.log = log
    }

    /// Zombies, which nobody has waited for, are dead.
    var isAlive: Bool {
        guard let state = fields(of: "stat").first else { return false }
        return state != "Z" && state != "X"
    }

    /// Its memory, in KiB.
    package var residentKiB: Int { word(1, of: "Rss:", in: "smaps_rollup") }

    package var descriptorCount: Int {
        guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
        defer { closedir(folder) }
        var count = -2
        while readdir(folder) != nil { count += 1 }
        return count
    }

    /// The most descriptors it may have.
    var maxDescriptors: Int { word(3, of: "Max open files", in: "limits") }

    /// The time that it has used of cores, in seconds.
    var cpuSeconds: Double {
        // utime and stime are the 14th and 15th, and the state is the 3rd.
        let fields = fields(of: "stat")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    var logLines: Int { log.map { Self.bytes(of: $0).count { $0 == UInt8(ascii: "\n") } } ?? 0 }

    /// Those behind the program's name, which may hold anything.
    private func fields(of file: String) -> [Substring] {
        let text = text(file)
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    private func word(_ index: Int, of line: String, in file: String) -> Int {
        let line = text(file).split(separator: "\n").first { $0.hasPrefix(line) }
        let words = line?.split(separator: " ").dropFirst(index)
        return words?.first.flatMap { Int($0) } ?? 0
    }

    private func text(_ file: String) -> String {
        String(decoding: Self.bytes(of: "/proc/\(pid)/\(file)"), as: UTF8.self)
    }

    private static func bytes(of path: String) -> Data {
        (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    }
}
