import ExampleGame
import Protocol
import Testing

@testable import GameState

/// Reactions float up on the screens in their time, and change nothing, whatever becomes of them.
@Suite struct ReactionTests {
    private func react(_ party: inout Gathering<Toss>, from viewer: Viewer) -> String? {
        word(party.give(.command(.kit(.react(.heart)), from: viewer)))
    }

    @Test func `a player reacts before a game, in its finale and after it, and changes nothing`()
        throws
    {
        var party = try Gathering<Toss>()
        let alva = Viewer.player(.guest(1))
        // A transition that changes nothing is ignored: no commit comes of it.
        #expect(react(&party, from: alva) == "ignored" && Reaction.areShown(in: party.game))
        party.host(.startGame)
        #expect(react(&party, from: alva) == "wrong_state" && !Reaction.areShown(in: party.game))
        party.waitForTimer()
        #expect(react(&party, from: alva) == "ignored" && Reaction.areShown(in: party.game))
        for _ in 0..<4 { party.waitForTimer() }
        #expect(party.game.stage == .over && react(&party, from: alva) == "ignored")
        party.host(.endSession)
        party.give(.close)
        #expect(react(&party, from: alva) == "wrong_state" && !Reaction.areShown(in: party.game))
    }

    @Test func `nobody else reacts`() throws {
        var party = try Gathering<Toss>()
        #expect(react(&party, from: .host) == "forbidden")
        #expect(react(&party, from: .tv) == "forbidden")
        #expect(react(&party, from: .player(.guest(9))) == "not_found")
    }

    @Test func `a game whose host can't turn them off has none, nor has a session of older rules`()
        throws
    {
        #expect(try !Reaction.areShown(in: Gathering<Quiz>().game))
        let older = RulesVersion(rawValue: RulesVersion.ninth.rawValue - 1)
        #expect(try !Reaction.areShown(in: Gathering<Toss>(rules: older).game))
        #expect(try Reaction.areShown(in: Gathering<Toss>().game))
    }

    @Test func `every document says whether reactions are shown`() throws {
        var party = try Gathering<Toss>()
        for isShown in [true, false] {
            for viewer in [Viewer.host, .tv, .player(.guest(1))] {
                #expect(try party.document(of: viewer)["canReact"] == .bool(isShown))
            }
            party.host(.startGame)
        }
    }

    @Test(arguments: Reaction.allCases)
    func `each is read by its name, from players alone`(reaction: Reaction) throws {
        let payload = JSONValue.object(["reaction": .string(reaction.rawValue)])
        let alva = Viewer.player(.guest(1))
        let read = try Toss.read(type: "PLAYER_REACT", payload: payload, from: alva)
        #expect(read == .kit(.react(reaction)) && read?.limit == Reaction.limit)
        #expect(throws: WireError.self) {
            try Toss.read(type: "PLAYER_REACT", payload: payload, from: .host)
        }
    }

    @Test(
        arguments: [
            [:], ["reaction": "rude words"], ["reaction": 1], ["reaction": .null],
            ["reaction": "Heart"],
        ] as [JSONObject]
    )
    func `anything else is refused, and the field is named`(payload: JSONObject) {
        #expect {
            try Toss.read(
                type: "PLAYER_REACT",
                payload: .object(payload),
                from: .player(.guest(1))
            )
        } throws: { error in
            (error as? WireError)?.code == .badMessage
                && (error as? WireError)?.field == "reaction"
        }
    }
}
