import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// The host has one clue or one question replaced, and the rest stays (protocol §3.4).
@Suite struct PartsTests {
    private static let whole = SamplePackage.varied(1)

    /// With a package in the lobby that has other texts for 10 and 8 points.
    private func party(
        rules: RulesVersion = .latest,
        questions: Int = 2
    ) throws -> Party {
        var party = Party { $0.followupsPerDestination = questions }
        party.game.rules = rules
        let wish = try #require(party.game.wish)
        party.give(.content(RoundContent(Self.whole), for: wish))
        return party
    }

    private func clue(_ place: Int, in party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.hostView)["secret"]?["clues"]?.array?[place]["text"]
    }

    private func questions(in party: Party) throws -> [JSONValue?] {
        let host = try Documents.snapshot(party.game.hostView)
        return try #require(host["secret"]?["followups"]?.array).map { $0["questionText"] }
    }

    @Test func `a clue is replaced by its other texts in turn, and comes back last`() throws {
        var party = try party()
        #expect(try clue(0, in: party) == "Cluetext1x10!")
        let eight = try clue(1, in: party)
        for text in ["Othertext1x10b!", "Othertext1x10c!", "Cluetext1x10!"] {
            #expect(word(party.host(.regenerateContent(.clue(.ten)))) == "ok")
            #expect(try clue(0, in: party) == .string(text))
            #expect(try clue(1, in: party) == eight)
        }
        let audit = Fact.audit("HOST_REGENERATE_CONTENT", ["levelPoints": .int(10)])
        #expect(party.facts == [audit])
    }

    @Test func `a question is replaced by one that was not to be asked`() throws {
        var party = try party()
        #expect(try questions(in: party) == ["Question1x1?", "Question1x2?"])
        party.host(.regenerateContent(.question(1)))
        #expect(try questions(in: party) == ["Question1x3?", "Question1x2?"])
        party.host(.regenerateContent(.question(2)))
        #expect(try questions(in: party) == ["Question1x3?", "Question1x1?"])
    }

    @Test func `where there is no other the host is told so`() throws {
        var party = try party()
        #expect(word(party.host(.regenerateContent(.clue(.six)))) == "not_found")
        #expect(word(party.host(.regenerateContent(.question(3)))) == "not_found")
        var all = try self.party(questions: 3)
        #expect(word(all.host(.regenerateContent(.question(1)))) == "not_found")
        var none = try self.party(questions: 0)
        #expect(word(none.host(.regenerateContent(.question(1)))) == "not_found")
        party.reach(.clueLevel)
        #expect(word(party.host(.regenerateContent(.clue(.eight)))) == "wrong_state")
    }

    @Test func `what was chosen is what is played, alone`() throws {
        var party = try party()
        party.host(.regenerateContent(.clue(.eight)))
        party.host(.startGame)
        party.host(.regenerateContent(.clue(.ten)))
        party.host(.regenerateContent(.question(1)))
        let wish = try #require(party.game.wish)
        #expect(wish.pinned == Self.whole.id && !wish.isPreview)
        let bank = PackageBank([Self.whole])
        party.give(.content(bank.content(for: wish), for: wish))
        let played = try #require(party.round?.package)
        #expect(played.clues.map(\.text).prefix(2) == ["Othertext1x10b!", "Othertext1x8b!"])
        #expect(played.clues.flatMap(\.variants).isEmpty)
        #expect(played.followups.map(\.q).first == "Question1x3?")
        #expect(played.followups.map(\.index) == [1, 2, 3])
        let round = RoundID(rawValue: "0123456789abcdef-r1")
        #expect(party.facts.contains(.tripto(.played(round, played))))
    }

    @Test func `content that was fetched for other words is not taken`() throws {
        var party = try party()
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        party.host(.regenerateContent(.clue(.ten)))
        #expect(party.give(.content(RoundContent(Self.whole), for: wish)) == .ignored)
    }

    @Test func `a session of older rules is stored as it was, and replaces the whole`() throws {
        var party = try party(rules: .fourth)
        let stored = String(decoding: try JSONEncoder().encode(party.game), as: UTF8.self)
        #expect(!stored.contains("variants") && !stored.contains("clues\":[0"))
        #expect(try clue(0, in: party) == "Cluetext1x10!")
        party.host(.regenerateContent(.clue(.ten)))
        let wish = try #require(party.game.wish)
        #expect(wish.usedDestinations == ["place1x"] && !wish.isPreview)
        let written = String(decoding: try JSONEncoder().encode(wish), as: UTF8.self)
        #expect(!written.contains("isPreview") && !written.contains("wording"))
    }

    @Test func `a state with other texts comes back from where it is kept`() throws {
        var party = try party()
        party.host(.regenerateContent(.clue(.ten)))
        let stored = try JSONEncoder().encode(party.game)
        #expect(try JSONDecoder().decode(Tripto.self, from: stored) == party.game)
    }

    @Test func `a package that changed meanwhile is played by what it has`() {
        var wording = Wording(plain: Self.whole)
        _ = wording.replace(.clue(.ten), of: Self.whole, asked: 2)
        _ = wording.replace(.question(1), of: Self.whole, asked: 2)
        let shorter = SamplePackage.make(1, followups: 2).worded(by: wording)
        #expect(shorter.clues[0].text == "Cluetext1x10!")
        #expect(Set(shorter.followups.map(\.q)) == ["Question1x1?", "Question1x2?"])
        #expect(shorter.followups.map(\.index) == [1, 2])
    }
}
