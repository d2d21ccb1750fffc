import Logging
import Protocol
import Transport

// Clients of a gateway that alone can't reach its live store: they would watch a game stand still that
// goes on elsewhere (docs/decisions/0023-stores.md).
extension Shard {
    /// Rooms of which the archive is asked at one time.
    private static let maxAskedRooms = 16
    /// Steps that a room must have gone on elsewhere. The last one may have been told to one gateway and
    /// not to another when the store went for all.
    private static let stepsAhead: Int64 = 2

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
        let asked = Array(registry.rooms.lazy.filter(\.isTimed).prefix(Self.maxAskedRooms))
        guard !asked.isEmpty else { return }
        storeWatch.isLooking = true
        var openCount = asked.count
        var isAhead = false
        for room in asked {
            let callback = Confined(
                Callback<Int64> { [weak self] archived in
                    isAhead = isAhead || archived >= room.version + Self.stepsAhead
                    openCount -= 1
                    guard openCount == 0, let self else { return }
                    storeWatch.isLooking = false
                    if isAhead { sendAway(since) }
                }
            )
            services.archive.latestVersion(of: room.session) { [loop, log = services.log] result in
                let latest: Int64
                switch result {
                case .success(let version): latest = version
                case .failure(let error):
                    log.debug("the archive can't say who is ahead: \(error)")
                    latest = 0
                }
                loop.execute { callback.value.call(latest) }
            }
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
            member.turnOut(retryAfterMs: Int.random(in: 0...spreadMs))
            count += 1
        }
        services.log.warning(
            "the live store is out of reach here and not elsewhere: clients are sent away",
            metadata: ["clients": "\(count)"]
        )
    }
}
