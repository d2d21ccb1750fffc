import GatewayClientTransport
import Glibc

/// Tells how far a run is: one line that changes on a terminal, a line every few seconds elsewhere.
struct Progress {
    static let pauseUs: Int64 = 5_000_000
    static let terminalPauseUs: Int64 = 200_000

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var lastUs: Int64 = 0
    private var isShown = false

    mutating func show(_ line: @autoclosure () -> String) {
        let nowUs = Ticks.nowUs
        guard nowUs - lastUs >= (isTerminal ? Self.terminalPauseUs : Self.pauseUs) else { return }
        lastUs = nowUs
        Console.write(
            isTerminal ? "\r\u{1B}[K\(line())" : "\(line())\n",
            to: STDERR_FILENO
        )
        isShown = true
    }

    mutating func clear() {
        guard isTerminal, isShown else { return }
        Console.write("\r\u{1B}[K", to: STDERR_FILENO)
        isShown = false
    }
}
