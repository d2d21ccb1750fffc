import GatewayClientTransport
import LoadTest
import Transport

/// The parties of a world, as the scenario's thread has them: every look at them is taken on their loop.
final class Parties: Sendable {
    private let loop = EventLoop(label: "parties")
    private let guests = Guests()

    /// Touched on the loop alone.
    private final class Guests: @unchecked Sendable {
        var parties: [Party] = []
    }

    deinit {
        loop.shutdown()
    }

    /// Runs `body` on the loop and waits for what it says.
    func ask<Value: Sendable>(_ body: @escaping @Sendable ([Party]) -> Value) -> Value {
        outcome(on: loop) { [guests] done in done(body(guests.parties)) }
    }

    /// Opens a party; its first gateway is the first target.
    func open(_ options: PartyOptions, at targets: [Target], _ story: Story) {
        loop.execute { [loop, guests] in
            let party = Party(loop, targets, options, story)
            guests.parties.append(party)
            party.begin()
        }
    }

    /// Ends the sessions whose party is over, and forgets them.
    ///
    /// - Returns: of each what it found wrong.
    func dismissOver() -> [[String]] {
        ask { [guests] parties in
            let over = parties.filter { $0.stage == .over }
            guests.parties.removeAll { $0.stage == .over }
            return over.map { party in
                _ = party.reckon()
                party.end()
                return party.breaches
            }
        }
    }

    /// Hands each moment to `take`, on the loop itself, until it says that this was the one.
    func atNextMoment(_ take: @escaping @Sendable (Party.Moment) -> Bool) {
        ask { parties in
            let isTaken = Latch<Void>()
            for party in parties {
                party.onMoment = { moment in
                    guard isTaken.value == nil, take(moment) else { return }
                    isTaken.set(())
                }
            }
        }
    }
}
