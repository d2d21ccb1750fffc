import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct MusicTests {
    @Test func `one bed travels, another thinks, and silence keeps the score`() {
        var party = Party { $0.destinationsCount = 1 }
        party.feed()
        party.host(.startGame)
        var log: [String] = []
        for _ in 0..<30 where party.state != .roundEnd {
            if party.feed() == nil { party.waitForTimer() }
            for cue in party.cues {
                switch cue {
                case .musicSet(let music): log.append("\(party.state) \(music.track.rawValue)")
                case .musicStop(let fadeOutMs): log.append("\(party.state) \(fadeOutMs)")
                case _: break
                }
            }
        }
        #expect(
            log == [
                "roundIntro music_travel", "followupQuestion music_followup", "scoreboard 600",
                "finalResults 600",
            ]
        )
    }

    @Test func `a reloaded screen finds the bed it should be in`() throws {
        var party = Party()
        party.reach(.roundIntro)
        let start = party.now
        party.reach(.revealDestination)
        let music = try Documents.snapshot(party.game.tvView)["audio"]?["music"]
        #expect(music?["trackId"] == .string("music_travel"))
        #expect(music?["mode"] == .string("loop"))
        #expect(music?["startAtServerMs"] == .int(start.ms + 500))
        #expect(music?["gainDb"] == .double(-16))
    }

    @Test func `the host's gain reaches the bed that plays and the ones to come`() throws {
        var party = Party()
        party.reach(.clueLevel)
        party.host(.setMusicGain(-24))
        #expect(party.cues == [.musicGainSet(gainDb: -24)])
        #expect(party.game.music?.gainDb == -24)
        #expect(party.host(.setMusicGain(-24)) == .ignored)
        party.reach(.followupQuestion)
        #expect(party.game.music?.gainDb == -24)
    }

    @Test func `a session that has ended has no music to turn`() {
        var party = Party()
        party.reach(.clueLevel)
        party.host(.endSession)
        #expect(word(party.host(.setMusicGain(-24))) == "session_ended")
    }

    @Test func `an early end stops the bed`() {
        var party = Party()
        party.reach(.clueLevel)
        party.host(.endSession)
        #expect(party.cues == [.musicStop(fadeOutMs: 600)])
        #expect(party.game.music == nil)
    }

    @Test func `a solved question sounds right, an unsolved one wrong`() {
        var party = Party()
        party.reach(.followupQuestion)
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.waitForTimer()
        #expect(party.cues == [.sfxPlay(.correct, startAt: party.now)])
        party.waitForTimer()
        party.waitForTimer()
        #expect(party.cues == [.sfxPlay(.wrong, startAt: party.now)])
    }
}
