import Protocol

/// The way in which a party is put together.
package struct PartyOptions: Sendable {
    /// The name under which its lines stand where several parties tell one story.
    package let name: String
    let game: any PlayedGame.Type
    /// The place of the gateway that opens the session.
    package let door: Int
    /// The seed of the bots' choices.
    package let seed: UInt64
    /// The seed of the rounds' content; nil: the gateway draws one.
    var contentSeed: UInt64?
    package var players = 4
    package var rounds: Int
    package var tempo = Tempo.brisk
    /// Milliseconds that the network may keep a message for.
    package var lagMs: Int64 = 0

    /// One game at gateways that nobody breaks: everything must be right at once.
    var isCalm = false
    /// `sv` or `en`.
    var locale = "en"
    /// One more guest, who never reads.
    var hasSloth = false

    /// - Parameter game: its name on the wire; nil: the usual one.
    package init(name: String, game: String? = nil, door: Int, seed: UInt64) {
        guard let played = playedGames.first(where: { game == nil || $0.name == game })
        else { preconditionFailure("bots do not play \(game ?? "any game")") }
        self.name = name
        self.game = played
        self.door = door
        self.seed = seed
        // The same rounds every time would be one test.
        contentSeed = seed
        rounds = played.roundCounts.lowerBound
    }

    var settings: JSONValue {
        var settings = game.settings(self)
        if let contentSeed { settings["seed"] = .int(Int64(contentSeed & 0xFFFF_FFFF)) }
        return .object(settings)
    }

    /// Parties with different seeds have different guests.
    func guest(_ index: Int) -> any GuestHabits {
        game.guest(index + (isCalm ? 0 : Int(seed % 64)), tempo)
    }

    /// Laws that the party is held to; the record comes before those that ask it.
    func laws() -> [any LawCheck] {
        let patienceUs: Int64 = isCalm ? 5_000_000 : 30_000_000
        var laws: [any LawCheck] = [ContractLaw(), DocumentLaw(), VersionLaw(), LastingLaw()]
        laws += game.laws(patienceUs: patienceUs)
        laws += [
            TimerLaw(isDisturbed: !isCalm, lagMs: lagMs), RepeatLaw(patienceUs: patienceUs),
            ReceiptLaw(),
        ]
        // Gateways whose clocks differ say nothing of an event's place among the versions.
        if isCalm { laws += [SecretLaw(), BoundsLaw()] as [any LawCheck] }
        if hasSloth { laws.append(IsolationLaw()) }
        return laws
    }
}
