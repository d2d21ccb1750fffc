import Foundation
import Glibc
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// Laws that must hold after every turn of every session, watched from the first turn on.
struct Laws {
    private var documents: Documents
    /// Timers that were seen: true while one stands; one that is gone must not come back.
    private var timers: [TimerID: Bool] = [:]
    /// Verdicts told to the archive, per player: the points must be their sum.
    private var judged: [PlayerID: [String: Int]] = [:]
    /// Destinations that the host has looked at.
    private var shown: Set<String> = []

    init(_ game: Tripto) throws {
        documents = try Documents(game)
    }

    mutating func check(
        _ input: Input<Tripto>,
        _ turn: Outcome<Tripto.Event>,
        before: Tripto,
        after: Tripto,
        thoroughly: Bool
    ) throws {
        guard case .changed(let effects) = turn else {
            #expect(before == after, "only .changed changes")
            return
        }
        try documents.follow(after)
        try checkSnapshots(after)
        checkTimers(after)
        #expect(!after.isPaused || after.stage.isRunning, "only a game that is on stands still")
        checkPoints(input, effects, before: before, after: after)
        let faces = after.lobby.players.map(\.avatar)
        #expect(Set(faces).count == min(faces.count, Avatar.all.count), "two have one avatar")
        try checkSecrecy(effects, after)
        checkHost(after)
        guard thoroughly else { return }
        #expect(try Self.recoded(after) == after, "a state is what its JSON says")
        #expect(try Self.recoded(input) == input, "an input is what its JSON says")
        #expect(Self.holds(Array("\(after) \(input) \(turn)".utf8), Self.secrets(in: after)) == nil)
    }

    /// Law 3: snapshot + patches = snapshot, for every role.
    private func checkSnapshots(_ game: Tripto) throws {
        #expect(try Documents.snapshot(game.hostView) == documents.host)
        #expect(try Documents.snapshot(game.tvView) == documents.tv)
        for player in game.lobby.players {
            let own = try #require(game.ownView(of: player.id))
            let whole = try Documents.snapshot(game.playersView, own)
            #expect(whole == documents.players[player.id])
        }
    }

    private mutating func checkTimers(_ game: Tripto) {
        let now = Set(game.timers.map(\.id))
        #expect(now.count == game.timers.count, "timers have names of their own")
        for (id, isThere) in timers where isThere && !now.contains(id) { timers[id] = false }
        for id in now {
            #expect(timers[id] != false, "a timer that is gone does not come back")
            timers[id] = true
        }
        for timer in game.timers {
            #expect((timer.pausedWithMs != nil) == game.isPaused, "a pause stops every timer")
        }
    }

    /// Points are the sum of the verdicts the archive was told.
    private mutating func checkPoints(
        _ input: Input<Tripto>,
        _ effects: [Effect<Tripto.Event>],
        before: Tripto,
        after: Tripto
    ) {
        if case .roundEnd = before.phase, [.preparingRound, .lobby].contains(after.phase.name) {
            judged = [:]
        }
        for case .record(.judged(let round, let player, let question, let isCorrect, let points))
            in effects
        {
            let isFollowup = question != Tripto.destinationQuestion
            #expect(isFollowup ? points == (isCorrect ? 2 : 0) : isCorrect == (points > 0))
            judged[player, default: [:]]["\(round) \(question)"] = points
        }
        for player in after.lobby.players {
            let sum = judged[player.id, default: [:]].values.reduce(0, +)
            #expect(after.scoreboard[player.id]?.points == sum, "\(player.id) after \(input)")
        }
        #expect(after.scoreboard.standings.count == after.lobby.players.count)
    }

    /// Law 2: no secret byte before the reveal, in anything that leaves for a player or a screen.
    private func checkSecrecy(_ effects: [Effect<Tripto.Event>], _ game: Tripto) throws {
        let secrets = Self.secrets(in: game)
        guard !secrets.isEmpty else { return }
        var texts = documents.lastPatches
        texts.append(documents.tv.bytes)
        if game.settings.hostMayPlay { texts += [documents.host.bytes, documents.lastHostPatch] }
        for document in documents.players.values { texts.append(Self.withoutOwnWords(document)) }
        for effect in effects {
            switch effect {
            case .announce(let event, to: let audience):
                if audience != .host || game.settings.hostMayPlay {
                    texts.append(Documents.bytes(event))
                }
            case .reply(let event):
                texts.append(Documents.bytes(event))
            case .cue(let event):
                texts.append(Documents.bytes(event))
            case .play(let cue):
                texts.append(Array("\(cue)".utf8))
            case .record, .dismiss:
                break
            }
        }
        // The sound is a screen's: no player hears of a clip, whenever it is.
        for document in documents.players.values {
            #expect(Self.holds(document.bytes, [SamplePackage.clipMark]) == nil)
        }
        for text in texts {
            let found = Self.holds(text, secrets)
            #expect(found == nil, "leaked in \(game.phase)")
        }
    }

