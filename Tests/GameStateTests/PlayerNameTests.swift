import Protocol
import Testing

@testable import GameState

@Suite struct PlayerNameTests {
    @Test(
        arguments: [
            ("  Ada  Lovelace ", "Ada Lovelace"), ("A\u{200B}da\u{0007}", "Ada"),
            ("\u{202E}Bo", "Bo"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("❤️", "❤️"), ("a\tb\nc", "a b c"),
            (String(repeating: "å", count: 20), String(repeating: "å", count: 20)),
        ]
    ) func `a name is made fit to be shown`(raw: String, text: String) throws {
        #expect(try PlayerName(raw).text == text)
    }

    @Test(
        arguments: [
            "", "  ", "\u{200B}", "\u{3164}\u{2800}", "\u{115F}\u{FFA0}\u{180B}",
            String(repeating: "å", count: 21),
            "a" + String(repeating: "\u{0301}", count: 100),
        ]
    ) func `a name without characters or with too many is refused`(raw: String) throws {
        let error = try #require(throws: WireError.self) { try PlayerName(raw) }
        #expect(error.field == "name")
    }

    @Test func `case and composition make no other name`() throws {
        #expect(try PlayerName("Åsa").isSame(as: PlayerName("åSA")))
        #expect(try PlayerName("A\u{30A}sa").isSame(as: PlayerName("Åsa")))
        #expect(try !PlayerName("Asa").isSame(as: PlayerName("Åsa")))
    }
}
