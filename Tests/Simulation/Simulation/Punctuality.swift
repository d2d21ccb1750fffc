import GameState
import Protocol
import Timers

/// Law 16: a timer that has run out is committed soon after, through clock jumps and rests, where a
/// gateway that knows the session stands, hears and reaches the store.
final class Punctuality<G: SimulatedGame> {
    /// Openings, refusals of the store and lost answers take their time.
    private let maxLateMs: Int64 = 15_000
    private let lookMs: Int64 = 250

    private unowned let evening: Evening<G>
    private var nextLook = ServerTime(ms: 0)
    /// Time since which each gateway could, without a break.
    private var ableSince: [Int: Able] = [:]

    private struct Able {
        var since: ServerTime
        var life: Int
    }

    init(_ evening: Evening<G>) {
        self.evening = evening
    }

    func look() {
        let now = evening.scheduler.now
        guard now >= nextLook else { return }
        // A timer that a jump made late is late at once; from then on the usual time counts.
        if evening.scheduler.hasJumped { ableSince = [:] }
        evening.scheduler.hasJumped = false
        nextLook = now + lookMs
        note(at: now)
        guard let due = evening.truth.game.timers.compactMap(\.deadline).min() else { return }
        for (index, able) in ableSince where now - max(able.since, due) > maxLateMs {
            evening.laws.violate(
                .punctuality,
                "gateway \(index) could, and a timer is \(now - due) ms late"
            )
        }
    }

    private func note(at now: ServerTime) {
        for gateway in evening.gateways {
            guard isAble(gateway, at: now) else {
                ableSince[gateway.index] = nil
                continue
            }
            if ableSince[gateway.index]?.life != gateway.life {
                ableSince[gateway.index] = Able(since: now, life: gateway.life)
            }
        }
    }

    private func isAble(_ gateway: SimulatedGateway<G>, at now: ServerTime) -> Bool {
        let truth = evening.truth
        guard !truth.isRemoved, truth.storedVersion == truth.latest.version,
            truth.settledAt <= now
        else { return false }
        return !gateway.isAsleep && !gateway.link.isAway
            && (gateway.room != nil || gateway.isResting)
    }
}