    /// A host who plays along sees no secret, and plays nothing that it has seen before the game.
    private mutating func checkHost(_ game: Tripto) {
        guard let destination = game.phase.package?.value.destination.id else { return }
        if game.settings.hostMayPlay {
            #expect(documents.host["secret"] == .null && documents.host["review"] == .null)
            #expect(!shown.contains(destination), "the host has seen it")
        } else if case .lobby = game.phase {
            shown.insert(destination)
        }
    }

    /// A player may read what they have guessed themselves.
    private static func withoutOwnWords(_ document: JSONValue) -> [UInt8] {
        guard case .object(var members) = document, case .object(var me)? = members["me"] else {
            return document.bytes
        }
        me["lockedAnswer"] = .null
        me["followupAnswer"] = .null
        members["me"] = .object(me)
        return JSONValue.object(members).bytes
    }

    private static func holds(_ text: [UInt8], _ secrets: [String]) -> String? {
        // JSON holds no NUL, so that C may search it.
        let text = text.map { CChar(bitPattern: $0) } + [0]
        return secrets.first { strstr(text, $0) != nil }
    }

    private static func recoded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}

extension Laws {
    /// Texts that only the host may know at this moment.
    static func secrets(in game: Tripto) -> [String] {
        switch game.phase {
        case .lobby(.awaited), .lobby(.failed), .finalResults, .roundEnd: []
        case .lobby(.ready(let package, _)): all(package)
        case .preparing(let preparation): preparation.chosen.map(all) ?? []
        case .playing(let round, let stage, _):
            secrets(of: round.package, at: stage) + clips(of: round.package, at: stage)
        }
    }

    /// The names of clips that come later.
    private static func clips(of package: RoundPackage, at stage: Phase.Stage) -> [String] {
        let clues = [10, 8, 6, 4, 2]
        let later: [String] =
            switch stage {
            case .intro: clues.map { "clue_\($0)" } + ["reveal"] + questions(after: 0)
            case .clue(let level), .pausedForBrake(let level, _, _, _):
                clues.filter { $0 < level.points }.map { "clue_\($0)" } + ["reveal"]
                    + questions(after: 0)
            case .reveal: questions(after: 0)
            case .question(let question): questions(after: question.index)
            case .results(let index): questions(after: index)
            case .scoreboard: []
            }
        return later.map { SamplePackage.clipName(package, $0) }
    }

    private static func questions(after index: Int) -> [String] {
        (1...3).filter { $0 > index }.map { "followup_\($0)" }
    }

    private static func secrets(of package: RoundPackage, at stage: Phase.Stage) -> [String] {
        switch stage {
        case .intro:
            destination(package) + package.clues.map(\.text) + questions(package, after: 0)
        case .clue(let level), .pausedForBrake(let level, _, _, _):
            destination(package) + package.clues.filter { $0.points < level.points }.map(\.text)
                + questions(package, after: 0)
        case .reveal:
            sources(package) + questions(package, after: 0)
        case .question(let question):
            sources(package) + questions(package, after: question.index)
                + answers(package.followups[question.index - 1])
        case .results(let index):
            sources(package) + questions(package, after: index)
        case .scoreboard:
            sources(package)
        }
    }

    private static func all(_ package: RoundPackage) -> [String] {
        destination(package) + questions(package, after: 0)
            + package.wordings.flatMap { [$0.words.text] + $0.words.claims.map(\.statement) }
    }

    private static func destination(_ package: RoundPackage) -> [String] {
        let place = package.destination
        return [
            place.name, place.country, place.region, place.id, package.revealText, "\(place.lat)",
            "\(place.lon)",
        ] + place.aliases + sources(package)
    }

    private static func sources(_ package: RoundPackage) -> [String] {
        package.clues.flatMap { $0.sources.flatMap(\.pages) + $0.claims.map(\.statement) }
            + [package.destination.wikidata, package.id]
    }

    private static func questions(_ package: RoundPackage, after index: Int) -> [String] {
        package.followups.dropFirst(index).flatMap { [$0.q] + answers($0) }
    }

    private static func answers(_ followup: RoundPackage.Followup) -> [String] {
        [followup.a] + followup.accepted
    }
}
