import Foundation
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// Clips that are read aloud, their times, and who may ask for them.
@Suite struct VoiceTests {
    private func party(_ choose: (inout Tripto.Settings) -> Void = { _ in }) -> Party {
        var party = Party(players: 2, choose)
        party.isVoiced = true
        return party
    }

    private static let round = RoundID(rawValue: "0123456789abcdef-r1")

    private func id(_ refKey: String) -> ClipID {
        ClipID(rawValue: SamplePackage.clipName(SamplePackage.make(1), refKey))
    }

    private func cue(_ refKey: String, at time: ServerTime) -> VoiceCue {
        VoiceCue(clip: id(refKey), round: Self.round, startAt: time + 1_000, durationMs: 2_000)
    }

    /// Effects of the last input that concern the speaker's voice.
    private func told(_ party: Party) -> [Effect<Tripto.Event>] {
        party.effects.filter { effect in
            switch effect {
            case .play, .cue(.audioStop), .cue(.musicDuck): true
            case .cue, .announce, .reply, .record, .dismiss: false
            }
        }
    }

    private func start(_ refKey: String, _ party: Party) -> [Effect<Tripto.Event>] {
        [
            .play(cue(refKey, at: party.now)),
            .cue(.musicDuck(amountDb: -12, attackMs: 120, releaseMs: 600)),
        ]
    }

    private func shown(_ party: Party) throws -> JSONValue? {
        try Documents.snapshot(party.game.tvView)["audio"]?["voice"]
    }

    @Test func `each stage that has a clip reads it, a second from now`() throws {
        var party = party { $0.destinationsCount = 1 }
        party.reach(.roundIntro)
        for refKey in ["intro", "clue_10", "clue_8", "clue_6", "clue_4", "clue_2", "reveal"] {
            #expect(told(party) == start(refKey, party), "\(refKey)")
            #expect(try shown(party)?["clipId"] == .string(id(refKey).rawValue))
            #expect(try shown(party)?["roundId"] == .string(Self.round.rawValue))
            #expect(try shown(party)?["startAtServerMs"] == .int(party.now.ms + 1_000))
            party.waitForTimer()
        }
        #expect(told(party) == start("followup_1", party))
        party.waitForTimer()
        #expect(told(party) == [], "it has been over for long")
        #expect(try shown(party) == .null)
        party.waitForTimer()
        #expect(told(party) == start("followup_2", party))
        party.reach(.scoreboard)
        #expect(party.game.voice == nil)
    }

    @Test func `clocks do not wait for a voice that is shorter than its stage`() {
        var silent = Party()
        var voiced = party()
        for round in 1...3 {
            for state in [StateName.clueLevel, .revealDestination, .scoreboard] {
                silent.reach(state, inRound: round)
                voiced.reach(state, inRound: round)
                #expect(silent.now == voiced.now)
                #expect(silent.game.timers == voiced.game.timers)
            }
        }
    }

    @Test(arguments: [(0, true), (2_999, true), (3_999, true), (4_000, false)] as [(Int64, Bool)])
    func `what may still sound is stopped before the next begins`(afterMs: Int64, stops: Bool) {
        var party = party()
        party.reach(.clueLevel)
        party.now = party.now + afterMs
        party.host(.skip)
        #expect(told(party) == (stops ? [.cue(.audioStop)] : []) + start("clue_8", party))
    }

    @Test func `a brake stops the voice, and the next clue has its own`() throws {
        var party = party()
        party.reach(.clueLevel)
        party.brake(1)
        #expect(told(party) == [.cue(.audioStop)])
        #expect(party.cues.first == .audioStop, "it must not stop the brake's own sound")
        #expect(try shown(party) == .null)
        party.player(1, .brakeAnswer("Atlantis"))
        #expect(told(party) == start("clue_8", party))
    }

    @Test func `a reveal's sting is not stopped with the clue`() {
        var party = party()
        party.reach(.clueLevel)
        party.host(.forceReveal)
        #expect(party.cues.prefix(2) == [.audioStop, .sfxPlay(.revealSting, startAt: party.now)])
        #expect(party.effects.contains(.play(cue("reveal", at: party.now))))
    }

    @Test func `a stage lasts half a second longer than its clip, at least`() {
        var party = party { settings in
            settings.timings.apply([
                "intro": 20, "clue": 20, "reveal": 3_600, "followup": 20, "followupResults": 20,
            ])
        }
        party.reach(.roundIntro)
        var lasted: [Int64] = []
        for _ in 0..<9 {
            lasted.append(party.game.timers[0].durationMs)
            party.waitForTimer()
        }
        // A second from the cue to the start, two for the clip.
        #expect(lasted == Array(repeating: 3_500, count: 6) + [3_600, 3_500, 20])
    }

