import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct EventTests {
    private static let ada = PlayerID(rawValue: "p1")
    private static let at = ServerTime(ms: 1000)

    private func text(_ event: some GameEvent) -> String {
        "\(event.type) " + String(decoding: Documents.bytes(event), as: UTF8.self)
    }

    @Test func `every event is written as the contract names it`() throws {
        var board = Scoreboard()
        board.add(Self.ada, name: try PlayerName("Ada"))
        board.award([(player: Self.ada, points: 10)])
        let timer = GameTimer(id: TimerID(rawValue: "t1"), startAt: Self.at, durationMs: 20)
        let answer = Round.LockedAnswer(level: .ten, text: "Oslo", isCorrect: true)
        let result = AnswerResult(player: Self.ada, answer)
        let events: [(any GameEvent, String)] = [
            (
                KitEvent.playerJoined(
                    Lobby.Player(
                        id: Self.ada,
                        name: try PlayerName("Ada"),
                        joinedAt: Self.at,
                        ownAvatar: Avatar(figure: 3, colour: 11)
                    )
                ),
                #"PLAYER_JOINED {"player":{"playerId":"p1","name":"Ada","joinedAtMs":1000,"#
                    + #""avatar":{"figure":3,"colour":11}}}"#
            ),
            (KitEvent.playerLeft(Self.ada), #"PLAYER_LEFT {"playerId":"p1"}"#),
            (
                KitEvent.error(WireError(.contentFailed, "none")),
                #"ERROR {"code":"content_failed","message":"none","retryable":true}"#
            ),
            (
                Tripto.Event.cluePresent(.eight, text: "Cold"),
                #"CLUE_PRESENT {"levelPoints":8,"clueText":"Cold","levelIndex":2,"totalLevels":5}"#
            ),
            (
                Tripto.Event.brakeAccepted(owner: Self.ada, .six, lockedPlayersCount: 2),
                #"BRAKE_ACCEPTED {"brakeOwnerPlayerId":"p1","levelPoints":6,"lockedPlayersCount":2}"#
            ),
            (Tripto.Event.brakeAnswerLocked(Self.ada), #"BRAKE_ANSWER_LOCKED {"playerId":"p1"}"#),
            (KitEvent.answerAck, #"ANSWER_ACK {"ok":true}"#),
            (
                Tripto.Event.destinationReveal(
                    RevealPart(
                        destinationName: "Oslo",
                        country: "Norge",
                        lat: 59.91,
                        lon: 10.75,
                        revealText: "Oslo!",
                        results: []
                    )
                ),
                #"DESTINATION_REVEAL {"destinationName":"Oslo","country":"Norge","revealText":"Oslo!"}"#
            ),
            (
                Tripto.Event.destinationResults([result, AnswerResult(player: Self.ada, nil)]),
                #"DESTINATION_RESULTS {"results":[{"playerId":"p1","isCorrect":true,"pointsAwarded":10,"#
                    + #""lockedAtLevelPoints":10,"answerText":"Oslo"},{"playerId":"p1","isCorrect":false,"#
                    + #""pointsAwarded":0,"lockedAtLevelPoints":null,"answerText":null}]}"#
            ),
            (
                KitEvent.scoreboardUpdate(board.standings),
                #"SCOREBOARD_UPDATE {"standings":[{"playerId":"p1","name":"Ada","points":10}]}"#
            ),
            (
                Tripto.Event.followupPresent(index: 1, total: 2, questionText: "When?", timer),
                #"FOLLOWUP_PRESENT {"index":1,"total":2,"questionText":"When?","#
                    + #""timer":{"timerId":"t1","startAtServerMs":1000,"durationMs":20}}"#
            ),
            (Tripto.Event.followupLocked(index: 1), #"FOLLOWUP_LOCKED {"index":1}"#),
            (
                Tripto.Event.followupResults(
                    index: 1,
                    correctAnswer: "1814",
                    [FollowupResult(player: Self.ada, nil)]
                ),
                #"FOLLOWUP_RESULTS {"index":1,"correctAnswer":"1814","results":[{"playerId":"p1","#
                    + #""isCorrect":false,"pointsAwarded":0}]}"#
            ),
            (
                KitEvent.finalResultsPresent(Results(board)),
                #"FINAL_RESULTS_PRESENT {"winnerPlayerId":"p1","isTie":false,"tieWinners":[],"#
                    + #""standingsTop":[{"playerId":"p1","name":"Ada","points":10}],"#
                    + #""standingsFull":[{"playerId":"p1","name":"Ada","points":10}]}"#
            ),
            (Tripto.Event.audioStop, "AUDIO_STOP {}"),
            (
                Tripto.Event.musicSet(Music(track: .travel, startAt: Self.at, gainDb: -16)),
                #"MUSIC_SET {"trackId":"music_travel","mode":"loop","startAtServerMs":1000,"gainDb":-16.0}"#
            ),
            (Tripto.Event.musicStop(fadeOutMs: 600), #"MUSIC_STOP {"fadeOutMs":600}"#),
            (Tripto.Event.musicGainSet(gainDb: -24), #"MUSIC_GAIN_SET {"gainDb":-24.0}"#),
            (
                Tripto.Event.sfxPlay(.brakePull, startAt: Self.at),
                #"SFX_PLAY {"sfxId":"brake_pull","startAtServerMs":1000}"#
            ),
            (
                Tripto.Event.uiEffectTrigger(.confetti, .high, durationMs: 2500),
                #"UI_EFFECT_TRIGGER {"effectId":"confetti","intensity":"high","durationMs":2500}"#
            ),
        ]
        for (event, expected) in events { #expect(text(event) == expected) }
    }

    @Test func `a refused pull is answered in the brake's own words`() {
        #expect(
            text(Refusal.own(Tripto.Event.brakeRejected(.notAllowed, detail: .hostPaused)))
                == #"BRAKE_REJECTED {"reason":"not_allowed","detail":"host_paused"}"#
        )
        #expect(
            text(Refusal.own(Tripto.Event.brakeRejected(.rateLimited, detail: nil)))
                == #"BRAKE_REJECTED {"reason":"rate_limited"}"#
        )
        #expect(
            text(Refusal<Tripto.Event>.error(WireError(.wrongState, "no")))
                == #"ERROR {"code":"wrong_state","message":"no","retryable":false}"#
        )
    }

    @Test func `a lobby update lists players, host and settings`() throws {
        let party = Party(players: 1)
        let event = KitEvent.lobbyUpdated(
            party.game.playerList,
            host: ConnectedPart(isConnected: true),
            settings: KitEvent.SettingsJSON(party.game.settings)
        )
        let payload = try JSONReader.read(Documents.bytes(event))
        #expect(payload["players"]?[0]?["playerId"] == .string("p1"))
        #expect(payload["host"]?["connected"] == .bool(true))
        #expect(payload["settings"]?["maxPlayers"] == .int(20))
    }
}
