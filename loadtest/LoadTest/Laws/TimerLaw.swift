import GatewayClient
import GatewayClientTransport
import Protocol

/// Law 6: no stage ends before its timer, unless somebody was allowed to end it.
///
/// Watches the documents of host and TV, which show every timer: a running one that is gone in the next
/// document although its time was not up, by the server's clock or by ours, needs a cause.
struct TimerLaw: LawCheck {
    struct Timer: Equatable {
        let id: String
        let phase: String
        let startMs: Int64
        let endMs: Int64
        let isPaused: Bool

        init?(_ json: JSONValue) {
            guard let id = json["timerId"]?.string, let startMs = json["startAtServerMs"]?.int,
                let durationMs = json["durationMs"]?.int
            else { return nil }
            self.id = id
            phase = json["phase"]?.string ?? "?"
            self.startMs = startMs
            endMs = startMs + durationMs
            isPaused = json["paused"]?.bool ?? false
        }

        static func all(in document: JSONValue) -> [Timer] {
            (document["timers"]?.array ?? []).compactMap(Timer.init)
        }
    }

    private struct Watcher {
        static let maxEnded = 64

        /// The last one; null before the first.
        var document: JSONValue = .null
        /// Moments that somebody may have ended; connections have no order between them, so a cause may
        /// come before the moment is seen here.
        var ended: Set<String> = []

        mutating func allow(in moment: String) {
            if ended.count >= Self.maxEnded { ended = [] }
            ended.insert(moment)
        }
    }

    /// Connections break, so that a watcher may miss a stage, and players may be counted as gone.
    let isDisturbed: Bool
    private var watchers: [Int: Watcher] = [:]
    private var dues = DueLaw()

    init(isDisturbed: Bool = false, lagMs: Int64 = 0) {
        self.isDisturbed = isDisturbed
        dues.lagUs = lagMs * 1_000
    }

    var law: Law { .timer }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .mayEnd(let moment) = saying else { return }
        for watcher in watchers.keys { watchers[watcher]?.allow(in: moment) }
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        let (client, game) = (heard.client, referee.game)
        guard heard.changesDocument, client.seat.role != .player else { return }
        var watcher = watchers[client.id] ?? Watcher()
        let end = StageEnd(
            before: watcher.document,
            after: client.document,
            referee: referee,
            isDisturbed: isDisturbed
        )
        let (moment, next) = (game.moment(of: end.before), game.moment(of: end.after))
        if game.mayEndEarly(end) { watcher.allow(in: moment) }
        let isAllowed = watcher.ended.contains(moment) || game.interrupts(end.after)
        watcher.document = end.after
        if moment != next { watcher.ended.remove(moment) }
        watchers[client.id] = watcher
        let (running, nowUs) = (Timer.all(in: end.after), Ticks.nowUs)
        let serverTimeMs = heard.message.serverTimeMs ?? 0
        for timer in Timer.all(in: end.before)
        where moment != next && !running.contains(where: { $0.id == timer.id }) {
            let hasRunOut = serverTimeMs >= timer.endMs && !timer.isPaused
            let early =
                timer.isPaused
                ? "while it was paused" : "\(timer.endMs - serverTimeMs) ms before its end"
            let breach = "\(timer.phase) was over \(early): \(moment) → \(next)"
            referee.check(.timer, by: client.label, hasRunOut || isAllowed ? nil : breach)
            if !isAllowed {
                referee.check(.timer, by: client.label, dues.ranOut(timer, nowUs: nowUs))
            }
            // A watcher that is told late of it is told the same start of what follows.
            if hasRunOut {
                let startMs = running.map(\.startMs).min() ?? serverTimeMs
                referee.timerLateness.record((min(serverTimeMs, startMs) - timer.endMs) * 1_000)
            }
        }
        for timer in running { dues.saw(timer, serverTimeMs: serverTimeMs, nowUs: nowUs) }
    }
}

/// Law 6 by our own clock: whatever the server's clock says, a timer takes the time it was given.
struct DueLaw {
    /// Difference between deliveries on a busy machine; timers not much longer say nothing.
    static let toleranceUs: Int64 = 1_000_000
    static let maxTimers = 1_024

    /// Microseconds that a message may be late by beyond that.
    var lagUs: Int64 = 0
    private var dueUs: [String: Int64] = [:]

    /// A document shows a timer that runs.
    ///
    /// - Parameter serverTimeMs: of the message that brought the document.
    mutating func saw(_ timer: TimerLaw.Timer, serverTimeMs: Int64, nowUs: Int64) {
        guard !timer.isPaused else { return }
        if dueUs.count >= Self.maxTimers { dueUs = [:] }
        let due = nowUs + (timer.endMs - serverTimeMs) * 1_000
        dueUs[timer.id] = min(due, dueUs[timer.id] ?? .max)
    }

    /// It is gone, and nobody has ended it.
    func ranOut(_ timer: TimerLaw.Timer, nowUs: Int64) -> String? {
        guard let due = dueUs[timer.id], nowUs < due - Self.toleranceUs - lagUs else { return nil }
        return "\(timer.phase)'s timer ran out \((due - nowUs) / 1_000) ms early by our clock"
    }
}
