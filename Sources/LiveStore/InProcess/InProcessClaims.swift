import GameState
import Protocol

/// Claims held in one session, and their ends.
struct InProcessClaims: Sendable {
    private struct Held: Sendable {
        var holder: PlayerID
        var until: ServerTime
    }

    private var held: [ClaimID: Held] = [:]

    init() {}

    /// Holds the claims of a state that is put back, and nothing else.
    init(of restoration: Restoration, at now: ServerTime) {
        take(restoration.claims, at: now)
    }

    /// The first claim that a step would take and that somebody holds who does not give it up in that step.
    func inTheWay(
        of change: ClaimChange,
        at now: ServerTime
    ) -> (id: ClaimID, holder: PlayerID)? {
        for claim in change.taken {
            guard let holder = holder(of: claim.id, at: now) else { continue }
            let isGivenUp = change.released.contains { $0.id == claim.id && $0.holder == holder }
            if !isGivenUp { return (claim.id, holder) }
        }
        return nil
    }

    /// Carries out a step's claims, of which none is in the way.
    mutating func take(_ change: ClaimChange, at now: ServerTime) {
        for claim in change.released where held[claim.id]?.holder == claim.holder {
            held[claim.id] = nil
        }
        take(change.taken, at: now)
    }

    private mutating func take(_ claims: [Claim], at now: ServerTime) {
        for claim in claims {
            held[claim.id] = Held(holder: claim.holder, until: now + claim.forMs)
        }
    }

    private func holder(of id: ClaimID, at now: ServerTime) -> PlayerID? {
        guard let held = held[id], held.until > now else { return nil }
        return held.holder
    }
}
