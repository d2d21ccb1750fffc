import GatewayClientTransport
import Synchronization

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
