/// How a party is put together.
package struct PartyOptions: Sendable {
    /// Says whose line it is where several parties tell one story.
    package var name: String
    /// The place of the gateway that opens the session.
    package var door: Int
    package var players: Int
    package var destinations: Int
    package var timings: Timings
    /// What the bots' choices are drawn from.
    package var seed: UInt64

    package init(
        name: String,
        door: Int,
        players: Int,
        destinations: Int,
        timings: Timings,
        seed: UInt64
    ) {
        self.name = name
        self.door = door
        self.players = players
        self.destinations = destinations
        self.timings = timings
        self.seed = seed
    }
}
