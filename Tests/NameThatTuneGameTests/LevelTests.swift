import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// The level of the music, which is that of the clips too, and the screen that sounds.
@Suite struct LevelTests {
    private func audio(_ parlour: Parlour, of viewer: Viewer = .tv) throws -> JSONValue? {
        try JSONReader.read(Array(parlour.document(of: viewer).utf8))["audio"]
    }

    @Test func `the host sets the level, and every screen learns it whenever it comes`() throws {
        var parlour = try Parlour()
        #expect(try audio(parlour)?["gainDb"] == .double(-16))
        for gainDb in [-24.0, -120] {
            parlour.host(.setMusicGain(gainDb))
            #expect(parlour.effects.contains(.cue(.musicGainSet(gainDb: gainDb))))
            #expect(parlour.facts == [.audit("MUSIC_GAIN_SET", ["gainDb": .double(gainDb)])])
            #expect(try audio(parlour)?["gainDb"] == .double(gainDb))
        }
        #expect(parlour.host(.setMusicGain(-120)) == .ignored, "it is so loud already")
        try parlour.begin()
        #expect(try audio(parlour)?["gainDb"] == .double(-120))
    }

    @Test func `nobody else sets it, nor anybody in a session of older rules or one that is over`()
        throws
    {
        var parlour = try Parlour()
        let level = NameThatTune.Command.setMusicGain(-24)
        for viewer in [Viewer.player(Parlour.id(1)), .tv] {
            guard case .refused(.error(let error)) = parlour.give(.command(level, from: viewer))
            else {
                Issue.record("\(viewer) set the level")
                continue
            }
            #expect(error.code == .forbidden)
        }
        var older = try Parlour(rules: .eighth)
        guard case .refused(.error(let error)) = older.host(level) else {
            Issue.record("a level in older rules")
            return
        }
        #expect(error.code == .wrongState)
        parlour.host(.endSession)
        parlour.give(.close)
        guard case .refused(.error(let ended)) = parlour.host(level) else {
            Issue.record("a level after the end")
            return
        }
        #expect(ended.code == .sessionEnded)
    }

    @Test(
        arguments: [
            [:], ["gainDb": 1], ["gainDb": -121], ["gainDb": "loud"], ["gainDb": .null],
        ] as [JSONObject]
    )
    func `a level that is none is refused`(payload: JSONObject) {
        #expect {
            try NameThatTune.command(
                type: "MUSIC_GAIN_SET",
                payload: .object(payload),
                from: .host
            )
        } throws: { error in
            (error as? WireError)?.field == "gainDb"
        }
    }

    @Test
    func `a screen that is chosen to sound finds the clip where it is, and the others fall silent`()
        throws
    {
        var parlour = try Parlour()
        let (one, two) = (ConnectionID(rawValue: "c1"), ConnectionID(rawValue: "c2"))
        for screen in [one, two] { parlour.give(.screen(screen, isConnected: true)) }
        try parlour.begin()
        let voice = try audio(parlour)?["voice"]
        #expect(voice?["clipId"] == "v1")
        #expect(try audio(parlour)?["speaker"] == .null)
        parlour.now = parlour.now + 9_000
        parlour.host(.setSpeaker(two))
        // Neither the clip nor its start has changed: whoever sounds now joins in its middle.
        #expect(try audio(parlour)?["voice"] == voice)
        #expect(try audio(parlour)?["speaker"] == "c2")
        parlour.give(.screen(two, isConnected: false))
        #expect(try audio(parlour)?["speaker"] == .null)
    }

    @Test func `the host's device may sound in place of a screen, and comes back to the same clip`()
        throws
    {
        var parlour = try Parlour()
        let screen = ConnectionID(rawValue: "c1")
        parlour.give(.screen(screen, isConnected: true))
        try parlour.begin()
        let voice = try audio(parlour)?["voice"]
        #expect(try audio(parlour, of: .host) == .null, "a host who is silent needs no clip")
        #expect(Parlour.code(parlour.host(.setSpeaker(.host))) == nil)
        #expect(try audio(parlour)?["speaker"] == "host")
        #expect(try audio(parlour, of: .host)?["voice"] == voice)
        // Neither its connection's end, nor that of a screen, withdraws the choice.
        for isConnected in [true, false, true] {
            parlour.give(.presence(.host, isConnected: isConnected))
        }
        parlour.give(.screen(screen, isConnected: false))
        #expect(try audio(parlour, of: .host)?["voice"] == voice)
        #expect(!parlour.document(of: .player(Parlour.id(1))).contains("v1"))
        #expect(Parlour.code(parlour.host(.setSpeaker(nil))) == nil)
        #expect(try audio(parlour, of: .host) == .null)
        var older = try Parlour(rules: .tenth)
        #expect(Parlour.code(older.host(.setSpeaker(.host))) == "wrong_state")
    }
}
