import GatewayClientTransport
import Glibc
import Synchronization

/// Standard output, a line at a time and unbuffered: on a pipe too, lines appear as they are said.
package enum Console {
    package static func say(_ line: String) { write(line, to: STDOUT_FILENO) }

    fileprivate static func write(_ line: String, to descriptor: Int32) {
        Array((line + "\n").utf8).withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[at...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                guard count > 0 else { return }
                at += count
            }
        }
    }
}

/// Tells every few seconds how far a run is, beside what it says.
struct Progress {
    private static let pauseUs: Int64 = 5_000_000

    private var lastUs = Ticks.nowUs

    mutating func show(_ line: @autoclosure () -> String) {
        guard Ticks.nowUs - lastUs >= Self.pauseUs else { return }
        lastUs = Ticks.nowUs
        Console.write(line(), to: STDERR_FILENO)
    }
}

/// Text for a terminal, padded by hand: a load generator needs no Foundation.
enum Line {
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// "12.3" for one decimal.
    static func decimal(_ value: Double, _ decimals: Int = 1) -> String {
        let scale = pow(10, Double(decimals))
        let scaled = Int64((abs(value) * scale).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % Int64(scale))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
    }

    /// Microseconds in the unit that suits them.
    static func time(_ us: Int64) -> String {
        switch us {
        case ..<1_000: "\(us) µs"
        case ..<1_000_000: "\(decimal(Double(us) / 1_000, us < 10_000 ? 2 : 1)) ms"
        case _: "\(decimal(Double(us) / 1_000_000, 2)) s"
        }
    }

    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<10_000: "\(count) B"
        case ..<10_000_000: "\(decimal(Double(count) / 1_024)) KiB"
        case _: "\(decimal(Double(count) / 1_048_576)) MiB"
        }
    }

    static func clock(_ ms: Int64) -> String {
        let tenths = ms / 100
        return right("\(tenths / 600)", 2) + ":" + (tenths / 10 % 60 < 10 ? "0" : "")
            + "\(tenths / 10 % 60).\(tenths % 10)"
    }
}

/// Deeds and messages in their order; printed when something went wrong.
package final class Story: Sendable {
    /// Older lines are forgotten.
    static let maxLines = 20_000

    private let startUs = Ticks.nowUs
    private let lines = Mutex<[String]>([])

    package init() {}

    package func tell(_ line: String) {
        let ms = (Ticks.nowUs - startUs) / 1_000
        lines.withLock { lines in
            if lines.count >= Self.maxLines { lines.removeFirst(Self.maxLines / 4) }
            lines.append("[\(Line.clock(ms))] \(line)")
        }
    }

    package var all: [String] { lines.withLock { $0 } }
}