    @Test func `after a pause the voice goes on where it was`() throws {
        var party = party()
        party.reach(.clueLevel)
        let begunAt = party.now
        for heardMs in [-600, 200, 1_900] as [Int64] {
            party.now = begunAt + 1_000 + heardMs + pausedMs(party, since: begunAt)
            party.host(.pause)
            #expect(told(party) == [.cue(.audioStop)])
            #expect(try shown(party) == .null)
            party.now = party.now + 60_000
            party.host(.resume)
            let voice = try #require(party.game.voice)
            #expect(voice.clip == id("clue_10") && party.now - voice.startAt == heardMs)
            #expect(told(party).first == .play(voice))
            let deadline = try #require(party.game.timers.first?.deadline)
            #expect(deadline - voice.startAt >= voice.durationMs + 500)
        }
        // Heard to its end: nothing is said again.
        party.now = party.now + 5_000
        party.host(.pause)
        party.host(.resume)
        #expect(told(party) == [])
    }

    /// Milliseconds that pauses have put off a clip cued at `begunAt`.
    private func pausedMs(_ party: Party, since begunAt: ServerTime) -> Int64 {
        party.game.voice.map { $0.startAt - (begunAt + 1_000) } ?? 0
    }

    @Test func `a stage that begins during a pause is read from its beginning`() throws {
        var party = party()
        party.reach(.clueLevel)
        party.now = party.now + 1_500
        party.host(.pause)
        #expect(told(party) == [.cue(.audioStop)])
        #expect(try shown(party) == .null)
        party.now = party.now + 60_000
        party.host(.skip)
        #expect(told(party) == [], "nothing is read during a pause")
        party.host(.resume)
        #expect(told(party) == start("clue_8", party))
        party.now = party.now + 10_000
        party.host(.pause)
        #expect(told(party) == [], "there is nothing to stop")
        party.host(.resume)
        #expect(told(party) == [], "nor to say")
    }

    @Test func `the end of a session ends the voice`() throws {
        for command in [KitCommand.endSession, nil] {
            var party = party()
            party.reach(.clueLevel)
            if let command { party.host(command) } else { party.give(.close) }
            #expect(told(party) == [.cue(.audioStop)])
            #expect(try shown(party) == .null)
        }
    }

    @Test func `a segment without a clip stays silent, the others do not`() throws {
        var party = party()
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        let package = SamplePackage.make(1)
        party.give(
            .content(SamplePackage.voiced(package, silent: ["intro", "clue_8"]), for: wish)
        )
        #expect(told(party) == [])
        party.waitForTimer()
        #expect(told(party) == start("clue_10", party))
        party.waitForTimer()
        #expect(told(party) == [])
        #expect(try shown(party) == .null)
        party.waitForTimer()
        #expect(told(party) == start("clue_6", party))
    }

    @Test func `content from a gateway without a voice is played in silence`() throws {
        var party = party()
        party.feed()
        // Another gateway, without a voice, fetches the next.
        party.isVoiced = false
        party.reach(.roundIntro)
        #expect(told(party) == [])
        #expect(try shown(party) == .null)
    }

