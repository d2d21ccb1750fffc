import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// The host chooses the screen that sounds (G-35).
@Suite struct SpeakerTests {
    private static let (one, two) = (ConnectionID(rawValue: "c1"), ConnectionID(rawValue: "c2"))

    private func party() -> Party {
        var party = Party(players: 2)
        party.give(.screen(Self.one, isConnected: true))
        party.give(.screen(Self.two, isConnected: true))
        return party
    }

    private func audio(_ party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.tvView)["audio"]?["speaker"]
    }

    private func session(_ party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.hostView)["session"]
    }

    @Test func `screens are listed for the host in the order in which they came`() throws {
        var party = party()
        #expect(party.game.lobby.isTVConnected)
        #expect(try session(party)?["screens"] == ["c1", "c2"])
        #expect(try session(party)?["speaker"] == .null)
        #expect(try audio(party) == .null)
        #expect(word(party.give(.screen(Self.one, isConnected: true))) == "-")
        #expect(word(party.give(.screen(Self.one, isConnected: false))) == "ok")
        #expect(word(party.give(.screen(Self.one, isConnected: false))) == "-")
        #expect(try session(party)?["screens"] == ["c2"])
        party.give(.screen(Self.one, isConnected: true))
        #expect(try session(party)?["screens"] == ["c2", "c1"])
        for document in [
            try Documents.snapshot(party.game.tvView),
            try Documents.snapshot(party.game.playersView),
        ] {
            #expect(!String(decoding: document.bytes, as: UTF8.self).contains("screens"))
        }
    }

    @Test func `the choice is told to every screen and to the host, and ends with its connection`()
        throws
    {
        var party = party()
        #expect(word(party.host(.setSpeaker(Self.two))) == "ok")
        #expect(party.facts == [KitCommand.setSpeaker(Self.two).audit])
        #expect(try audio(party) == "c2")
        #expect(try session(party)?["speaker"] == "c2")
        #expect(word(party.host(.setSpeaker(Self.two))) == "-")
        party.give(.screen(Self.one, isConnected: false))
        #expect(try audio(party) == "c2")
        party.give(.screen(Self.two, isConnected: false))
        #expect(try audio(party) == .null)
        party.give(.screen(Self.two, isConnected: true))
        #expect(try audio(party) == .null, "a choice that is gone does not come back")
        party.host(.setSpeaker(Self.two))
        #expect(word(party.host(.setSpeaker(nil))) == "ok")
        #expect(try audio(party) == .null)
    }

    @Test func `a screen that is not here, and a session that is over, are refused`() {
        var party = party()
        let unknown = party.host(.setSpeaker(ConnectionID(rawValue: "c3")))
        #expect(word(unknown) == "not_found")
        if case .refused(.error(let error)) = unknown { #expect(error.field == "connectionId") }
        #expect(word(party.player(1, .setSpeaker(Self.one))) == "forbidden")
        #expect(word(party.give(.command(.setSpeaker(Self.one), from: .tv))) == "forbidden")
        party.host(.endSession)
        #expect(word(party.host(.setSpeaker(Self.one))) == "session_ended")
    }

    @Test func `no more screens are listed than the limit, and those that come later still show`() {
        var party = Party()
        for number in 1...Lobby.maxScreens + 3 {
            party.give(.screen(ConnectionID(rawValue: "c\(number)"), isConnected: true))
        }
        #expect(party.game.lobby.screens.count == Lobby.maxScreens)
        party.give(.presence(.tv, isConnected: false))
        let late = ConnectionID(rawValue: "late")
        #expect(word(party.give(.screen(late, isConnected: true))) == "ok")
        #expect(party.game.lobby.isTVConnected && !party.game.lobby.screens.contains(late))
    }

    @Test func `sessions of older rules have no list, and are stored as they were`() throws {
        var party = Party(players: 1)
        party.game.rules = .fifth
        #expect(word(party.give(.screen(Self.one, isConnected: true))) == "-")
        #expect(word(party.host(.setSpeaker(nil))) == "wrong_state")
        let stored = String(decoding: try JSONEncoder().encode(party.game.lobby), as: UTF8.self)
        #expect(!stored.contains("creens") && !stored.contains("speaker"))
    }
}
