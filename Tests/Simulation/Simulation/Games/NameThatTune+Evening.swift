import GameState
package import NameThatTuneGame
package import Protocol
package import Seeded

extension NameThatTune: SimulatedGame {
    package var place: String { phase.name.rawValue }

    package static func settings(_ dice: inout SplitMix64, pace: Int64) -> JSONObject {
        [
            "songsCount": .int(5),
            "clipSeconds": .int(dice.ms(10...30)),
            "trivia": .bool(dice.chance(60)),
            "locale": .string(dice.chance(50) ? "sv" : "en"),
            "allowLateJoin": .bool(dice.chance(80)),
            "maxPlayers": .int(dice.ms(3...9)),
            "points": [
                "artist": .int(dice.ms(0...3)), "title": .int(1), "trivia": .int(dice.ms(0...2)),
            ],
            "timings": .object([
                "guess": .int(dice.chance(70) ? dice.ms(1000...9000) * pace : 0),
                "reveal": .int(dice.ms(200...3000) * pace),
                "trivia": .int(dice.ms(1000...5000) * pace),
                "triviaResults": .int(dice.ms(200...2000) * pace),
                "scoreboard": .int(dice.ms(200...2000) * pace),
                "final": .int(dice.ms(1000...8000) * pace),
            ]),
        ]
    }

    /// Now and then there is none.
    package static func content(
        for wish: TuneWish,
        in evening: Evening<NameThatTune>
    ) -> TuneContent? {
        guard evening.dice.chance(96) else { return nil }
        if let picks = wish.picks { return picked(picks, in: evening) }
        return content(evening.nextNumber(), for: wish, in: evening)
    }

    /// The first that can be played, and what is wrong with those before.
    private static func picked(
        _ ids: [String],
        in evening: Evening<NameThatTune>
    ) -> TuneContent {
        var ids = ids
        var refused: [PickRefusal] = []
        while !ids.isEmpty {
            let id = ids.removeFirst()
            guard evening.dice.chance(80) else {
                refused.append(PickRefusal(id: id, trouble: .broken))
                continue
            }
            let tune = MarkedTune.make(MarkedTune.number(of: id))
            let clip = ClipID(rawValue: MarkedTune.mark("clip", MarkedTune.number(of: id)))
            var content = recorded(TuneContent(tune), as: clip)
            content.refused = refused
            return content
        }
        var content = TuneContent(MarkedTune.make(evening.nextNumber()))
        content.refused = refused
        return content
    }

    private static func content(
        _ number: Int,
        for wish: TuneWish,
        in evening: Evening<NameThatTune>
    ) -> TuneContent {
        guard evening.dice.chance(90) else { return TuneContent(MarkedTune.make(number)) }
        let hasCover = wish.source != nil && number % coverEvery == 0
        let content = recorded(
            TuneContent(MarkedTune.make(number), hasCover: hasCover),
            as: ClipID(rawValue: MarkedTune.mark("clip", number))
        )
        var kinds = ["blurred", "sharp"]
        return pictured(content) {
            ClipID(rawValue: MarkedTune.mark(kinds.removeFirst(), number))
        }
    }

    /// Of the tunes of an evening that is played from the family's own music too.
    private static let coverEvery = 3

    package static func hostHurries(
        _ host: SimulatedClient<NameThatTune>,
        in evening: Evening<NameThatTune>
    ) {
        host.say("HOST_SKIP")
    }

    package static func hostMeddles(
        _ host: SimulatedClient<NameThatTune>,
        in evening: Evening<NameThatTune>
    ) {
        if evening.dice.chance(40) { return scribe(host, evening) }
        if evening.truth.game.rules >= .tenth, evening.dice.chance(60) {
            return pick(host, evening)
        }
        let player =
            evening.dice.pick(evening.truth.game.lobby.players)?.id ?? PlayerID(rawValue: "nobody")
        let part = evening.dice.pick(["artist", "title", "trivia", "melody"]) ?? "title"
        host.say(
            "TUNE_OVERRIDE",
            [
                "playerId": .string(player.rawValue), "part": .string(part),
                "isCorrect": .bool(evening.dice.chance(50)),
            ]
        )
    }