    @Test func `clips are recorded when their round starts`() throws {
        var party = party()
        party.reach(.roundIntro)
        let records = party.facts.compactMap { fact -> ClipRecord? in
            if case .clipMade(Self.round, let record) = fact { record } else { nil }
        }
        #expect(
            records.map(\.refKey) == [
                "intro", "clue_10", "clue_8", "clue_6", "clue_4", "clue_2", "reveal", "followup_1",
                "followup_2", "followup_3",
            ]
        )
        #expect(
            records.map(\.kind) == [
                "intro", "clue", "clue", "clue", "clue", "clue", "reveal", "followup", "followup",
                "followup",
            ]
        )
        #expect(records.allSatisfy { $0.credit == SamplePackage.credit })
        let facts = party.facts
        let start = try #require(
            facts.firstIndex { if case .roundBegan = $0 { true } else { false } }
        )
        let first = try #require(
            facts.firstIndex { if case .clipMade = $0 { true } else { false } }
        )
        #expect(start < first, "a clip belongs to a round that is there")
    }

    // MARK: Permission

    private static let refKeys = [
        "intro", "clue_10", "clue_8", "clue_6", "clue_4", "clue_2", "reveal", "followup_1",
        "followup_2", "followup_3",
    ]

    /// Keys whose clips a viewer may hear, in the order of a round.
    private func heard(_ party: Party, by viewer: Viewer) -> [String] {
        Self.refKeys.filter { party.game.line(of: id($0), in: Self.round, for: viewer) != nil }
    }

    @Test func `a screen may hear what has begun, and nothing that comes`() {
        var party = party { $0.destinationsCount = 1 }
        #expect(heard(party, by: .tv) == [])
        party.reach(.roundIntro)
        for count in 1...7 {
            #expect(heard(party, by: .tv) == Array(Self.refKeys.prefix(count)))
            #expect(heard(party, by: .host) == Self.refKeys)
            #expect(heard(party, by: .player(Party.id(1))) == [])
            party.waitForTimer()
        }
        // Question, its results, question, its results, scoreboard.
        for count in [8, 8, 9, 9, 9] {
            #expect(heard(party, by: .tv) == Array(Self.refKeys.prefix(count)))
            party.waitForTimer()
        }
        #expect(party.state == .finalResults)
        #expect(heard(party, by: .host) == [])
    }

    @Test func `a brake, an early reveal and a pause open nothing that comes`() {
        var party = party()
        party.reach(.clueLevel)
        party.brake(1)
        #expect(heard(party, by: .tv) == ["intro", "clue_10"])
        party.host(.pause)
        #expect(heard(party, by: .tv) == ["intro", "clue_10"])
        party.host(.forceReveal)
        #expect(heard(party, by: .tv) == Array(Self.refKeys.prefix(7)))
    }

    @Test func `a clip says its line, in its round alone`() {
        var party = party()
        party.reach(.clueLevel)
        let line = party.game.line(of: id("clue_10"), in: Self.round, for: .tv)
        #expect(line == VoiceLine(text: "Cluetext1x10!", locale: "sv"))
        let other = RoundID(rawValue: "0123456789abcdef-r2")
        #expect(party.game.line(of: id("clue_10"), in: other, for: .tv) == nil)
        #expect(party.game.line(of: ClipID(rawValue: "x"), in: Self.round, for: .host) == nil)
    }

    @Test func `a script has a line for every segment`() {
        let content = RoundContent(SamplePackage.make(1, followups: 2))
        #expect(
            Tripto.script(of: content).map(\.text) == [
                "Off we go", "Cluetext1x10!", "Cluetext1x8!", "Cluetext1x6!", "Cluetext1x4!",
                "Cluetext1x2!", "Revealed1x at last", "Question1x1?", "Question1x2?",
            ]
        )
        var broken = content
        broken.package.clues.removeLast()
        #expect(Tripto.script(of: broken) == [])
    }

    @Test func `where a text has something to say, that is said, and the text is shown`() throws {
        let package = SamplePackage.spoken(1)
        #expect(
            Tripto.script(of: RoundContent(package)).map(\.text) == [
                "Said1xintro", "Cluetext1x10!", "Said1xclue_8", "Cluetext1x6!", "Cluetext1x4!",
                "Cluetext1x2!", "Said1xreveal", "Question1x1?", "Said1xfollowup_2", "Question1x3?",
            ]
        )
        var party = party { $0.destinationsCount = 1 }
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        #expect(wish.isSpoken)
        party.give(.content(SamplePackage.voiced(package), for: wish))
        for state in [StateName.clueLevel, .revealDestination, .followupQuestion, .scoreboard] {
            party.reach(state)
            for view in [
                try Documents.snapshot(party.game.hostView),
                try Documents.snapshot(party.game.tvView),
            ] {
                #expect(!String(decoding: view.bytes, as: UTF8.self).contains("Said"))
            }
        }
        let line = party.game.line(of: id("clue_8"), in: Self.round, for: .tv)
        #expect(line == VoiceLine(text: "Said1xclue_8", locale: "sv"))
    }

    @Test func `another wording has what is said of its own`() throws {
        let package = SamplePackage.spoken(1)
        var wording = Wording(plain: package)
        let isReplaced = wording.replace(.clue(.eight), of: package, asked: 3)
        #expect(isReplaced)
        let script = Tripto.script(of: RoundContent(package, wording: wording))
        #expect(script[2].text == "Said1xclue_8b")
        #expect(package.worded(by: wording).clues[1].text == "Othertext1x8b!")
    }

    @Test func `by older rules nothing is wished for but what is read`() throws {
        let bank = PackageBank([SamplePackage.spoken(1)])
        var party = party()
        let spoken = try #require(party.game.wish)
        #expect(bank.content(for: spoken)?.package == SamplePackage.spoken(1))
        party.game.rules = RulesVersion(rawValue: RulesVersion.eighth.rawValue - 1)
        let plain = try #require(party.game.wish)
        #expect(!plain.isSpoken)
        #expect(bank.content(for: plain)?.package == SamplePackage.varied(1))
        let json = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
        #expect(!json.contains("isSpoken"))
    }

    // MARK: Journals from before there was a voice

    @Test func `content without a voice is written as its package, and read from it`() throws {
        let package = SamplePackage.make(1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let plain = try encoder.encode(package)
        #expect(try encoder.encode(RoundContent(package)) == plain)
        let read = try JSONDecoder().decode(RoundContent.self, from: plain)
        #expect(read == RoundContent(package))
        let voiced = SamplePackage.voiced(package, silent: ["clue_6"])
        let again = try JSONDecoder().decode(RoundContent.self, from: encoder.encode(voiced))
        #expect(again == voiced)
    }

    @Test func `a game without a voice has the state it always had`() throws {
        var party = Party { $0.destinationsCount = 1 }
        for state in [StateName.lobby, .clueLevel, .followupQuestion, .roundEnd] {
            party.reach(state)
            let json = try JSONEncoder().encode(party.game)
            #expect(!String(decoding: json, as: UTF8.self).lowercased().contains("voice"))
        }
    }
}
