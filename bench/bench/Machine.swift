import Foundation

/// The machine that was measured on.
struct Machine {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let model: String
    let memoryGiB = Double(ProcessInfo.processInfo.physicalMemory) / 1_073_741_824
    let kernel: String
    let system: String
    /// The load averages of 1, 5 and 15 minutes when it was asked.
    let load: String

    init() {
        model = Self.value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown CPU"
        kernel = Self.text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .newlines)
        let name = Self.value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
        system = name?.trimmingCharacters(in: ["\""]) ?? "Linux"
        load = Self.text("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
    }

    var description: String {
        let memory = String(format: "%.0f", memoryGiB)
        return "\(cores) cores of \(model), \(memory) GiB, Linux \(kernel), \(system); load \(load)"
    }

    private static func value(of key: String, in file: String, separator: Character) -> String? {
        text(file).split(separator: "\n").first { $0.hasPrefix(key) }?
            .split(separator: separator, maxSplits: 1).last
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func text(_ file: String) -> String {
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }
}