    /// Tunes are picked, some of them twice, and some are left again.
    private static func pick(
        _ host: SimulatedClient<NameThatTune>,
        _ evening: Evening<NameThatTune>
    ) {
        let game = evening.truth.game
        var ids = game.picks.map(\.id)
        if case .playing(let round, _) = game.phase { ids.append(round.tune.id) }
        let known = evening.dice.pick(ids)
        if let known, evening.dice.chance(50) {
            return host.say("TUNE_UNPICK", ["tuneId": .string(known)])
        }
        let tune = MarkedTune.make(evening.nextNumber())
        let id = evening.dice.chance(15) ? known ?? "no id" : tune.id
        var pick: JSONObject = [
            "tuneId": .string(id), "title": .string(tune.title), "artist": .string(tune.artist),
            "year": .int(evening.dice.chance(90) ? 1800 : -1),
        ]
        if evening.dice.chance(40) { pick["place"] = .int(evening.dice.ms(0...2)) }
        host.say("TUNE_PICK", pick)
    }

    package static func hostWaits(
        _ host: SimulatedClient<NameThatTune>,
        in evening: Evening<NameThatTune>
    ) {
        let settings: JSONObject = [
            "maxPlayers": .int(evening.dice.ms(1...9)),
            "clipSeconds": .int(evening.dice.ms(9...30)),
            "genre": evening.dice.chance(50) ? .null : "folk",
            "points": ["title": .int(evening.dice.ms(0...3))],
        ]
        host.say("HOST_UPDATE_SETTINGS", ["settings": .object(settings)])
    }

    /// Manual players come, and the host writes for them; now and then for somebody who has a device.
    private static func scribe(
        _ host: SimulatedClient<NameThatTune>,
        _ evening: Evening<NameThatTune>
    ) {
        let game = evening.truth.game
        let manual = game.lobby.players.filter(\.isManual)
        guard !manual.isEmpty, evening.dice.chance(80) else {
            let name = evening.dice.pick(["Granny", "GRANNY", "Otto", "Guest 1", ""]) ?? ""
            return host.say("HOST_ADD_PLAYER", ["name": .string(name)])
        }
        let players = evening.dice.chance(90) ? manual : game.lobby.players
        let player = evening.dice.pick(players)?.id ?? PlayerID(rawValue: "nobody")
        answer(in: game, for: player, by: host, evening)
    }

    package static func guestActs(
        _ guest: SimulatedClient<NameThatTune>,
        in evening: Evening<NameThatTune>
    ) {
        if evening.dice.chance(4) { return guest.say("HOST_SKIP") }
        let hosts = evening.clients.filter { $0.isUsable && $0.viewer == .host }
        if evening.dice.chance(20), let host = evening.dice.pick(hosts) {
            return scribe(host, evening)
        }
        answer(in: evening.truth.game, for: nil, by: guest, evening)
    }

    /// - Parameter player: as the host names it; nil: the client itself.
    private static func answer(
        in game: NameThatTune,
        for player: PlayerID?,
        by client: SimulatedClient<NameThatTune>,
        _ evening: Evening<NameThatTune>
    ) {
        guard case .playing(let round, let stage) = game.phase else {
            if evening.dice.chance(10) { guess("anybody", for: player, by: client, evening) }
            return
        }
        switch stage {
        case .listening:
            guess(MarkedTune.rightTitle(round.tune), for: player, by: client, evening)
        case .trivia: choose(evening.dice.ms(-1...4), for: player, by: client)
        case .reveal, .triviaResults, .scoreboard:
            if evening.dice.chance(20) { guess("too late", for: player, by: client, evening) }
            if evening.dice.chance(20) { choose(1, for: player, by: client) }
        }
    }

    private static func choose(
        _ option: Int64,
        for player: PlayerID?,
        by client: SimulatedClient<NameThatTune>
    ) {
        client.say("TUNE_CHOOSE", naming(player, in: ["option": .int(option)]))
    }

    private static func naming(_ player: PlayerID?, in payload: JSONObject) -> JSONObject {
        var named = payload
        named["playerId"] = player.map { .string($0.rawValue) }
        return named
    }

    private static func guess(
        _ right: String,
        for player: PlayerID?,
        by client: SimulatedClient<NameThatTune>,
        _ evening: Evening<NameThatTune>
    ) {
        let title: JSONValue =
            switch Int.random(in: 0..<10, using: &evening.dice) {
            case ..<5: .string(right)
            case 5: .string("")
            case 6: .string("  \u{202E}Atlantis\u{0} ")
            case 7: .string(String(repeating: "long ", count: 60))
            case 8: .int(7)
            case _: .string("Something \(evening.nextNumber())")
            }
        let guess: JSONObject = [
            "artist": "Anybody", "title": title, "done": .bool(evening.dice.chance(50)),
        ]
        client.say("TUNE_GUESS", naming(player, in: guess))
    }

