import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Reactions on their way from a phone to the screens, here and at other gateways.
@Suite struct ReactionTests {
    /// A lobby with a host, a screen and some players.
    private final class Evening {
        let parlour: Parlour
        let ears: [String: Listener]
        private var seats: [String: Seat] = [:]

        init(_ names: [String] = ["anna", "bo"], settings: JSONObject = [:]) throws {
            let parlour = try Parlour(settings: settings)
            self.parlour = parlour
            var ears: [String: Listener] = [:]
            for name in names {
                try parlour.turn {
                    parlour.room?.join(Self.id(name), name: try PlayerName(name)) { _ in }
                }
            }
            for name in ["host", "tv"] + names { ears[name] = Listener() }
            self.ears = ears
            for (name, ear) in ears {
                let viewer: Viewer =
                    switch name {
                    case "host": .host
                    case "tv": .tv
                    case _: .player(Self.id(name))
                    }
                try parlour.turn { seats[name] = try parlour.seat(viewer, on: name, at: ear) }
            }
        }

        static func id(_ name: String) -> PlayerID { PlayerID(rawValue: name) }

        func react(
            _ name: String,
            with reaction: String = "heart",
            id: String? = nil
        ) throws {
            try parlour.say(
                "PLAYER_REACT",
                #"{"reaction":"\#(reaction)"}"#,
                id: id,
                from: seats[name]
            )
        }

        func say(_ type: String) throws { try parlour.say(type, from: seats["host"]) }

        func count(_ word: String, at name: String = "tv") -> Int {
            ears[name]?.heard.count { $0.contains(word) } ?? 0
        }

        func wait(ms: Int64) { parlour.scheduler.advance(byMs: ms) }
    }

    @Test func `a reaction goes to the screens alone, at once and without a commit`() throws {
        let evening = try Evening()
        let before = evening.parlour.room?.state
        try evening.react("anna", with: "laugh")
        #expect(evening.count(#""payload":{"playerId":"anna","reaction":"laugh"}"#) == 1)
        #expect(evening.count("REACTION") == 1)
        for name in ["host", "anna", "bo"] { #expect(evening.count("REACTION", at: name) == 0) }
        #expect(evening.parlour.room?.state == before && before != nil)
        #expect(evening.count("ERROR", at: "anna") == 0)
    }

    @Test func `a repeat shows nothing more`() throws {
        let evening = try Evening()
        for _ in 0..<2 { try evening.react("anna", id: "m1") }
        try evening.react("anna", id: "m2")
        #expect(evening.count("REACTION") == 2)
    }

    @Test func `a player who reacts too often is told so, and may again later`() throws {
        let evening = try Evening()
        for _ in 0..<6 { try evening.react("anna") }
        #expect(evening.count("REACTION") == 4)
        #expect(evening.count("rate_limited", at: "anna") == 2)
        evening.wait(ms: 1_000)
        try evening.react("anna")
        #expect(evening.count("REACTION") == 5)
        #expect(evening.count("rate_limited", at: "anna") == 2)
    }

    @Test func `what is more than the screens take is not shown, and nobody is told`() throws {
        let names = (1...6).map { "guest\($0)" }
        let evening = try Evening(names)
        for name in names { for _ in 0..<3 { try evening.react(name) } }
        #expect(evening.count("REACTION") == 12)
        for name in names { #expect(evening.count("ERROR", at: name) == 0) }
        evening.wait(ms: 3_000)
        try evening.react("guest1")
        #expect(evening.count("REACTION") == 13)
    }

    @Test func `none is shown while a clue is up, or where the host wants none`() throws {
        let evening = try Evening()
        try evening.say("HOST_START_GAME")
        try evening.say("HOST_SKIP")
        #expect(evening.parlour.room?.state.game.phase.name == .clueLevel)
        try evening.react("anna")
        #expect(evening.count("REACTION") == 0 && evening.count("wrong_state", at: "anna") == 1)
        let quiet = try Evening(settings: ["reactions": .bool(false)])
        try quiet.react("anna")
        #expect(quiet.count("REACTION") == 0 && quiet.count("wrong_state", at: "anna") == 1)
    }

    @Test func `screens at another gateway show it as well, and each gateway has its limit`() throws
    {
        let evening = try Evening()
        let other = try Parlour(beside: evening.parlour)
        let screen = Listener()
        try other.turn { _ = try other.seat(.tv, on: "elsewhere", at: screen) }
        try evening.react("anna", with: "flame")
        #expect(screen.heard.count { $0.contains(#""reaction":"flame""#) } == 1)
        #expect(evening.count("REACTION") == 1)
        // Its news are lost, and so is a reaction.
        other.turnDeaf()
        try evening.react("anna")
        #expect(screen.heard.count { $0.contains("REACTION") } == 1)
    }
}
