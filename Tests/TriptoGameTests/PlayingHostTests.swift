import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A host who plays along sees what players see (G-55).
@Suite struct PlayingHostTests {
    private func party(_ choose: (inout Tripto.Settings) -> Void = { _ in }) -> Party {
        Party(players: 2) {
            $0.hostMayPlay = true
            choose(&$0)
        }
    }

    private func host(_ party: Party) throws -> JSONValue {
        try Documents.snapshot(party.game.hostView)
    }

    private func change(_ isOn: Bool) throws -> Tripto.Settings.Change {
        try Tripto.Settings.Change(["hostMayPlay": .bool(isOn)])
    }

    private func destination(_ party: Party) -> String? {
        party.game.phase.package?.value.destination.id
    }

    @Test(arguments: StateName.allCases)
    func `no state shows the host a secret or an answer`(state: StateName) throws {
        var party = party { $0.destinationsCount = 1 }
        party.reachForTable(state)
        #expect(party.state == state)
        let document = try host(party)
        #expect(document["secret"] == .null && document["review"] == .null)
        #expect(document["session"]?["settings"]?["hostMayPlay"] == true)
        let text = String(decoding: document.bytes, as: UTF8.self)
        for secret in Laws.secrets(in: party.game) { #expect(!text.contains(secret)) }
    }

    @Test func `a whole game tells the host in no patch what nobody may know`() throws {
        var party = party { $0.destinationsCount = 2 }
        var views = party.game.views
        for _ in 0..<60 where party.state != .roundEnd {
            switch party.state {
            case .lobby where party.game.wish == nil: party.host(.startGame)
            case .clueLevel: party.lock(1, "Atlantis")
            case .followupQuestion: party.player(2, .followupAnswer(index: 1, "Nobody knows"))
            default: break
            }
            if party.game.wish != nil { party.feed() } else { party.waitForTimer() }
            let next = party.game.views
            let told = Tripto.changes(from: views, to: next).host
            for secret in Laws.secrets(in: party.game) {
                #expect(!String(decoding: told, as: UTF8.self).contains(secret))
            }
            views = next
        }
        #expect(party.state == .roundEnd)
    }

    @Test func `verdicts are the rules' alone, and the host learns nothing by asking`() throws {
        var party = party()
        party.reach(.clueLevel)
        party.lock(1, SamplePackage.name(1))
        for index in [nil, 1] as [Int?] {
            let answer = Tripto.Command.overrideAnswer(
                Party.id(1),
                question: index,
                isCorrect: false
            )
            #expect(word(party.host(answer)) == "forbidden")
        }
        party.reach(.revealDestination)
        #expect(party.points == [10, 0])
        var waiting = self.party()
        waiting.feed()
        for part in [Wording.Part.clue(.ten), .question(1), .question(3)] {
            #expect(word(waiting.host(.regenerateContent(part))) == "forbidden")
        }
        let first = destination(waiting)
        #expect(word(waiting.host(.regenerateContent(nil))) == "ok")
        waiting.feed()
        #expect(destination(waiting) != nil && destination(waiting) != first)
        #expect(try host(waiting)["secret"] == .null)
    }

    @Test func `the host hears no clip before its time`() {
        for (isPlaying, heard) in [(true, 2), (false, 7)] {
            var party = Party(players: 1) { $0.hostMayPlay = isPlaying }
            party.isVoiced = true
            party.reach(.clueLevel)
            let package = SamplePackage.make(1)
            let round = RoundID(rawValue: "0123456789abcdef-r1")
            let keys = ["intro", "clue_10", "clue_8", "clue_6", "clue_4", "clue_2", "reveal"]
            let open = keys.filter { key in
                let clip = ClipID(rawValue: SamplePackage.clipName(package, key))
                return party.game.line(of: clip, in: round, for: .host) != nil
            }
            #expect(open == Array(keys.prefix(heard)))
        }
    }

    @Test func `what the host has looked at is never played once it plays along`() throws {
        var party = Party(players: 2)
        party.feed()
        let (first, other) = (destination(party), Party.id(1))
        #expect(try host(party)["secret"] != .null)
        // A look that was given back counts as well.
        party.host(try Tripto.Settings.Change(["locale": "en"]))
        party.host(try change(true))
        #expect(party.game.phase == .lobby(.awaited))
        party.host(try Tripto.Settings.Change(["locale": "sv"]))
        party.feed()
        #expect(destination(party) != nil && destination(party) != first)
        #expect(try host(party)["secret"] == .null)
        #expect(party.game.lobby.player(other) != nil)
        // Nor where a source has nothing else.
        let wish = try #require(
            {
                party.host(.regenerateContent(nil)); return party.game.wish
            }()
        )
        party.give(.content(RoundContent(SamplePackage.make(1)), for: wish))
        #expect(party.game.phase == .lobby(.failed))
        #expect(party.announcedTypes == ["ERROR"])
    }

    @Test func `what was kept from the host is replaced before it may look again`() throws {
        var party = party()
        party.feed()
        let kept = destination(party)
        party.host(try change(false))
        #expect(party.game.phase == .lobby(.awaited))
        #expect(try host(party)["secret"] == .null)
        party.feed()
        #expect(destination(party) != nil && destination(party) != kept)
        #expect(try host(party)["secret"] != .null)
    }

    @Test func `between games it is changed as other settings are, in a game it is not`() throws {
        var party = party { $0.destinationsCount = 1 }
        party.reach(.clueLevel)
        #expect(word(party.host(try change(false))) == "wrong_state")
        party.reach(.roundEnd)
        #expect(word(party.host(try change(false))) == "ok")
        #expect(try host(party)["secret"] == .null)
        party.host(.startGame)
        party.feed()
        #expect(try host(party)["secret"] != .null)
    }

    @Test func `sessions of older rules have no such host, and are stored as they were`() throws {
        var party = Party(players: 1)
        party.game.rules = .fifth
        #expect(word(party.host(try change(true))) == "wrong_state")
        party.feed()
        let stored = String(decoding: try JSONEncoder().encode(party.game), as: UTF8.self)
        #expect(!stored.contains("hostMayPlay") && !stored.contains("shown"))
    }
}