    package static func secret(
        of game: NameThatTune,
        leakedBy flaw: Flaw,
        to viewer: Viewer
    ) -> String? {
        if flaw == .leaksSecret, let pick = game.picks.first {
            return MarkedTune.mark("title", MarkedTune.number(of: pick.id))
        }
        guard case .playing(let round, .listening) = game.phase else { return nil }
        return switch flaw {
        case .leaksSecret: round.tune.title
        case .leaksClip where viewer != .tv:
            MarkedTune.mark("clip", MarkedTune.number(of: round.tune))
        case .leaksClip, .repeatsTwice, .sendsOldVersion, .losesOperation, .firesEarly,
            .acknowledgesTooSoon, .losesReply, .losesEntry, .ignoresSeats, .keepsClaims,
            .oversleeps, .remembersRefusals, .neverAnswers, .tellsNothing, .hidesRemovals,
            .keepsReceipts:
            nil
        }
    }

    package static func expected(_ kind: Coverage.Kind) -> [String] {
        switch kind {
        case .state: StateName.allCases.map(\.rawValue)
        case .message:
            [
                "ANSWER_ACK", "SCOREBOARD_UPDATE", "AUDIO_PLAY", "AUDIO_STOP", "SFX_PLAY",
                "UI_EFFECT_TRIGGER",
            ]
        case .refusal: ["already_answered", "content_failed", "rate_limited", "not_found"]
        case .fault, .close: []
        }
    }

    /// Marks that players and screens may have seen: names of tunes that were revealed, and for screens the clips of
    /// those that were played.
    package struct Knowledge: SimulatedKnowledge {
        private var revealed: Set<Int> = []
        private var played: Set<Int> = []

        package init() {}

        package mutating func learn(from game: NameThatTune, after before: NameThatTune) {
            for game in [before, game] {
                guard case .playing(let round, let stage) = game.phase else { continue }
                let number = MarkedTune.number(of: round.tune)
                played.insert(number)
                if stage.isRevealed { revealed.insert(number) }
            }
        }

        package func leak(in bytes: UnsafeRawBufferPointer, to viewer: Viewer) -> String? {
            guard Self.hasMark(bytes) else { return nil }
            let text = String(decoding: bytes, as: UTF8.self)
            for found in text.matches(of: MarkedTune.pattern) {
                let (whole, kind, digits) = found.output
                guard let number = Int(digits) else { continue }
                let isKnown =
                    switch kind {
                    case "clip", "blurred": viewer == .tv && played.contains(number)
                    case "sharp": viewer == .tv && revealed.contains(number)
                    case "id": false
                    case _: revealed.contains(number)
                    }
                if !isKnown { return String(whole) }
            }
            return nil
        }

        /// Most frames have none, and are not read again.
        private static func hasMark(_ bytes: UnsafeRawBufferPointer) -> Bool {
            let mark = "Zq-".utf8
            return bytes.indices.dropLast(mark.count - 1).contains { at in
                bytes[at] == mark.first && bytes[at..<at + mark.count].elementsEqual(mark)
            }
        }
    }
}

/// Tunes whose every secret carries an unmistakable mark.
private enum MarkedTune {
    static func mark(_ kind: String, _ number: Int) -> String { "Zq-\(kind)-\(number)" }

    static var pattern: Regex<(Substring, Substring, Substring)> { /Zq-([a-z]+)-([0-9]+)/ }

    static func make(_ number: Int) -> Tune {
        Tune(
            id: mark("id", number),
            title: mark("title", number),
            aliases: [mark("alias", number)],
            artist: mark("artist", number),
            year: 1800,
            country: "SE",
            genre: .folk,
            whyFree: mark("why", number),
            englishTrivia: trivia(number),
            swedishTrivia: trivia(number)
        )
    }

    private static func trivia(_ number: Int) -> Tune.Trivia? {
        let options = ["right", "wrong", "false", "neither"]
        return Tune.Trivia(mark("question", number), options: options)
    }

    static func number(of tune: Tune) -> Int { number(of: tune.id) }

    static func number(of id: String) -> Int { Int(id.dropFirst(6)) ?? 0 }

    /// Text that a guest types, without the mark: case does not matter to the rules.
    static func rightTitle(_ tune: Tune) -> String { tune.title.lowercased() }
}
