import Protocol

/// The way in which a party is put together.
package struct PartyOptions: Sendable {
    /// The name under which its lines stand where several parties tell one story.
    package let name: String
    /// The place of the gateway that opens the session.
    package let door: Int
    /// The seed of the bots' choices.
    package let seed: UInt64
    package var players = 4
    package var destinations = 1
    package var timings = Timings.brisk
    /// Milliseconds that the network may keep a message for.
    package var lagMs: Int64 = 0

    /// One game at gateways that nobody breaks: everything must be right at once.
    var isCalm = false
    /// `sv` or `en`.
    var locale = "en"
    var followups = 2
    /// One more guest, who never reads.
    var hasSloth = false

    package init(name: String, door: Int, seed: UInt64) {
        self.name = name
        self.door = door
        self.seed = seed
    }

    var settings: JSONValue {
        var settings: JSONObject = [
            "destinationsCount": .int(Int64(destinations)),
            "followupsPerDestination": .int(Int64(followups)),
            "maxPlayers": .int(Int64(players)), "locale": .string(locale),
            "timings": timings.json,
        ]
        // The same places every time would be one test.
        if !isCalm { settings["seed"] = .int(Int64(seed & 0xFFFF_FFFF)) }
        return .object(settings)
    }

    /// Parties with different seeds have different guests.
    func personality(_ index: Int) -> Personality {
        let first = isCalm ? 0 : Int(seed % UInt64(Personality.all.count))
        return Personality.all[(index + first) % Personality.all.count]
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
