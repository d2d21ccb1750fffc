import GameState
import Rooms
import LiveStore
import Protocol
import Seeded

// Seats as the shared store knows them.
extension StoreLink {
    func bidForSeat(
        _ viewer: Viewer,
        on connection: ConnectionID,
        after order: Int64,
        in session: SessionID,
        _ done: @escaping Completion<SeatBid>
    ) {
        let known = Seating(viewer, on: connection, order: order)
        if evening.faulty(3) {
            // A link that was cut sends it once more, long after its gateway has given it up.
            evening.count(.bidLate)
            let losses = truth.losses
            evening.scheduler.after(evening.dice.ms(2_001...8_000)) { [self] in
                // A message on its way to a store that is lost goes with it.
                if truth.losses == losses { _ = apply(known) }
            }
            answer(afterMs: 2_000) { done(.failure(.unanswered("no answer"))) }
            return
        }
        let fails = isAway || evening.faulty(evening.plan.failurePercent)
        let isApplied = !fails || evening.dice.chance(40)
        let backMs = evening.latency()
        evening.scheduler.after(evening.latency()) { [self] in
            var outcome: Result<SeatBid, LiveStoreError> = .failure(.unanswered("no answer"))
            if isApplied {
                let bid = apply(known)
                if !fails { outcome = .success(bid) }
            }
            answer(afterMs: backMs) { done(outcome) }
        }
    }

    private func apply(_ known: Seating) -> SeatBid {
        guard !truth.isRemoved else { return .removed }
        if let holder = truth.seatings[known.viewer], holder.order > known.order {
            evening.count(.seatHeld)
            return .held(holder)
        }
        var seating = known
        seating.order = max(evening.scheduler.now.ms, known.order + 1)
        truth.seatings[seating.viewer] = seating
        renew([seating])
        evening.laws.seats.seated(seating)
        evening.tell("  gateway \(gateway): \(seating.viewer) sits on \(seating.connection)")
        evening.publish(.seated(seating), from: gateway)
        return .granted(seating)
    }

    /// - Returns: the seating that has replaced it.
    func affirm(_ seating: Seating) -> Seating? {
        guard seating.viewer != .tv, !truth.isRemoved else { return nil }
        if let holder = truth.seatings[seating.viewer], holder.order > seating.order {
            return holder
        }
        truth.seatings[seating.viewer] = seating
        return nil
    }

    func addPresence(_ connection: ConnectionID, of viewer: Viewer, in session: SessionID) {
        guard !isAway else { return }
        evening.scheduler.after(evening.latency()) { [self] in
            renew([Seating(viewer, on: connection, order: 0)])
        }
    }

    func pulse(
        _ session: SessionID,
        joinCode: String,
        renewing seatings: [Seating],
        _ done: @escaping Completion<Pulse>
    ) {
        ask(done) { link in
            link.renew(seatings)
            let truth = link.truth
            return Pulse(
                session: link.pulse(of: truth),
                viewers: truth.viewers(at: link.evening.scheduler.now),
                newer: seatings.compactMap { link.affirm($0) }
            )
        }
    }

    private func pulse(of truth: Truth<G>) -> Pulse.Session {
        if truth.isRemoved { return .removed }
        if evening.flaw == .tellsNothing, let room = evening.gateways[gateway].room {
            return .version(room.state.version)
        }
        return truth.storedVersion > 0 ? .version(truth.storedVersion) : .nothing
    }

    private func renew(_ seatings: [Seating]) {
        let until = evening.scheduler.now + Int64(Presence.ttlMs)
        for seating in seatings { truth.presence[seating.connection] = (seating.viewer, until) }
    }
}
