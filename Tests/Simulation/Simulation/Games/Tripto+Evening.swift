import GameState
package import Protocol
package import Seeded
package import TriptoGame

extension Tripto: SimulatedGame {
    package typealias Knowledge = TriptoKnowledge

    /// Its name, except for shown answers, a state without a name of its own.
    package var place: String {
        if case .playing(_, .results, _) = phase { "results" } else { phase.name.rawValue }
    }

    package static func settings(_ dice: inout SplitMix64, pace: Int64) -> JSONObject {
        [
            "destinationsCount": .int(Int64.random(in: 1...3, using: &dice)),
            "followupsPerDestination": .int(Int64.random(in: 0...3, using: &dice)),
            "earlyReveal": .bool(dice.chance(60)),
            "afterBrake": .string(dice.chance(40) ? "same" : "next"),
            "hostMayPlay": .bool(dice.chance(35)),
            "latencyFair": .bool(dice.chance(50)),
            "clueClock": .string(dice.chance(50) ? "voice" : "level"),
            "allowLateJoin": .bool(dice.chance(80)),
            "maxPlayers": .int(Int64.random(in: 3...9, using: &dice)),
            "timings": .object([
                "intro": .int(dice.ms(200...3000) * pace),
                "clue": .int(dice.ms(1000...9000) * pace),
                "brakeAnswer": .int(dice.ms(500...9000) * pace),
                "reveal": .int(dice.ms(200...4000) * pace),
                "followup": .int(dice.ms(1000...9000) * pace),
                "followupResults": .int(dice.ms(200...3000) * pace),
                "scoreboard": .int(dice.ms(200...3000) * pace),
                "final": .int(dice.ms(1000...8000) * pace),
            ]),
        ]
    }

    /// Most have a voice, and of that most clips were ready in time.
    package static func content(
        for wish: PackageWish,
        in evening: Evening<Tripto>
    ) -> RoundContent? {
        guard let package = MarkedPackage.choose(for: wish) else { return nil }
        let content = RoundContent(package)
        guard evening.dice.chance(85) else { return content }
        let clips = MarkedPackage.clipMarks(of: package).map { mark -> Clip? in
            guard evening.dice.chance(90) else { return nil }
            let id = ClipID(rawValue: "\(mark)\(evening.nextNumber())")
            return Clip(id: id, durationMs: evening.dice.ms(300...20_000), lufs: -19)
        }
        let credit = VoiceCredit(provider: "nobody", licence: "none")
        return Tripto.voiced(content, by: credit, clips: clips)
    }

    /// A host who plays along may know no more than the others. No evening changes that in its middle.
    package func hidesSecrets(from viewer: Viewer) -> Bool {
        viewer != .host || settings.hostMayPlay
    }

    // MARK: The host

    package static func hostHurries(_ host: SimulatedClient<Tripto>, in evening: Evening<Tripto>) {
        host.say("HOST_FORCE_REVEAL")
    }

    package static func hostMeddles(_ host: SimulatedClient<Tripto>, in evening: Evening<Tripto>) {
        switch Int.random(in: 0..<21, using: &evening.dice) {
        case ..<12: override(host, evening)
        case ..<16: host.say("HOST_REGENERATE_CONTENT")
        case _: host.say("MUSIC_GAIN_SET", ["gainDb": .int(-evening.dice.ms(0...40))])
        }
    }

    package static func hostWaits(_ host: SimulatedClient<Tripto>, in evening: Evening<Tripto>) {
        let settings: JSONObject = [
            "maxPlayers": .int(evening.dice.ms(1...12)),
            "followupsPerDestination": .int(evening.dice.ms(0...3)),
        ]
        host.say("HOST_UPDATE_SETTINGS", ["settings": .object(settings)])
    }

    private static func override(_ host: SimulatedClient<Tripto>, _ evening: Evening<Tripto>) {
        let player =
            evening.dice.pick(evening.truth.game.lobby.players)?.id ?? PlayerID(rawValue: "nobody")
        let index: JSONValue = evening.dice.chance(50) ? .null : .int(evening.dice.ms(1...3))
        host.say(
            "HOST_OVERRIDE_ANSWER",
            [
                "playerId": .string(player.rawValue), "index": index,
                "isCorrect": .bool(evening.dice.chance(50)),
            ]
        )
    }

    // MARK: Guests

    package static func guestActs(
        _ somebody: SimulatedClient<Tripto>,
        in evening: Evening<Tripto>
    ) {
        var guest = somebody
        switch evening.truth.game.phase {
        case .playing(_, .clue, _):
            for _ in 0..<Int.random(in: 1...3, using: &evening.dice) {
                evening.dice.pick(evening.players)?.say(
                    "BRAKE_PULL",
                    ["atClientMs": .int(evening.scheduler.now.ms)],
                    named: evening.dice.chance(85)
                )
            }
        case .playing(let round, .pausedForBrake(_, let owner, _, _), _):
            if evening.dice.chance(80) {
                guest = evening.players.first { $0.viewer == .player(owner) } ?? guest
            }
            if evening.dice.chance(15) { return guest.say("BRAKE_PULL") }
            guest.say("BRAKE_ANSWER_SUBMIT", ["answerText": answer(round.package, evening)])
        case .playing(let round, .question(let question), _):
            follow(up: round.package, question.index, by: guest, evening)
        case .playing(let round, .results(let index), _):
            if evening.dice.chance(30) { follow(up: round.package, index, by: guest, evening) }
        case .playing(let round, .reveal, _):
            if evening.truth.game.timers.count > 1 { return vote(guest, evening) }
            if evening.dice.chance(30) { return guest.say("BRAKE_PULL") }
            if evening.truth.game.settings.hostMayPlay, evening.dice.chance(60) {
                return guest.say("PLAYER_DISPUTE")
            }
            guest.say("BRAKE_ANSWER_SUBMIT", ["answerText": answer(round.package, evening)])
        case .playing(_, .scoreboard, _) where evening.truth.game.settings.hostMayPlay:
            if evening.truth.game.timers.count > 1 { return vote(guest, evening) }
            guest.say("PLAYER_DISPUTE")
        case .lobby, .preparing, .playing(_, .intro, _), .playing(_, .scoreboard, _),
            .finalResults, .roundEnd:
            if evening.dice.chance(10) { guest.say("BRAKE_PULL") }
            if evening.dice.chance(4) { guest.say("HOST_SKIP") }
        }
    }

