import Foundation
import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// Players without a device, and the host who writes for them (docs/decisions/0058).
@Suite struct ManualPlayerTests {
    private let seats: JSONObject = ["maxPlayers": 3]

    // MARK: A seat

    @Test func `a manual player sits down like everybody, and is always there`() throws {
        var parlour = try Parlour(players: 1)
        let oma = try parlour.add("Oma")
        #expect(
            parlour.facts == [
                .playerJoined(oma, name: "Oma", isManual: true),
                .audit("HOST_ADD_PLAYER", ["name": "Oma"]),
            ]
        )
        #expect(parlour.game.scoreboard[oma]?.points == 0)
        let lobby = parlour.game.lobby
        #expect(lobby.players.map(\.isManual) == [false, true])
        #expect(lobby.player(oma)?.isConnected == true)
        #expect(lobby.player(oma)?.isSeated == false)
        #expect(Set(lobby.players.map(\.avatar)).count == 2)
        for viewer in [Viewer.host, .tv, .player(Parlour.id(1))] {
            let players = try parlour.json(of: viewer)["players"]
            #expect(players?[0]?["manual"] == nil)
            #expect(players?[1]?["manual"] == true)
            #expect(players?[1]?["connected"] == true)
        }
    }

    @Test func `everybody is told of them as manual`() throws {
        var parlour = try Parlour(players: 0)
        let oma = try parlour.add("Oma")
        let joined = parlour.effects.compactMap { effect -> String? in
            guard case .announce(.kit(.playerJoined(let player)), to: .all) = effect else {
                return nil
            }
            var writer = JSONWriter()
            KitEvent.playerJoined(player).write(to: &writer)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        #expect(joined.count == 1)
        #expect(joined.first?.contains(#""playerId":"\#(oma)""#) == true)
        #expect(joined.first?.contains(#""manual":true"#) == true)
    }

    @Test func `the same names and seats are refused as of those who join`() throws {
        var parlour = try Parlour(players: 1, settings: seats)
        #expect(Parlour.code(try parlour.tryToAdd("GUEST 1")) == "name_taken")
        #expect(parlour.canAddPlayer)
        for name in ["Oma", "Opa"] { try parlour.add(name) }
        #expect(Parlour.code(try parlour.tryToAdd("Otto")) == "session_full")
        #expect(!parlour.canAddPlayer)
        var game = parlour.game
        var unwelcome = Input<NameThatTune>.command(
            .addPlayer(try PlayerName("Fuck")),
            from: .host
        )
        #expect(Parlour.code(game.admit(&unwelcome, at: parlour.now)) == "bad_message")
    }

    @Test func `they come where others may join, and nowhere else`() throws {
        var parlour = try Parlour(players: 1, settings: ["allowLateJoin": false])
        try parlour.begin()
        #expect(!parlour.canAddPlayer)
        #expect(Parlour.code(try parlour.tryToAdd("Oma")) == "wrong_state")
        parlour.host(.endSession)
        #expect(Parlour.code(try parlour.tryToAdd("Oma")) == "session_ended")
        parlour = try Parlour(players: 1)
        try parlour.begin()
        #expect(parlour.canAddPlayer)
        try parlour.add("Oma")
    }

    @Test func `nobody but the host adds them, and a session of older rules has none`() throws {
        var parlour = try Parlour(players: 1)
        let name = try PlayerName("Oma")
        for viewer in [Viewer.tv, .player(Parlour.id(1))] {
            let outcome = parlour.give(.command(.addPlayer(name), from: viewer))
            #expect(Parlour.code(outcome) == "forbidden")
        }
        parlour = try Parlour(players: 1, rules: .seventh)
        #expect(Parlour.code(try parlour.tryToAdd("Oma")) == "wrong_state")
        #expect(!parlour.canAddPlayer)
    }

    @Test func `no presence, no absence and no offer reaches a seat without a device`() throws {
        var parlour = try Parlour(players: 1)
        let oma = try parlour.add("Oma")
        for isConnected in [false, true] {
            let presence = Input<NameThatTune>.presence(.player(oma), isConnected: isConnected)
            #expect(Parlour.code(parlour.give(presence)) == "ignored")
        }
        parlour.now = parlour.now + 2 * Lobby.absenceMs
        #expect(Parlour.code(parlour.give(.away(oma))) == "ignored")
        #expect(Parlour.code(parlour.host(.handOver(oma))) == "wrong_state")
        #expect(Parlour.code(parlour.give(.takeOver(oma))) == "wrong_state")
    }

    @Test func `who is removed may be added, and who was added leaves no trace`() throws {
        var parlour = try Parlour(players: 1)
        parlour.host(.kick(Parlour.id(1)))
        #expect(parlour.game.lobby.removals.count == 1)
        let first = try parlour.add("Guest 1")
        parlour.host(.rename(first, try PlayerName("Oma")))
        #expect(parlour.game.scoreboard[first]?.name.text == "Oma")
        parlour.host(.kick(first))
        #expect(parlour.game.lobby.players.isEmpty)
        #expect(parlour.game.lobby.removals.map(\.player) == [Parlour.id(1)])
        #expect(try parlour.add("Oma") != first, "an id is nobody else's, ever")
    }

    // MARK: The host writes

    @Test func `what the host writes is judged and counted as a guess of one's own`() throws {
        var parlour = try Parlour(players: 1, settings: ["points": ["title": 2]])
        let oma = try parlour.add("Oma")
        try parlour.begin()
        parlour.write("Mozart", "symfony no 5", for: oma, isDone: false)
        #expect(parlour.effects.contains(.reply(.answerAck)))
        for viewer in [Viewer.tv, .player(Parlour.id(1))] {
            #expect(!parlour.document(of: viewer).contains("symfony"))
        }
        parlour.guess(1, "", "")
        #expect(parlour.state == "PLAYING", "Oma is here, and not done")
        parlour.write("Beethoven", "symfony no 5", for: oma)
        #expect(parlour.state == "REVEAL")
        #expect(parlour.game.scoreboard[oma]?.points == 3)
        #expect(Parlour.code(parlour.write("Bach", "", for: oma)) == "wrong_state")
        parlour.host(.override(oma, .title, isCorrect: false))
        #expect(parlour.game.scoreboard[oma]?.points == 1)
    }

    @Test func `a pause takes nothing, and a tune is revealed without words too`() throws {
        var parlour = try Parlour(players: 0)
        let oma = try parlour.add("Oma")
        try parlour.begin()
        parlour.host(.pause)
        #expect(Parlour.code(parlour.write("Beethoven", "", for: oma)) == "wrong_state")
        parlour.host(.resume)
        parlour.host(.override(oma, .artist, isCorrect: true))
        #expect(parlour.state == "PLAYING", "points make nobody done")
        parlour.host(.skip)
        #expect(parlour.game.scoreboard[oma]?.points == 1)
    }

    @Test func `the host writes for nobody who has a device, and nobody for others`() throws {
        var parlour = try Parlour(players: 2)
        let oma = try parlour.add("Oma")
        try parlour.begin()
        #expect(Parlour.code(parlour.write("Bach", "", for: Parlour.id(1))) == "forbidden")
        #expect(
            Parlour.code(parlour.write("Bach", "", for: PlayerID(rawValue: "nobody")))
                == "not_found"
        )
        let guess = NameThatTune.Command.guess(artist: "", title: "", isDone: true, for: oma)
        #expect(Parlour.code(parlour.player(1, guess)) == "forbidden")
        #expect(Parlour.code(parlour.player(1, .choose(1, for: oma))) == "forbidden")
        let own = NameThatTune.Command.guess(artist: "", title: "", isDone: true)
        #expect(Parlour.code(parlour.host(own)) == "forbidden")
    }

    @Test func `the host goes on for a player whose phone died, with their points`() throws {
        var parlour = try Parlour(players: 2)
        try parlour.begin()
        let guest = Parlour.id(1)
        parlour.guess(1, "Beethoven", "symphony no 5")
        parlour.guess(2, "", "")
        try parlour.pass()
        try parlour.pass()
        try parlour.bring()
        parlour.guess(1, "Composer", "", isDone: false)
        parlour.give(.presence(.player(guest), isConnected: false))
        #expect(Parlour.code(parlour.write("Composer Number 2", "", for: guest)) == nil)
        parlour.guess(2, "", "")
        #expect(parlour.state == "REVEAL", "nobody waits for a phone that is away")
        #expect(parlour.game.scoreboard[guest]?.points == 3)
        let players = try parlour.json(of: .tv)["players"]
        #expect(players?[0]?["manual"] == nil, "it is still their seat")
        try parlour.pass()
        try parlour.pass()
        try parlour.bring()
        parlour.give(.presence(.player(guest), isConnected: true))
        #expect(Parlour.code(parlour.write("", "Tune 3", for: guest)) == "forbidden")
        #expect(Parlour.code(parlour.guess(1, "", "Tune 3", isDone: false)) == nil)
    }

    @Test func `a choice is made for who is away, but not by older rules`() throws {
        var parlour = try Parlour(players: 2, settings: ["trivia": true])
        try parlour.begin()
        parlour.host(.skip)
        try parlour.pass()
        parlour.give(.presence(.player(Parlour.id(1)), isConnected: false))
        #expect(Parlour.code(parlour.host(.choose(0, for: Parlour.id(1)))) == nil)
        #expect(Parlour.code(parlour.host(.choose(1, for: Parlour.id(1)))) == "already_answered")
        #expect(Parlour.code(parlour.host(.choose(0, for: Parlour.id(2)))) == "forbidden")
        parlour = try Parlour(players: 1, rules: .eighth)
        try parlour.begin()
        parlour.give(.presence(.player(Parlour.id(1)), isConnected: false))
        #expect(Parlour.code(parlour.write("", "", for: Parlour.id(1))) == "forbidden")
    }

    @Test func `the trivia takes one choice for them, which closes it with the others`() throws {
        var parlour = try Parlour(players: 1, settings: ["trivia": true])
        let oma = try parlour.add("Oma")
        try parlour.begin()
        parlour.host(.skip)
        try parlour.pass()
        guard case .playing(let round, .trivia) = parlour.game.phase else {
            Issue.record("no trivia")
            return
        }
        #expect(Parlour.code(parlour.host(.choose(0, for: Parlour.id(1)))) == "forbidden")
        parlour.player(1, .choose((round.rightOption + 1) % 4))
        #expect(try parlour.json(of: .tv)["trivia"]?["correctOption"] == .null)
        #expect(Parlour.code(parlour.host(.choose(round.rightOption, for: oma))) == nil)
        #expect(try parlour.json(of: .tv)["trivia"]?["correctOption"] != .null)
        #expect(parlour.game.scoreboard[oma]?.points == 1)
        #expect(Parlour.code(parlour.host(.choose(0, for: oma))) == "wrong_state")
    }

    @Test func `one choice is one choice`() throws {
        var parlour = try Parlour(players: 1, settings: ["trivia": true])
        let oma = try parlour.add("Oma")
        try parlour.begin()
        parlour.host(.skip)
        try parlour.pass()
        #expect(Parlour.code(parlour.host(.choose(0, for: oma))) == nil)
        #expect(Parlour.code(parlour.host(.choose(1, for: oma))) == "already_answered")
    }

    @Test func `a game of manual players alone begins, is played and has its winner`() throws {
        var parlour = try Parlour(players: 0)
        #expect(Parlour.code(parlour.host(.startGame)) == "wrong_state")
        let (oma, opa) = (try parlour.add("Oma"), try parlour.add("Opa"))
        parlour.host(.startGame)
        for number in 1...5 {
            try parlour.bring()
            parlour.write("", "Tune \(number)", for: oma)
            #expect(parlour.state == "PLAYING")
            parlour.write("", "", for: opa)
            #expect(parlour.state == "REVEAL")
            try parlour.pass()
            if number < 5 { try parlour.pass() }
        }
        #expect(parlour.state == "FINAL_RESULTS")
        #expect(parlour.game.finale?.results.winners == [oma])
    }

    // MARK: On the wire and in the journal

    private typealias Case = (type: String, payload: JSONObject, from: Viewer)

    @Test func `answers are read for whom they are`() throws {
        let player = Viewer.player(Parlour.id(1))
        let guess: JSONObject = ["artist": "Bach", "title": "", "done": true, "playerId": "m1"]
        let choice: JSONObject = ["option": 2, "playerId": "m1"]
        let oma = PlayerID(rawValue: "m1")
        let read: [(Case, NameThatTune.Command)] = [
            (
                ("TUNE_GUESS", guess, .host),
                .guess(artist: "Bach", title: "", isDone: true, for: oma)
            ),
            // A player speaks for nobody else, whatever stands there.
            (("TUNE_GUESS", guess, player), .guess(artist: "Bach", title: "", isDone: true)),
            (("TUNE_CHOOSE", choice, .host), .choose(2, for: oma)),
            (("TUNE_CHOOSE", choice, player), .choose(2)),
        ]
        for (message, command) in read {
            let payload = JSONValue.object(message.payload)
            let found = try NameThatTune.command(
                type: message.type,
                payload: payload,
                from: message.from
            )
            #expect(found == command)
        }
    }

    @Test func `an answer that says not for whom, or comes from a screen, is refused`() {
        let guess: JSONObject = ["artist": "Bach", "title": "", "done": true]
        let refused: [(Case, ErrorCode, String?)] = [
            (("TUNE_GUESS", guess, .host), .badMessage, "playerId"),
            (("TUNE_CHOOSE", ["option": 2], .host), .badMessage, "playerId"),
            (("TUNE_CHOOSE", ["option": 2, "playerId": 7], .host), .badMessage, "playerId"),
            (("TUNE_CHOOSE", ["option": 4, "playerId": "m1"], .host), .badMessage, "option"),
            (("TUNE_GUESS", guess, .tv), .forbidden, nil),
            (("TUNE_CHOOSE", ["option": 2, "playerId": "m1"], .tv), .forbidden, nil),
            (("HOST_ADD_PLAYER", [:], .host), .badMessage, "name"),
            (("HOST_ADD_PLAYER", ["name": " \u{200B} "], .host), .badMessage, "name"),
            (("HOST_ADD_PLAYER", ["name": "Oma"], .tv), .forbidden, nil),
        ]
        for (message, code, field) in refused {
            let error = #expect(throws: WireError.self) {
                try NameThatTune.read(
                    type: message.type,
                    payload: .object(message.payload),
                    from: message.from
                )
            }
            #expect(error?.code == code, "\(message)")
            #expect(error?.field == field, "\(message)")
        }
    }

    @Test func `a guess of one's own is stored as it always was`() throws {
        let stored = #"{"guess":{"artist":"Bach","isDone":true,"title":"Air"}}"#
        let own = NameThatTune.Command.guess(artist: "Bach", title: "Air", isDone: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(own), as: UTF8.self) == stored)
        let read = try JSONDecoder().decode(NameThatTune.Command.self, from: Data(stored.utf8))
        #expect(read == own)
        let player = Lobby.Player.self
        let older = #"{"id":"p1","name":"Alva","joinedAt":1000}"#
        let alva = try JSONDecoder().decode(player, from: Data(older.utf8))
        #expect(!alva.isManual)
        #expect(!String(decoding: try encoder.encode(alva), as: UTF8.self).contains("anual"))
    }
}

extension Parlour {
    @discardableResult
    fileprivate mutating func tryToAdd(_ name: String) throws -> Outcome<Event> {
        host(.addPlayer(try PlayerName(name)))
    }

    @discardableResult
    fileprivate mutating func add(_ name: String) throws -> PlayerID {
        try tryToAdd(name)
        let player = try #require(game.lobby.players.last)
        try #require(player.isManual && player.name.text == name)
        return player.id
    }

    @discardableResult
    fileprivate mutating func write(
        _ artist: String,
        _ title: String,
        for player: PlayerID,
        isDone: Bool = true
    ) -> Outcome<Event> {
        host(.guess(artist: artist, title: title, isDone: isDone, for: player))
    }

    fileprivate func json(of viewer: Viewer) throws -> JSONValue {
        try JSONReader.read(Array(document(of: viewer).utf8))
    }

    fileprivate var canAddPlayer: Bool {
        (try? json(of: .host))?["uiHints"]?["canAddPlayer"] == true
    }
}
