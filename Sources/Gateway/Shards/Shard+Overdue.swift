import Logging
import Protocol
import Transport

// Rooms that nobody has open and whose timers run, or have run out: an open room sees to its timers.
extension Shard {
    /// How often it is looked for them, in milliseconds.
    private static let lookMs: Int64 = 1_000
    /// How late a timer is when its gateway is believed to be gone, in milliseconds.
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
        live.claimOverdue(graceMs: Self.graceMs) { [weak self] result in
            guard let self, !isDraining else { return }
            switch result {
            case .success(let sessions):
                for session in sessions { pickUp(session, "a timer was left behind") }
            case .failure(let error):
                services.log.debug("timers left behind can't be looked for: \(error)")
            }
        }
        _ = loop.schedule(at: loop.now + Self.lookMs) { [weak self] in
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
