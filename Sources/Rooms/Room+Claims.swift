import GameState
import LiveStore
import Protocol
import Timers

// The newest connection of a player or host has the seat, on whatever gateway (docs/decisions/0022).
extension Room {
    /// Screens sit down at once, for there may be many. Players and hosts are welcome when the store has
    /// fenced off whatever an older connection of theirs still says.
    func admit(_ seat: Seat, _ greeting: SeatGreeting) {
        guard seat.viewer != .tv else {
            guard mayStay(seat) else { return }
            ports.live.addPresence(seat.connection, of: seat.viewer, in: session)
            sitDown(seat, order: 0, greeting)
            return
        }
        seat.hear(of: seats.holder(seat.viewer)?.seating.order ?? 0)
        // Of two that came here one after the other the later one is meant, whichever claim lands first.
        for older in entering where older.viewer == seat.viewer {
            older.later.append(seat.connection)
        }
        entering.append(seat)
        claim(seat, greeting, until: ports.scheduler.now + RoomTimes.claimMs)
    }

    private func claim(_ seat: Seat, _ greeting: SeatGreeting, until end: ServerTime) {
        // Holds the room: whoever waits gets an answer though it may have ended meanwhile.
        ports.live.claimSeat(
            seat.viewer,
            on: seat.connection,
            after: seat.rival,
            in: session
        ) { [self] result in
            switch result {
            case .success(.granted(let seating)):
                conclude(seat, seating, greeting)
            case .success(.held(let seating)) where seating.connection == seat.connection:
                // An answer was lost.
                conclude(seat, seating, greeting)
            case .success(.held(let seating)) where seat.later.contains(seating.connection):
                turnAway(seat, .replaced)
            case .success(.held(let seating)):
                // A client that went on to another gateway is not thrown out there by what it left here.
                guard !seat.isVacated, seat.outlet?.isDeserted == false, !isOver else {
                    turnAway(seat, WireError.replaced)
                    return
                }
                guard ports.scheduler.now < end else {
                    turnAway(seat, .storeUnreachable)
                    return
                }
                seat.hear(of: seating.order)
                claim(seat, greeting, until: end)
            case .success(.removed):
                turnAway(seat, .sessionOver)
                leave()
            case .failure(.unavailable), .failure(.unanswered):
                claimLater(seat, greeting, until: end)
            case .failure(.unreadable(let reason)):
                ports.report(.unreadable(reason))
                turnAway(seat, .unreadableSession)
            }
        }
    }

    private func claimLater(_ seat: Seat, _ greeting: SeatGreeting, until end: ServerTime) {
        guard !seat.isReplaced, !seat.isVacated, !isOver, ports.scheduler.now < end else {
            turnAway(seat, .storeUnreachable)
            return
        }
        _ = ports.scheduler.schedule(at: ports.scheduler.now + RoomTimes.firstRetryMs) { [self] in
            // A client that went on meanwhile may have a seat elsewhere, and Redis may have forgotten it.
            guard seat.outlet?.isDeserted == false, !seat.isReplaced else {
                turnAway(seat, .storeUnreachable)
                return
            }
            claim(seat, greeting, until: end)
        }
    }

    private func conclude(_ seat: Seat, _ seating: Seating, _ greeting: SeatGreeting) {
        entering.removeAll { $0 === seat }
        guard seating.order > seat.rival, !seat.isReplaced else {
            // Somebody was heard of who came later still.
            ports.live.removePresence(seat.connection, in: session)
            turnAway(seat, .replaced)
            return
        }
        guard !seat.isVacated else {
            forget(seat)
            return
        }
        guard mayStay(seat) else {
            ports.live.removePresence(seat.connection, in: session)
            return
        }
        yield(to: seating)
        sitDown(seat, order: seating.order, greeting)
    }

    private func mayStay(_ seat: Seat) -> Bool {
        if isOver {
            turnAway(seat, .sessionOver)
        } else if !mayTake(seat.viewer, seat.device) {
            turnAway(seat, .removed)
        } else if !isMember(seat.viewer) {
            if let player = seat.viewer.player { learnDevice(of: player, seat.device) }
            turnAway(seat, WireError(.forbidden, "no longer a player of this session"))
        } else {
            return true
        }
        return false
    }

    private func turnAway(_ seat: Seat, _ error: WireError) {
        entering.removeAll { $0 === seat }
        part(with: seat, error)
    }

    private func sitDown(_ seat: Seat, order: Int64, _ greeting: SeatGreeting) {
        seat.sit(order: order)
        if let older = seats.add(seat) { takeOver(older) }
        welcome(seat, greeting, inReplyTo: nil)
        submit(.presence(seat.viewer, isConnected: true))
        seat.outlet?.sitDown()
    }

    // MARK: Seats that are lost to a newer connection

    /// A player or host sat down, here or on another gateway: older connections of theirs go.
    func yield(to newer: Seating) {
        for seat in entering {
            guard seat.viewer == newer.viewer, seat.connection != newer.connection else { continue }
            if seat.later.contains(newer.connection) {
                seat.yield()
                turnAway(seat, .replaced)
            } else {
                seat.hear(of: newer.order)
            }
        }
        guard let seat = seats.holder(newer.viewer), seat.seating.order < newer.order,
            seats.remove(seat)
        else { return }
        if seats.isEmpty { emptySince = ports.scheduler.now }
        takeOver(seat)
    }

    private func takeOver(_ older: Seat) {
        older.yield()
        ports.live.removePresence(older.connection, in: session)
        part(with: older, .replaced)
    }

    /// Whether an input came by a connection that has lost its seat, as far as is known here; what is
    /// not known here the commit finds out.
    func isStale(_ pending: Pending) -> Bool {
        guard let seat = pending.seat else { return false }
        if seat.isReplaced { return true }
        guard seat.isVacated, let newest = seats.holder(seat.viewer) else { return false }
        return newest.seating.order > seat.seating.order
    }

    /// An input that does not count any more, unless the newest connection has asked for the same.
    func drop(_ stale: Pending) {
        guard case .seat(let seat, let messageID) = stale.sender else { return }
        if let key = stale.key, let newer = unanswered[key], newer.isTaken, newer !== seat {
            var again = stale
            again.sender = .seat(newer, messageID: messageID)
            putFirst(again)
            return
        }
        release(stale.lock)
        settle(seat, messageID)
    }

    /// Says again who sits here, where the store may have lost it, and hears who sits elsewhere by now.
    func affirmSeats() {
        ports.live.pulse(session, joinCode: lobby.joinCode, renewing: seatings) {
            [weak self] result in
            guard let self, !isOver else { return }
            switch result {
            case .success(let pulse): for newer in pulse.newer { yield(to: newer) }
            case .failure: retryLater { $0.affirmSeats() }
            }
        }
    }

    var seatings: [Seating] { seats.all.map(\.seating) }
}

extension WireError {
    fileprivate static let replaced = WireError(
        .takenOver,
        "another connection took this seat"
    )
}
