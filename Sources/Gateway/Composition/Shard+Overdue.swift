import Protocol
import Transport

// Rooms that nobody has open, whose timers have run out.
extension Shard {
    /// How often it is looked for them, in milliseconds.
    private static let lookMs: Int64 = 1_000
    /// How late a timer is when its gateway is believed to be gone, in milliseconds.
    private static let graceMs: Int64 = 1_500

    /// Opens rooms that a gateway left behind: an open room sees to its timers.
    func pickUpOverdue() {
        live.claimOverdue(graceMs: Self.graceMs) { [weak self] result in
            guard let self else { return }
            for session in (try? result.get()) ?? [] { pickUp(session) }
        }
        _ = loop.schedule(at: loop.now + Self.lookMs) { [weak self] in
            guard let self, !isDraining else { return }
            pickUpOverdue()
        }
    }

    private func pickUp(_ session: SessionID) {
        let shard = services.directory.shard(of: session)
        services.log.info("a timer was left behind", metadata: ["session": "\(session)"])
        shard.loop.execute {
            shard.room(session) { result in
                guard case .success(let room) = result else { return }
                room.lookUp()
            }
        }
    }
}
