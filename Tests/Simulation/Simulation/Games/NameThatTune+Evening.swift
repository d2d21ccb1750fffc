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
        let number = evening.nextNumber()
        guard evening.dice.chance(90) else { return TuneContent(MarkedTune.make(number)) }
        return recorded(
            TuneContent(MarkedTune.make(number)),
            as: ClipID(rawValue: MarkedTune.mark("clip", number))
        )
    }

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

    package static func guestActs(
        _ guest: SimulatedClient<NameThatTune>,
        in evening: Evening<NameThatTune>
    ) {
        if evening.dice.chance(4) { return guest.say("HOST_SKIP") }
        guard case .playing(let round, let stage) = evening.truth.game.phase else {
            if evening.dice.chance(10) { guess(guest, "anybody", evening) }
            return
        }
        switch stage {
        case .listening: guess(guest, MarkedTune.rightTitle(round.tune), evening)
        case .trivia:
            guest.say("TUNE_CHOOSE", ["option": .int(evening.dice.ms(-1...4))])
        case .reveal, .triviaResults, .scoreboard:
            if evening.dice.chance(20) { guess(guest, "too late", evening) }
            if evening.dice.chance(20) { guest.say("TUNE_CHOOSE", ["option": .int(1)]) }
        }
    }

    private static func guess(
        _ guest: SimulatedClient<NameThatTune>,
        _ right: String,
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
        guest.say(
            "TUNE_GUESS",
            ["artist": "Anybody", "title": title, "done": .bool(evening.dice.chance(50))]
        )
    }

    package static func secret(
        of game: NameThatTune,
        leakedBy flaw: Flaw,
        to viewer: Viewer
    ) -> String? {
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
                    kind == "clip"
                    ? viewer == .tv && played.contains(number)
                    : kind != "id" && revealed.contains(number)
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

    static func number(of tune: Tune) -> Int { Int(tune.id.dropFirst(6)) ?? 0 }

    /// Text that a guest types, without the mark: case does not matter to the rules.
    static func rightTitle(_ tune: Tune) -> String { tune.title.lowercased() }
}
