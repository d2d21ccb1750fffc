import GatewayClient
import GatewayClientTransport
import Protocol

/// Law 6 for one watcher: no stage ends before its timer, unless somebody was allowed to end it.
///
/// Watches the documents of one connection: a running timer that is gone in the next document although
/// its time was not up needs a cause.
struct TimerLaw {
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

    struct Ended: Equatable {
        var breach: String?
        /// Time from the end of a timer until it was acted on, where it ran out.
        var latenessMs: Int64?
    }

    private let game: any PlayedGame.Type
    private var timers: [Timer] = []
    private var state = ""
    /// Moments that somebody may have ended; connections have no order between them, so a cause may come
    /// before the moment is seen here.
    private var ended: Set<String> = []
    private static let maxEnded = 64

    init(_ game: any PlayedGame.Type) {
        self.game = game
    }

    /// The timer of `moment` may be ended early.
    mutating func allow(in moment: String) {
        if ended.count >= Self.maxEnded { ended = [] }
        ended.insert(moment)
    }

    func isAllowed(in moment: String) -> Bool { ended.contains(moment) }

    /// The watcher's document has changed. Some stages begin at any time.
    ///
    /// - Parameter serverTimeMs: of the message that changed it.
    mutating func saw(_ document: JSONValue, serverTimeMs: Int64) -> [Ended] {
        let newTimers = Timer.all(in: document)
        let newState = game.moment(of: document)
        defer {
            timers = newTimers
            state = newState
        }
        guard newState != state else { return [] }
        let mayEnd = self.ended.remove(state) != nil || game.interrupts(document)
        var ended: [Ended] = []
        for timer in timers where !newTimers.contains(where: { $0.id == timer.id }) {
            if serverTimeMs >= timer.endMs, !timer.isPaused {
                ended.append(Ended(latenessMs: serverTimeMs - timer.endMs))
            } else if !mayEnd {
                let early =
                    timer.isPaused
                    ? "while it was paused" : "\(timer.endMs - serverTimeMs) ms before its end"
                ended.append(
                    Ended(breach: "\(timer.phase) was over \(early): \(state) → \(newState)")
                )
            } else {
                ended.append(Ended())
            }
        }
        return ended
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

/// Law 6, by the server's clock and by ours: watches host and TV, whose documents show every timer.
struct TimersLaw: LawCheck {
    /// A client that is away for longer may be counted as gone; the gateway waits 2 s.
    static let graceUs: Int64 = 1_500_000
    /// For so long after a long absence the others may not have been waited for.
    static let afterUs: Int64 = 30_000_000

    /// Connections break, so that a watcher may miss a stage, and players may be counted as gone.
    let isDisturbed: Bool
    private var timers: [Int: TimerLaw] = [:]
    private var dues = DueLaw()
    /// The last document of each watcher.
    private var shown: [Int: JSONValue] = [:]
    /// By client; and the time when somebody came back last who was away for long.
    private var awaySinceUs: [Int: Int64] = [:]
    private var longAbsenceUs: Int64 = .min / 2

    init(isDisturbed: Bool = false, lagMs: Int64 = 0) {
        self.isDisturbed = isDisturbed
        dues.lagUs = lagMs * 1_000
    }

    var law: Law { .timer }

    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {
        guard case .mayEnd(let moment) = saying else { return }
        for watcher in timers.keys { timers[watcher]?.allow(in: moment) }
    }

    mutating func dropped(_ client: Client, _ referee: Referee) {
        awaySinceUs[client.id] = Ticks.nowUs
    }

    mutating func took(_ heard: Heard, _ referee: Referee) {
        returned(heard)
        let client = heard.client
        guard heard.changesDocument, client.seat.role != .player else { return }
        let (document, nowUs) = (client.document, Ticks.nowUs)
        let serverTimeMs = heard.message.serverTimeMs ?? 0
        let running = TimerLaw.Timer.all(in: document)
        if let before = shown.updateValue(document, forKey: client.id) {
            let game = referee.game
            let moment = game.moment(of: before)
            let end = StageEnd(
                before: before,
                after: document,
                record: referee.record,
                isDisturbed: isDisturbed,
                hasLongAbsence: hasLongAbsence
            )
            if game.mayEndEarly(end) { timers[client.id]?.allow(in: moment) }
            let mayEnd = timers[client.id]?.isAllowed(in: moment) ?? false
            if !mayEnd, moment != game.moment(of: document), !game.interrupts(document) {
                for timer in TimerLaw.Timer.all(in: before)
                where !running.contains(where: { $0.id == timer.id }) {
                    referee.check(.timer, by: client.label, dues.ranOut(timer, nowUs: nowUs))
                }
            }
        }
        for ended in timers[client.id, default: TimerLaw(referee.game)]
            .saw(document, serverTimeMs: serverTimeMs)
        {
            referee.check(.timer, by: client.label, ended.breach)
            // A watcher that is told late of it is told the same start of what follows.
            if let latenessMs = ended.latenessMs {
                let startMs = running.map(\.startMs).min() ?? serverTimeMs
                referee.timerLateness.record(latenessMs - max(0, serverTimeMs - startMs))
            }
        }
        for timer in running { dues.saw(timer, serverTimeMs: serverTimeMs, nowUs: nowUs) }
    }

    /// Its document is current again: by a snapshot, or by patches after a resume.
    private mutating func returned(_ heard: Heard) {
        guard !awaySinceUs.isEmpty, let sinceUs = awaySinceUs[heard.client.id],
            heard.type == .stateSnapshot
                || (heard.type == .welcome && heard.message.decoded()["resumed"]?.bool == true)
        else { return }
        awaySinceUs[heard.client.id] = nil
        if Ticks.nowUs - sinceUs > Self.graceUs { longAbsenceUs = Ticks.nowUs }
    }

    /// True where somebody was away for so long, and so lately, that the others may not have been
    /// waited for.
    private var hasLongAbsence: Bool {
        Ticks.nowUs - longAbsenceUs < Self.afterUs
            || awaySinceUs.values.contains { Ticks.nowUs - $0 > Self.graceUs }
    }
}
