import Archive
import Logging
import Protocol
import Transport

// The end of a shard.
extension Shard {
    /// Milliseconds between two looks for emptiness.
    private static let lookMs: Int64 = 50

    /// Leaves the rooms whose timers run to other gateways, and asks every client to come back.
    func drain() {
        isDraining = true
        shared?.live.leave(registry.timed)
        let spreadMs = returningMs
        for member in watched.members {
            member.askToReturn(retryAfterMs: Int.random(in: 0...spreadMs))
        }
    }

    /// Milliseconds over which this gateway's clients come back to others.
    var returningMs: Int {
        let configuration = services.configuration
        return configuration.returningMs(of: connectionCount * configuration.shards)
    }

    /// Calls `done` once no connection is left and neither call nor commit is under way, at the latest at
    /// `deadline`.
    func awaitEmptiness(until deadline: ServerTime, _ done: @escaping () -> Void) {
        guard connectionCount + callCount > 0 || registry.rooms.contains(where: \.isBusy),
            loop.now < deadline
        else { return done() }
        _ = loop.schedule(at: loop.now + Self.lookMs) { [self] in
            awaitEmptiness(until: deadline, done)
        }
    }

    /// Lets the store hand over what it holds; others pick up the rest.
    func letGo(by deadline: ServerTime, _ done: @escaping () -> Void) {
        var isDone = false
        let finish = { [shared] in
            guard !isDone else { return }
            isDone = true
            shared?.shutdown()
            done()
        }
        _ = loop.schedule(at: deadline, finish)
        live.close(finish)
    }
}

// Rooms that nobody has open and whose timers run, or have run out: an open room sees to its timers.
extension Shard {
    /// Milliseconds between two looks for them.
    private static let overdueLookMs: Int64 = 1_000
    /// Milliseconds by which a timer is late when its gateway is believed to be gone.
    private static let graceMs: Int64 = 1_500

    /// Opens rooms that other gateways leave in good order, and those that one left behind.
    func pickUp() {
        shared?.live.takeLeft { [weak self] sessions in
            for session in sessions { self?.pickUp(session, "a room was handed over") }
        }
        pickUpOverdue()
    }

    func stopPickingUp() {
        isDraining = true
        shared?.live.stopTakingLeft()
    }

    private func pickUpOverdue() {
        live.handOutOverdue(graceMs: Self.graceMs) { [weak self] result in
            guard let self, !isDraining else { return }
            switch result {
            case .success(let sessions):
                for session in sessions { pickUp(session, "a timer was left behind") }
            case .failure(let error):
                services.log.debug("timers left behind can't be looked for: \(error)")
            }
        }
        _ = loop.schedule(at: loop.now + Self.overdueLookMs) { [weak self] in
            guard let self, !isDraining else { return }
            pickUpOverdue()
        }
    }

    private func pickUp(_ session: SessionID, _ why: Logger.Message) {
        let shard = services.directory.shard(of: session)
        services.log.info(why, metadata: ["session": "\(session)"])
        shard.loop.execute {
            shard.room(session) { result in
                switch result {
                case .success(let room): room.lookUp()
                case .failure(let error) where error.code == .sessionEnded: break
                case .failure(let error):
                    shard.services.log.warning(
                        "a room that was left behind can't be opened: \(error.message)",
                        metadata: ["session": "\(session)"]
                    )
                }
            }
        }
    }
}

// Clients of a gateway that alone can't reach its live store: they would watch a game stand still that
// goes on elsewhere (docs/decisions/0023-stores.md).
extension Shard {
    /// Rooms of which the archive is asked at one time.
    private static let maxAskedRooms = 16
    /// Commits by which a room must have gone on elsewhere. The last one may have been told to one gateway and
    /// not to another when the store went for all.
    private static let commitsAhead: Int64 = 2

    /// Called every second. A store of the gateway's own is never out of its reach.
    func watchStore() {
        guard shared != nil, !isDraining else { return }
        storeWatch.ask(at: loop.now)
        live.check { [weak self] result in
            if case .success = result { self?.storeWatch.heard() }
        }
        if let since = storeWatch.strandedSince(at: loop.now) { lookElsewhere(since) }
    }

    /// That another gateway can reach the store shows in the archive: what is committed there ends
    /// up in it, and where nobody has a room open another gateway sees to its timers.
    private func lookElsewhere(_ since: ServerTime) {
        guard !storeWatch.isLooking else { return }
        let rooms = Array(registry.rooms.lazy.filter(\.isTimed).prefix(Self.maxAskedRooms))
        let asked = rooms.map(\.session)
        guard !asked.isEmpty else { return }
        storeWatch.isLooking = true
        Task(executorPreference: loop) { [self] in
            for session in asked where await isAhead(elsewhere: session) {
                sendAway(since)
                break
            }
            storeWatch.isLooking = false
        }
    }

    private func isAhead(elsewhere session: SessionID) async -> Bool {
        do throws(ArchiveError) {
            let archived = try await services.archive.latestVersion(of: session)
            return registry[session].map { archived >= $0.version + Self.commitsAhead } ?? false
        } catch {
            services.log.debug("the archive can't say who is ahead: \(error)")
            return false
        }
    }

    /// Clients who came since then stay: they have been sent here, or have nowhere else to go.
    private func sendAway(_ since: ServerTime) {
        guard !isDraining, storeWatch.strandedSince(at: loop.now) != nil else { return }
        storeWatch.sentAway(at: loop.now)
        let spreadMs = returningMs
        var count = 0
        for member in watched.members {
            guard let openedAt = member.sessionSince, openedAt < since else { continue }
            member.askToReturn(retryAfterMs: Int.random(in: 0...spreadMs))
            count += 1
        }
        services.log.warning(
            "the live store is out of reach here and not elsewhere: clients are sent away",
            metadata: ["clients": "\(count)"]
        )
    }
}
