/// How a party is put together.
package struct PartyOptions: Sendable {
    /// Says whose line it is where several parties tell one story.
    package var name: String
    /// The place of the gateway that opens the session.
    package var door: Int
    package var players: Int
    package var destinations: Int
    package var timings: Timings
    /// What the network may keep a message for, in milliseconds.
    package var lagMs: Int64
    /// What the bots' choices are drawn from.
    package var seed: UInt64

    package init(
        name: String,
        door: Int,
        players: Int,
        destinations: Int,
        timings: Timings,
        lagMs: Int64 = 0,
        seed: UInt64
    ) {
        self.name = name
        self.door = door
        self.players = players
        self.destinations = destinations
        self.timings = timings
        self.lagMs = lagMs
        self.seed = seed
    }
}