    /// Most have a word on it, also the one whose answer it is.
    private static func vote(_ guest: SimulatedClient<Tripto>, _ evening: Evening<Tripto>) {
        for voter in evening.players where evening.dice.chance(70) {
            voter.say("PLAYER_VOTE", ["isCorrect": .bool(evening.dice.chance(65))])
        }
        if evening.dice.chance(20) { guest.say("PLAYER_DISPUTE") }
    }

    private static func follow(
        up package: RoundPackage,
        _ index: Int,
        by guest: SimulatedClient<Tripto>,
        _ evening: Evening<Tripto>
    ) {
        let right =
            package.followups.indices.contains(index - 1)
            ? package.followups[index - 1].a.lowercased() : "nothing"
        let text: JSONValue = evening.dice.chance(50) ? .string(right) : answer(package, evening)
        let asked = evening.dice.chance(92) ? Int64(index) : evening.dice.ms(0...4)
        guest.say("FOLLOWUP_ANSWER_SUBMIT", ["index": .int(asked), "answerText": text])
    }

    private static func answer(
        _ package: RoundPackage,
        _ evening: Evening<Tripto>
    ) -> JSONValue {
        let right = MarkedPackage.rightAnswer(package)
        switch Int.random(in: 0..<10, using: &evening.dice) {
        case ..<4: return .string(right)
        case 4: return .string(String(right.dropLast(1)) + "x")
        case 5: return .string("   ")
        case 6: return .string(String(repeating: "long ", count: 60))
        case 7: return .string("  \u{202E}Atlantis\u{0} ")
        case 8: return .int(7)
        case _: return .string("Atlantis \(evening.nextNumber())")
        }
    }

    // MARK: Laws

    package static func check(_ before: Tripto, _ after: Tripto, by laws: Laws<Tripto>) {
        guard case .playing(let round, .pausedForBrake(let level, let owner, _, _), _) = after.phase
        else { return }
        if case .playing(_, .pausedForBrake(_, owner, _, _), _) = before.phase { return }
        if case .playing(_, .pausedForBrake, _) = before.phase {
            laws.violate(.oneBrake, "a brake on a brake")
        }
        if laws.holder(of: .brake) != owner {
            laws.violate(.oneBrake, "\(owner) brakes and never had the claim")
        }
        // Of a level that goes on there may be one for each player.
        let place =
            after.settings.afterBrake == .same
            ? "\(round.id) of \(owner)" : "\(round.id) at clue \(level.points)"
        if !laws.isFirst("brake \(place)") {
            laws.violate(.oneBrake, "two brakes in \(place)")
        }
    }

    package static func whoAnswered(_ frame: ServerFrame) -> PlayerID? {
        guard frame.type == "BRAKE_ANSWER_LOCKED" else { return nil }
        return (frame.payload["playerId"]?.string).map(PlayerID.init)
    }

    package static func secret(of game: Tripto, leakedBy flaw: Flaw, to viewer: Viewer) -> String? {
        guard case .playing(let round, .clue, _) = game.phase else { return nil }
        return switch flaw {
        case .leaksSecret: round.package.destination.name
        case .leaksClip where viewer != .tv: MarkedPackage.clipMarks(of: round.package)[0] + "1"
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
        case .fault: Fault.allCases.filter { !$0.isOfAllGames }.map(\.rawValue)
        case .close: []
        case .refusal:
            [
                "session_full", "too_late", "rate_limited", "already_answered", "content_failed",
                "brake already_paused",
                "brake not_allowed already_answered", "brake not_allowed wrong_state",
                "brake not_allowed host_paused", "brake rate_limited",
            ]
        case .message:
            [
                "ANSWER_ACK", "CLUE_PRESENT", "BRAKE_ACCEPTED", "BRAKE_REJECTED",
                "BRAKE_ANSWER_LOCKED",
                "DESTINATION_REVEAL", "DESTINATION_RESULTS", "SCOREBOARD_UPDATE",
                "FOLLOWUP_PRESENT", "FOLLOWUP_LOCKED", "FOLLOWUP_RESULTS", "AUDIO_PLAY",
                "AUDIO_STOP", "MUSIC_DUCK", "MUSIC_SET", "MUSIC_STOP", "MUSIC_GAIN_SET",
                "SFX_PLAY", "UI_EFFECT_TRIGGER",
            ]
        }
    }
}
