import Foundation

/// One line of the table: medians, their spread, and the ratio that is judged.
struct Row: CustomStringConvertible {
    var name: String
    var unit: String
    var floor: [Double]
    var gateway: [Double]
    /// What stands where there is no floor: the budget.
    var budget: Double?

    static let header =
        "work".padded(50) + "unit".padded(10) + "floor".padded(22) + "gateway".padded(22) + "ratio"

    var description: String {
        let mine = Self.median(gateway)
        let start = name.padded(50) + unit.padded(10)
        guard !floor.isEmpty else {
            let against = budget.map { "budget \(Self.text($0))" } ?? "–"
            let ratio = budget.map { Self.text(mine / $0) } ?? "–"
            return start + against.padded(22) + Self.spread(gateway).padded(22) + ratio
        }
        return start + Self.spread(floor).padded(22) + Self.spread(gateway).padded(22)
            + Self.text(mine / Self.median(floor))
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1
            ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    private static func spread(_ values: [Double]) -> String {
        let low = values.min() ?? 0
        let high = values.max() ?? 0
        return "\(text(median(values))) (\(text(low))–\(text(high)))"
    }

    private static func text(_ value: Double) -> String {
        value >= 100 ? String(format: "%.0f", value) : String(format: "%.2f", value)
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}

/// One line that is written over, where somebody watches.
enum Progress {
    static func show(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    static func clear() {
        show("")
    }
}

enum Machine {
    /// What was measured on.
    static var description: String {
        let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model =
            info.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "?"
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return
            "# \(cores) cores, \(model); load \(load.split(separator: " ").prefix(3).joined(separator: " "))"
    }
}
