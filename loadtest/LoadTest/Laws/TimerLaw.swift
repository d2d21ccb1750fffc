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
    }

    /// Something that may end a timer before its time.
    enum Cause: Hashable {
        /// HOST_SKIP, HOST_FORCE_REVEAL, HOST_END_SESSION, HOST_KICK_PLAYER.
        case host
        case brakeAnswer
        /// Everybody who is connected has answered.
        case everybody
    }

    struct Ended: Equatable {
        var breach: String?
        /// Time from the end of a timer until it was acted on, where it ran out.
        var latenessMs: Int64?
    }

    private var timers: [Timer] = []
    private var state = ""
    /// By the moment that they may end; connections have no order between them, so a cause may come
    /// before the moment is seen here.
    private var causes: [String: Set<Cause>] = [:]
    private static let maxCauses = 64

    /// The timer of `moment` may be ended early by `cause`.
    mutating func allow(_ cause: Cause, in moment: String) {
        if causes.count >= Self.maxCauses { causes = [:] }
        causes[moment, default: []].insert(cause)
    }

    func isAllowed(in moment: String) -> Bool { causes[moment] != nil }

    /// The watcher's document has changed.
    ///
    /// - Parameter serverTimeMs: of the message that changed it.
    mutating func saw(_ document: JSONValue, serverTimeMs: Int64) -> [Ended] {
        let newTimers = (document["timers"]?.array ?? []).compactMap(Timer.init)
        let newState = Self.moment(of: document)
        defer {
            timers = newTimers
            state = newState
        }
        guard newState != state else { return [] }
        let causes = self.causes.removeValue(forKey: state) ?? []
        var ended: [Ended] = []
        for timer in timers where !newTimers.contains(where: { $0.id == timer.id }) {
            if serverTimeMs >= timer.endMs, !timer.isPaused {
                ended.append(Ended(latenessMs: serverTimeMs - timer.endMs))
            } else if causes.isEmpty, !isBrake(document) {
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

    /// A pulled brake ends a clue's timer at any time.
    private func isBrake(_ document: JSONValue) -> Bool {
        document["state"]?.string == "PAUSED_FOR_BRAKE"
    }

    /// The stage that the game is at, without anything that changes within it.
    static func moment(of document: JSONValue) -> String {
        var parts = [document["state"]?.string ?? "?"]
        if let index = document["round"]?["index"]?.int { parts.append("round \(index)") }
        if let points = document["clue"]?["levelPoints"]?.int { parts.append("for \(points)") }
        if let index = document["followup"]?["index"]?.int {
            let isLocked = document["followup"]?["locked"]?.bool ?? false
            parts.append("question \(index)\(isLocked ? " locked" : "")")
        }
        return parts.joined(separator: " ")
    }
}
