/// The way in which a party is put together.
package struct PartyOptions: Sendable {
    /// The name under which its lines stand where several parties tell one story.
    package var name: String
    /// The place of the gateway that opens the session.
    package var door: Int
    package var players: Int
    package var destinations: Int
    package var timings: Timings
    /// Milliseconds that the network may keep a message for.
    package var lagMs: Int64
    /// The seed of the bots' choices.
    package var seed: UInt64

    /// One game at gateways that nobody breaks: everything must be right at once.
    var isCalm = false
    /// `sv` or `en`.
    var locale = "en"
    var followups = 2
    /// One more guest, who never reads.
    var hasSloth = false

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

    /// Laws that the party is held to; the record comes before those that ask it.
    func laws() -> [any LawCheck] {
        let patienceUs: Int64 = isCalm ? 5_000_000 : 30_000_000
        var laws: [any LawCheck] = [
            ContractLaw(), DocumentLaw(), VersionLaw(), LastingLaw(),
            BrakeLaw(patienceUs: patienceUs), TimersLaw(isDisturbed: !isCalm, lagMs: lagMs),
            RepeatLaw(patienceUs: patienceUs),
        ]
        // Gateways whose clocks differ say nothing of an event's place among the versions.
        if isCalm { laws += [SecretLaw(), BoundsLaw()] as [any LawCheck] }
        if hasSloth { laws.append(IsolationLaw()) }
        return laws
    }
}
