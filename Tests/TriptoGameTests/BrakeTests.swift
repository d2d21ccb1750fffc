import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct BrakeTests {
    private static let ada = Party.id(1)
    private static let bo = Party.id(2)

    private func atFirstClue(players: Int = 2, _ choose: (inout Tripto.Settings) -> Void = { _ in })
        -> Party
    {
        var party = Party(players: players, choose)
        party.reach(.clueLevel)
        return party
    }

    @Test func `whoever pulls during a clue has the brake`() {
        var party = atFirstClue()
        party.brake(1)
        #expect(party.state == .pausedForBrake)
        #expect(
            party.announced == [.own(.brakeAccepted(owner: Self.ada, .ten, lockedPlayersCount: 0))]
        )
        #expect(party.cues == [.audioStop, .sfxPlay(.brakePull, startAt: party.now)])
        #expect(party.game.timers.map(\.durationMs) == [20_000])
    }

    @Test func `who comes second is told that somebody has the brake`() {
        var party = atFirstClue()
        party.brake(1)
        #expect(word(party.brake(2)) == "already_paused")
        #expect(word(party.brake(1)) == "already_paused")
    }

    @Test func `a pull after the clue is gone, or during the host's pause, gives no brake`() {
        var party = atFirstClue()
        party.host(.pause)
        #expect(word(party.brake(1)) == "host_paused")
        party.host(.resume)
        party.host(.forceReveal)
        #expect(word(party.brake(1)) == "wrong_state")
    }

    @Test func `a host and a screen pull no brake`() {
        var party = atFirstClue()
        for viewer in [Viewer.host, .tv] {
            #expect(
                word(party.give(.command(.brakePull(atClientMs: nil), from: viewer))) == "forbidden"
            )
        }
    }

    // MARK: The claim

    @Test func `the brake is claimed for as long as it is on`() {
        var party = atFirstClue { $0.timings.brakeAnswer = 7_000 }
        #expect(party.game.claims == [])
        party.brake(1)
        let claim = Claim(id: .brake, holder: Self.ada, forMs: 12_000)
        #expect(party.game.claims == [claim])
        party.host(.pause)
        party.host(.resume)
        #expect(party.game.claims == [claim])
        party.player(1, .brakeAnswer("Atlantis"))
        #expect(party.game.claims == [])
    }

    @Test func `however a brake ends, its claim ends with it`() {
        typealias End = (inout Party) -> Void
        let ends: [End] = [
            { $0.player(1, .brakeAnswer("Atlantis")) }, { $0.waitForTimer() }, { $0.host(.skip) },
            { $0.host(.forceReveal) }, { $0.host(.kick(Self.ada)) }, { $0.player(1, .leave) },
            { $0.host(.endSession) }, { $0.give(.close) },
        ]
        for (number, end) in ends.enumerated() {
            var party = atFirstClue()
            party.brake(1)
            #expect(party.game.claims.map(\.holder) == [Self.ada], "\(number)")
            end(&party)
            #expect(party.game.claims == [], "\(number)")
        }
    }

    @Test func `who comes too late for the claim is told that somebody has the brake`() {
        #expect(Tripto.tooLate(for: .brake) == .own(.brakeRejected(.alreadyPaused, detail: nil)))
    }

    @Test func `a pull attempts the brake, and metrics know each reason for its refusal`() throws {
        let pull = Tripto.Command.brakePull(atClientMs: 7)
        #expect(pull.attempt == ClaimAttempt(on: .brake, atClientMs: 7))
        #expect(Tripto.Command.brakeAnswer("Oslo").attempt == nil)
        let kind = try #require(Tripto.claimKinds.first)
        #expect(Tripto.claimKinds.count == 1 && kind.id == .brake && kind.attempts == "pulls")
        for reason in Tripto.BrakeRejection.allCases {
            let loss = try #require(Tripto.loss(in: .brakeRejected(reason, detail: nil)))
            #expect(loss.claim == .brake && kind.losses.contains(loss.reason))
        }
        #expect(Tripto.loss(in: .audioStop) == nil)
    }

    @Test func `whoever pulls or answers too often is told so in the words for it`() {
        let pull = Tripto.tooOften(.pulls)
        #expect(pull == .own(.brakeRejected(.rateLimited, detail: nil)))
        #expect(Tripto.tooOften(.answers) == .error(WireError(.rateLimited, "too many answers")))
        #expect(CommandLimit.pulls.pace == .cooldown(ms: 2_000))
        #expect(CommandLimit.answers.pace == .bucket(burst: 6, perMs: 10_000))
    }

    // MARK: Earlier journals, in which a lock that was asked answered

    @Test func `a lock that was granted is a pull`() {
        var party = atFirstClue()
        var old = party
        party.brake(1)
        old.give(.brakeLock(Self.ada, isGranted: true))
        #expect(old.game == party.game)
        #expect(old.effects == party.effects)
        #expect(word(old.give(.brakeLock(Self.bo, isGranted: true))) == "already_paused")
    }

    @Test func `a lock that was not granted, or came too late, gives no brake`() {
        var party = atFirstClue()
        #expect(word(party.give(.brakeLock(Self.bo, isGranted: false))) == "already_paused")
        party.host(.pause)
        #expect(word(party.give(.brakeLock(Self.ada, isGranted: true))) == "host_paused")
        party.host(.resume)
        party.host(.forceReveal)
        #expect(word(party.give(.brakeLock(Self.ada, isGranted: true))) == "wrong_state")
    }

    @Test func `an answer is acknowledged, recorded and told to all without its words`() throws {
        var party = atFirstClue()
        party.brake(1)
        party.player(1, .brakeAnswer("Atlantis"))
        let round = try #require(party.round)
        #expect(
            party.effects == [
                .reply(.answerAck),
                .record(.answered(round.id, Self.ada, question: 0, stake: 10, text: "Atlantis")),
                .announce(.brakeAnswerLocked(Self.ada), to: .all),
                .cue(.sfxPlay(.answerLock, startAt: party.now)),
                .announce(.cluePresent(.eight, text: "Cluetext1x8!"), to: .all),
            ]
        )
        #expect(party.points == [0, 0], "nothing counts before the reveal")
    }

    @Test func `only the owner may answer`() {
        var party = atFirstClue()
        party.brake(1)
        #expect(word(party.player(2, .brakeAnswer("Atlantis"))) == "forbidden")
    }

    @Test func `one answer for each destination`() {
        var party = atFirstClue()
        party.lock(1, "Atlantis")
        #expect(word(party.player(1, .brakePull(atClientMs: nil))) == "already_answered")
        #expect(word(party.player(1, .brakeAnswer("Other"))) == "already_answered")
    }

    @Test func `the time running out locks an empty answer`() throws {
        var party = atFirstClue()
        party.brake(1)
        party.waitForTimer()
        let round = try #require(party.round)
        #expect(
            round.answers[Self.ada]
                == Round.LockedAnswer(level: .ten, text: "", isCorrect: false)
        )
        #expect(party.announcedTypes == ["BRAKE_ANSWER_LOCKED", "CLUE_PRESENT"])
        #expect(word(party.player(1, .brakeAnswer("Atlantis"))) == "too_late")
    }

    @Test func `an answer at the deadline is too late though the timer has not fired`() throws {
        var party = atFirstClue()
        party.brake(1)
        let deadline = try #require(party.game.timers.first?.deadline)
        party.now = deadline + -1
        var inTime = party
        #expect(word(inTime.player(1, .brakeAnswer("Atlantis"))) == "ok")
        party.now = deadline
        #expect(word(party.player(1, .brakeAnswer("Atlantis"))) == "too_late")
    }

    @Test func `the next clue has its whole time again`() {
        var party = atFirstClue()
        party.now = party.now + 29_999
        party.lock(1, "Atlantis")
        #expect(party.game.timers.map { $0.remainingMs(at: party.now) } == [30_000])
    }

    @Test func `an answer at two points leads to the reveal`() {
        var party = atFirstClue()
        for _ in 0..<4 { party.waitForTimer() }
        party.lock(1, SamplePackage.name(1))
        #expect(party.state == .revealDestination)
        #expect(party.points == [2, 0])
    }

    @Test(arguments: ClueLevel.allCases)
    func `a right answer is worth its level, a wrong one nothing`(level: ClueLevel) throws {
        var party = atFirstClue(players: 3)
        for _ in 1..<level.index { party.waitForTimer() }
        party.lock(1, SamplePackage.name(1))
        // After the last clue it comes by itself.
        if level != .two { party.host(.forceReveal) }
        #expect(party.points == [level.points, 0, 0])
        let round = try #require(party.round)
        let judged = Fact.judged(
            round.id,
            Self.ada,
            question: 0,
            isCorrect: true,
            points: level.points
        )
        #expect(party.facts.contains(judged))
        #expect(party.facts.contains(.roundState(round.id, .reveal)))
    }

    @Test func `everybody stands in the results, also who never locked`() {
        var party = atFirstClue()
        party.lock(1, "Aliastown1x")
        party.host(.forceReveal)
        let results = [
            AnswerResult(
                player: Self.ada,
                Round.LockedAnswer(level: .ten, text: "Aliastown1x", isCorrect: true)
            ),
            AnswerResult(player: Self.bo, nil),
        ]
        #expect(party.announced.contains(.own(.destinationResults(results))))
    }

    @Test func `when every connected player has locked the reveal comes at once`() {
        var party = atFirstClue(players: 3)
        party.give(.presence(.player(Party.id(3)), isConnected: false))
        party.lock(1, "Atlantis")
        #expect(party.state == .clueLevel)
        party.lock(2, SamplePackage.name(1))
        #expect(party.state == .revealDestination)
        #expect(party.points == [0, 8, 0])
    }

    @Test func `without early reveal all clues are shown`() {
        var party = atFirstClue { $0.earlyReveal = false }
        party.lock(1, "Atlantis")
        party.lock(2, "Atlantis")
        #expect(party.state == .clueLevel)
    }

    @Test func `a level goes on after an answer, where the host wants that`() throws {
        var party = atFirstClue(players: 3) { $0.afterBrake = .same }
        let wholeMs = try #require(party.game.timers.first).durationMs
        party.now = party.now + 7_000
        party.brake(1)
        party.now = party.now + 4_000
        #expect(word(party.player(1, .brakeAnswer("Atlantis"))) == "ok")
        #expect(party.state == .clueLevel)
        #expect(!party.announcedTypes.contains("CLUE_PRESENT"))
        #expect(party.game.timers.first?.remainingMs(at: party.now) == wholeMs - 7_000)
        party.lock(2, SamplePackage.name(1))
        #expect(party.state == .clueLevel)
        party.lock(3, SamplePackage.name(1))
        #expect(party.state == .revealDestination)
        #expect(party.points == [0, 10, 10])
    }

    @Test func `a level that goes on has a last call, and then ends as ever`() throws {
        var party = atFirstClue { $0.afterBrake = .same }
        let left = try #require(party.game.timers.first).remainingMs(at: party.now)
        party.now = party.now + (left - 1)
        party.brake(1)
        party.host(.skip)
        #expect(party.game.timers.first?.remainingMs(at: party.now) == 5_000)
        #expect(word(party.player(1, .brakePull(atClientMs: nil))) == "already_answered")
        party.waitForTimer()
        #expect(party.announcedTypes == ["CLUE_PRESENT"])
        #expect(party.round?.answers[Self.ada]?.points == 0)
    }

    @Test func `a skip makes the owner forfeit`() throws {
        var party = atFirstClue()
        party.brake(1)
        party.host(.skip)
        #expect(party.state == .clueLevel)
        #expect(party.round?.answers[Self.ada]?.text == "")
    }

    @Test func `a forced reveal makes the owner forfeit`() {
        var party = atFirstClue()
        party.brake(1)
        party.host(.forceReveal)
        #expect(party.state == .revealDestination)
        #expect(party.round?.answers[Self.ada]?.text == "")
    }

    @Test func `the owner being removed opens the next level`() {
        var party = atFirstClue()
        party.brake(1)
        party.host(.kick(Self.ada))
        #expect(party.announcedTypes == ["PLAYER_LEFT", "LOBBY_UPDATED", "CLUE_PRESENT"])
        #expect(party.effects.contains(.dismiss(Self.ada, .kicked)))
        #expect(party.state == .clueLevel)
        #expect(party.game.lobby.players.map(\.id) == [Self.bo])
    }

    @Test func `the owner losing the connection may come back and answer`() {
        var party = atFirstClue()
        party.brake(1)
        party.give(.presence(.player(Self.ada), isConnected: false))
        #expect(party.state == .pausedForBrake)
        party.give(.presence(.player(Self.ada), isConnected: true))
        #expect(word(party.player(1, .brakeAnswer("Atlantis"))) == "ok")
    }

    @Test func `a removed player can pull no brake`() {
        var party = atFirstClue()
        party.host(.kick(Self.ada))
        #expect(word(party.player(1, .brakePull(atClientMs: nil))) == "not_found")
    }
}

extension Fact {
    static func audit(actor: Viewer, _ type: String, _ payload: String = "{}") -> Fact {
        .audit(actor: actor, type: type, payloadJSON: payload)
    }
}
