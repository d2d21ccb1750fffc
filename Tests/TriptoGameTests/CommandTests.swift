import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct CommandTests {
    private static let player = Viewer.player(PlayerID(rawValue: "p1"))

    private static let commands: [(String, String, Viewer, EitherCommand<Tripto>)] = [
        ("BRAKE_PULL", #"{"atClientMs":5}"#, player, .own(.brakePull(atClientMs: 5))),
        ("BRAKE_PULL", #"{"atClientMs":5.5}"#, player, .own(.brakePull(atClientMs: 5))),
        ("BRAKE_PULL", "{}", player, .own(.brakePull(atClientMs: nil))),
        ("BRAKE_ANSWER_SUBMIT", #"{"answerText":" Oslo "}"#, player, .own(.brakeAnswer("Oslo"))),
        (
            "FOLLOWUP_ANSWER_SUBMIT", #"{"index":2,"answerText":"1814"}"#, player,
            .own(.followupAnswer(index: 2, "1814"))
        ),
        ("LEAVE", "{}", player, .kit(.leave)), ("LEAVE", "{}", .host, .kit(.leave)),
        ("HOST_START_GAME", "{}", .host, .kit(.startGame)), ("HOST_SKIP", "{}", .host, .kit(.skip)),
        ("HOST_PAUSE", "{}", .host, .kit(.pause)), ("HOST_RESUME", "{}", .host, .kit(.resume)),
        ("HOST_FORCE_REVEAL", "{}", .host, .own(.forceReveal)),
        ("HOST_END_SESSION", #"{"reason":"late"}"#, .host, .kit(.endSession)),
        (
            "HOST_KICK_PLAYER", #"{"playerId":"p2"}"#, .host,
            .kit(.kick(PlayerID(rawValue: "p2")))
        ),
        (
            "HOST_RENAME_PLAYER", #"{"playerId":"p2","name":" Bo \u200b Ek "}"#, .host,
            .kit(.rename(PlayerID(rawValue: "p2"), bo))
        ),
        ("HOST_ADD_PLAYER", #"{"name":" Bo \u200b Ek "}"#, .host, .kit(.addPlayer(bo))),
        (
            "HOST_HAND_OVER", #"{"playerId":"p2"}"#, .host,
            .kit(.handOver(PlayerID(rawValue: "p2")))
        ),
        ("HOST_HAND_OVER", #"{"playerId":null}"#, .host, .kit(.handOver(nil))),
        (
            "HOST_SET_SPEAKER", #"{"connectionId":"c2"}"#, .host,
            .kit(.setSpeaker(ConnectionID(rawValue: "c2")))
        ),
        ("HOST_SET_SPEAKER", #"{"connectionId":null}"#, .host, .kit(.setSpeaker(nil))),
        (
            "HOST_OVERRIDE_ANSWER", #"{"playerId":"p2","index":1,"isCorrect":true}"#, .host,
            .own(.overrideAnswer(PlayerID(rawValue: "p2"), question: 1, isCorrect: true))
        ),
        (
            "HOST_OVERRIDE_ANSWER", #"{"playerId":"p2","isCorrect":false}"#, .host,
            .own(.overrideAnswer(PlayerID(rawValue: "p2"), question: nil, isCorrect: false))
        ),
        ("HOST_REGENERATE_CONTENT", "{}", .host, .own(.regenerateContent(nil))),
        (
            "HOST_REGENERATE_CONTENT", #"{"levelPoints":6}"#, .host,
            .own(.regenerateContent(.clue(.six)))
        ),
        (
            "HOST_REGENERATE_CONTENT", #"{"index":2}"#, .host,
            .own(.regenerateContent(.question(2)))
        ),
        ("MUSIC_GAIN_SET", #"{"gainDb":-24}"#, .host, .own(.setMusicGain(-24))),
        ("MUSIC_GAIN_SET", #"{"gainDb":-0.5}"#, .host, .own(.setMusicGain(-0.5))),
    ]

    private static var bo: PlayerName {
        guard let name = try? PlayerName("Bo Ek") else { preconditionFailure("a good name") }
        return name
    }

    private func read(_ type: String, _ json: String, _ viewer: Viewer) throws -> EitherCommand<
        Tripto
    >? {
        try Tripto.read(type: type, payload: JSONReader.read(Array(json.utf8)), from: viewer)
    }

    @Test func `pulls and answers are counted, and nothing else`() throws {
        for (type, payload, viewer, command) in Self.commands {
            let isAnswer = ["BRAKE_ANSWER_SUBMIT", "FOLLOWUP_ANSWER_SUBMIT"].contains(type)
            let limit: CommandLimit? = type == "BRAKE_PULL" ? .pulls : isAnswer ? .answers : nil
            #expect(command.limit == limit, "\(type) \(payload) \(viewer)")
        }
    }

    @Test func `every message that may be sent is read`() throws {
        for (type, json, viewer, command) in Self.commands {
            #expect(try read(type, json, viewer) == command, "\(type) \(json)")
        }
    }

    @Test func `what is another role's is forbidden`() throws {
        for (type, json, viewer, _) in Self.commands where type != "LEAVE" {
            for other in [Viewer.host, .tv, Self.player] where other != viewer {
                let error = try #require(throws: WireError.self, "\(type) from \(other)") {
                    try read(type, json, other)
                }
                #expect(error.code == .forbidden)
            }
        }
    }

    @Test func `a type of no game is nobody's`() throws {
        #expect(try read("SING", "{}", .host) == nil)
    }

    @Test(
        arguments: [
            ("BRAKE_PULL", #"{"atClientMs":"now"}"#, "atClientMs"),
            ("BRAKE_ANSWER_SUBMIT", "{}", "answerText"),
            ("BRAKE_ANSWER_SUBMIT", #"{"answerText":7}"#, "answerText"),
            ("BRAKE_ANSWER_SUBMIT", #"{"answerText":" \n "}"#, "answerText"),
            ("BRAKE_ANSWER_SUBMIT", #"{"answerText":"\#(long)"}"#, "answerText"),
            ("FOLLOWUP_ANSWER_SUBMIT", #"{"answerText":"x"}"#, "index"),
            ("FOLLOWUP_ANSWER_SUBMIT", #"{"index":0,"answerText":"x"}"#, "index"),
            ("FOLLOWUP_ANSWER_SUBMIT", #"{"index":1}"#, "answerText"),
            ("HOST_KICK_PLAYER", "{}", "playerId"),
            ("HOST_KICK_PLAYER", #"{"playerId":7}"#, "playerId"),
            ("HOST_RENAME_PLAYER", #"{"name":"Bo"}"#, "playerId"),
            ("HOST_RENAME_PLAYER", #"{"playerId":"p1"}"#, "name"),
            ("HOST_RENAME_PLAYER", #"{"playerId":"p1","name":7}"#, "name"),
            ("HOST_RENAME_PLAYER", #"{"playerId":"p1","name":" \u200b "}"#, "name"),
            ("HOST_RENAME_PLAYER", #"{"playerId":"p1","name":"123456789012345678901"}"#, "name"),
            ("HOST_OVERRIDE_ANSWER", #"{"playerId":"p1"}"#, "isCorrect"),
            ("HOST_OVERRIDE_ANSWER", #"{"playerId":"p1","isCorrect":1}"#, "isCorrect"),
            ("HOST_OVERRIDE_ANSWER", #"{"playerId":"p1","index":4,"isCorrect":true}"#, "index"),
            ("HOST_REGENERATE_CONTENT", #"{"levelPoints":5}"#, "levelPoints"),
            ("HOST_REGENERATE_CONTENT", #"{"index":9}"#, "index"),
            ("HOST_REGENERATE_CONTENT", #"{"levelPoints":8,"index":1}"#, "index"),
            ("MUSIC_GAIN_SET", "{}", "gainDb"), ("MUSIC_GAIN_SET", #"{"gainDb":1}"#, "gainDb"),
            ("MUSIC_GAIN_SET", #"{"gainDb":-121}"#, "gainDb"),
            ("MUSIC_GAIN_SET", #"{"gainDb":"low"}"#, "gainDb"),
        ]
    ) func `a bad field is named`(type: String, json: String, field: String) throws {
        let viewer = type.hasPrefix("BRAKE") || type.hasPrefix("FOLLOWUP") ? Self.player : .host
        let error = try #require(throws: WireError.self) { try read(type, json, viewer) }
        #expect(error.code == .badMessage)
        #expect(error.field == field)
    }

    private static let long = String(repeating: "ä", count: 201)

    @Test func `two hundred characters are an answer, invisible ones are none`() throws {
        let longest = String(repeating: "ä", count: 200)
        let json = #"{"answerText":" \u200b\#(longest) "}"#
        #expect(try read("BRAKE_ANSWER_SUBMIT", json, Self.player) == .own(.brakeAnswer(longest)))
    }
}
