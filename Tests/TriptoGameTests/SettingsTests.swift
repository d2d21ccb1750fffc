import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct SettingsTests {
    private func read(_ json: String) throws -> Tripto.Settings {
        let value = try JSONReader.read(Array(json.utf8))
        return try Tripto.Settings(try #require(value.object), randomSeed: 99)
    }

    @Test func `nothing chosen means the contract's defaults`() throws {
        let settings = try read("{}")
        #expect(settings == Tripto.Settings(seed: 99))
        #expect(settings.destinationsCount == 3)
        #expect(settings.followupsPerDestination == 2)
        #expect(settings.maxPlayers == 20)
        #expect(settings.allowLateJoin && settings.earlyReveal)
        #expect(settings.afterBrake == .next && settings.nameFilter == .medium)
        #expect(settings.clueClock == .level)
        #expect(!settings.hostMayPlay && !settings.latencyFair)
        #expect(settings.timings.final == 10_500)
    }

    @Test func `everything may be chosen`() throws {
        let settings = try read(
            """
            {"destinationsCount":10,"followupsPerDestination":0,"difficulty":"hard",
             "theme":" Islands\\u200b  and  seas ","locale":"en","maxPlayers":500,
             "allowLateJoin":false,"earlyReveal":false,"afterBrake":"same","nameFilter":"off","clueClock":"voice","hostMayPlay":true,"latencyFair":true,"seed":42,
             "timings":{"intro":20,"clue":600000,"brakeAnswer":21,"reveal":22,"followup":23,
                        "followupResults":24,"scoreboard":25,"final":26}}
            """
        )
        #expect(settings.destinationsCount == 10)
        #expect(settings.followupsPerDestination == 0)
        #expect(settings.difficulty == .hard)
        #expect(settings.theme == "Islands and seas")
        #expect(settings.locale == .en)
        #expect(settings.maxPlayers == 500)
        #expect(!settings.allowLateJoin && !settings.earlyReveal)
        #expect(settings.afterBrake == .same && settings.nameFilter == .off)
        #expect(settings.clueClock == .voice)
        #expect(settings.hostMayPlay && settings.latencyFair)
        #expect(settings.seed == 42)
        let timings = settings.timings
        #expect(
            [
                timings.intro, timings.clue, timings.brakeAnswer, timings.reveal, timings.followup,
                timings.followupResults, timings.scoreboard, timings.final,
            ] == [20, 600_000, 21, 22, 23, 24, 25, 26]
        )
    }

    @Test func `a whole number may be written with a fraction of nothing`() throws {
        let settings = try read(#"{"destinationsCount":5.0,"maxPlayers":5e1,"seed":7.0}"#)
        #expect(settings.destinationsCount == 5)
        #expect(settings.maxPlayers == 50)
        #expect(settings.seed == 7)
    }

    @Test(
        arguments: [
            (#"{"destinationsCount":0}"#, "destinationsCount"),
            (#"{"destinationsCount":11}"#, "destinationsCount"),
            (#"{"destinationsCount":"3"}"#, "destinationsCount"),
            (#"{"destinationsCount":null}"#, "destinationsCount"),
            (#"{"destinationsCount":2.5}"#, "destinationsCount"),
            (#"{"followupsPerDestination":-1}"#, "followupsPerDestination"),
            (#"{"followupsPerDestination":4}"#, "followupsPerDestination"),
            (#"{"difficulty":"brutal"}"#, "difficulty"), (#"{"difficulty":1}"#, "difficulty"),
            (#"{"theme":7}"#, "theme"),
            (#"{"theme":"\#(String(repeating: "å", count: 81))"}"#, "theme"),
            (#"{"locale":"de"}"#, "locale"), (#"{"maxPlayers":0}"#, "maxPlayers"),
            (#"{"maxPlayers":501}"#, "maxPlayers"), (#"{"allowLateJoin":1}"#, "allowLateJoin"),
            (#"{"earlyReveal":"yes"}"#, "earlyReveal"), (#"{"afterBrake":"later"}"#, "afterBrake"),
            (#"{"clueClock":true}"#, "clueClock"),
            (#"{"hostMayPlay":1}"#, "hostMayPlay"),
            (#"{"latencyFair":"no"}"#, "latencyFair"),
            (#"{"seed":-1}"#, "seed"),
            (#"{"nameFilter":"hard"}"#, "nameFilter"),
            (#"{"seed":1.5}"#, "seed"), (#"{"seed":"18446744073709551616"}"#, "seed"),
            (#"{"seed":"0x10"}"#, "seed"), (#"{"timings":5}"#, "timings"),
            (#"{"timings":{"clue":19}}"#, "timings.clue"),
            (#"{"timings":{"clue":600001}}"#, "timings.clue"),
            (#"{"timings":{"clue":true}}"#, "timings.clue"),
            (#"{"timings":{"lunch":100}}"#, "timings.lunch"), (#"{"colour":"red"}"#, "colour"),
        ]
    ) func `what is out of range, unknown or of the wrong type is named`(
        json: String,
        field: String
    ) throws {
        let error = try #require(throws: WireError.self) { try read(json) }
        #expect(error.code == .badMessage)
        #expect(error.field == "settings.\(field)")
    }

    @Test func `a seed past two to the fifty-third comes as digits`() throws {
        #expect(try read(#"{"seed":"18446744073709551615"}"#).seed == .max)
        #expect(try read(#"{"seed":null,"theme":null,"timings":null}"#) == .init(seed: 99))
    }

    @Test func `a theme of nothing is none`() throws {
        #expect(try read(#"{"theme":"  "}"#).theme == nil)
        let longest = String(repeating: "å", count: 80)
        #expect(try read(#"{"theme":"\#(longest)"}"#).theme == longest)
    }
}
