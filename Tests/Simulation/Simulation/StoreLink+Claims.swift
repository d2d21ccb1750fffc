import GameState
import LiveStore
import Protocol
import Seeded

// Claims as the shared store knows them.
extension StoreLink {
    /// Milliseconds for which a gateway of an earlier build keeps a claim to itself.
    private var foreignMs: Int64 { 2_000 }
    private var foreign: PlayerID { PlayerID(rawValue: "of before") }

    func inTheWay(of change: ClaimChange) -> (ClaimID, PlayerID)? {
        let now = evening.scheduler.now
        for claim in change.taken where evening.faulty(4) {
            // A gateway of an earlier build takes it and only then commits; this one never does.
            let foreign = Claim(id: claim.id, holder: foreign, forMs: foreignMs)
            truth.foreignClaims.take(ClaimChange(taken: [foreign], released: []), at: now)
        }
        return truth.claims.inTheWay(of: change, at: now)
            ?? truth.foreignClaims.inTheWay(of: change, at: now)
    }

    func take(_ change: ClaimChange) {
        let now = evening.scheduler.now
        for claim in change.released where truth.claims.holder(of: claim.id, at: now) == nil {
            evening.count(.claimExpired)
        }
        let released = evening.flaw == .keepsClaims ? [] : change.released
        truth.claims.take(ClaimChange(taken: change.taken, released: released), at: now)
    }
}

/// Claims that are held, and until when.
struct HeldClaims {
    private var held: [ClaimID: (holder: PlayerID, until: ServerTime)] = [:]

    func holder(of id: ClaimID, at now: ServerTime) -> PlayerID? {
        held[id].flatMap { $0.until > now ? $0.holder : nil }
    }

    func inTheWay(of change: ClaimChange, at now: ServerTime) -> (ClaimID, PlayerID)? {
        for claim in change.taken {
            guard let holder = holder(of: claim.id, at: now),
                !change.released.contains(where: { $0.id == claim.id && $0.holder == holder })
            else { continue }
            return (claim.id, holder)
        }
        return nil
    }

    mutating func take(_ change: ClaimChange, at now: ServerTime) {
        for claim in change.released where held[claim.id]?.holder == claim.holder {
            held[claim.id] = nil
        }
        for claim in change.taken { held[claim.id] = (claim.holder, now + claim.forMs) }
    }

    mutating func restore(_ claims: [Claim], at now: ServerTime) {
        self = HeldClaims()
        take(ClaimChange(taken: claims, released: []), at: now)
    }
}
