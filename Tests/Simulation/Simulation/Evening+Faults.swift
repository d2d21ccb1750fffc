import GameState
import Protocol
import Seeded

// Faults.
extension Evening {
    func befall() {
        switch Int.random(in: 0..<12, using: &dice) {
        case ..<3: kill(anyGateway())
        case 3: dice.chance(50) ? loseStore() : emptyStore()
        case ..<6:
            let ms = dice.ms(100...6000)
            count(.storeAway)
            tell("the store is away for \(ms) ms")
            for gateway in gateways { gateway.link.awayUntil = scheduler.now + ms }
            if truth.settledAt > scheduler.now { settle(afterMs: ms) }
        case ..<9:
            count(.clockJumped)
            let ms = dice.chance(70) ? dice.ms(1000...300_000) : dice.ms(1_000_000...4_000_000)
            tell("the clock jumps by \(ms) ms")
            // A store settles by a clock that does not jump.
            if truth.settledAt > scheduler.now { settle(afterMs: ms) }
            scheduler.jump(ms)
        case ..<11:
            let gateway = anyGateway()
            let ms = dice.ms(300...7_000)
            // One that slept while the store came back empty has not reported yet who sits there.
            guard truth.settledAt < scheduler.now else { return }
            // Nor does one sleep through the archive's answer, where that alone tells of a store
            // that was set back.
            guard truth.storedVersion == truth.latest.version else { return }
            count(.gatewayStood)
            tell("gateway \(gateway.index) stands still for \(ms) ms")
            gateway.sleep(forMs: ms)
        case _:
            count(.clockStood)
            for _ in 0..<4 { act() }
        }
    }

    func kill(_ gateway: SimulatedGateway<G>) {
        count(.gatewayKilled)
        tell("gateway \(gateway.index) is killed")
        gateway.kill()
        for client in clients { client.lost(gateway) }
    }

    private func loseStore() {
        guard truth.game.lobby.status != .ended else { return }
        count(.storeLost)
        tell("the store is lost, and both gateways")
        for gateway in gateways { kill(gateway) }
        if dice.chance(40), truth.setBack(by: Int.random(in: 1...3, using: &dice)) {
            count(.storeSetBack)
            tell("it comes back at \(truth.storedVersion)")
        } else {
            truth.lose()
        }
        wholeUntil = scheduler.now + 15_000
    }

    /// Both gateways live on and put the session back.
    private func emptyStore() {
        // Both have heard of the last time, at least by their pulse. One that knows all lives:
        // where none does, and the archive is away as well, there is nobody to put it back.
        guard truth.storedVersion > 0, scheduler.now >= wholeUntil,
            !gateways.contains(where: \.isAsleep),
            gateways.contains(where: { $0.room?.version == truth.storedVersion })
        else { return }
        wholeUntil = scheduler.now + 15_000
        count(.storeEmptied)
        tell("the store is emptied")
        truth.lose()
        settle(afterMs: 0)
        for gateway in gateways {
            let life = gateway.life
            scheduler.after(dice.ms(1...1_000)) {
                if gateway.life == life { gateway.link.hear?(.missed) }
            }
        }
    }

    /// Another server answers: its commits wait until every gateway has put back what it knows.
    private func settle(afterMs ms: Int64) {
        truth.settledAt = scheduler.now + (ms + 3_000)
    }
}
