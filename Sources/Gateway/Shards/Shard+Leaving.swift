import Protocol
import Transport

// How a shard comes to its end.
extension Shard {
    /// How often emptiness is looked for, in milliseconds.
    private static let lookMs: Int64 = 50

    /// Leaves the rooms whose timers run to other gateways, and asks every client to come back.
    func drain() {
        isDraining = true
        shared?.live.leave(registry.timed)
        let spreadMs = returningMs
        for member in watched.members {
            member.turnOut(retryAfterMs: Int.random(in: 0...spreadMs))
        }
    }

    /// Milliseconds over which this gateway's clients come back to others.
    var returningMs: Int {
        let configuration = services.configuration
        return configuration.returningMs(of: connectionCount * configuration.shards)
    }

    /// Calls `done` once no connection is left and no commit is under way, at the latest at `deadline`.
    func awaitEmptiness(until deadline: ServerTime, _ done: @escaping () -> Void) {
        guard connectionCount > 0 || registry.rooms.contains(where: \.isBusy), loop.now < deadline
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
