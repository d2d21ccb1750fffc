import GatewayClient
import Protocol
import Testing

@testable import LoadTest

/// The referee with its laws, over clients whose network is this test.
struct RefereeTests: StillTests {
    let network = Network(StillWire(), clientVersion: "test", devicePrefix: "test")

    @Test func `a repeat that is acknowledged again keeps law 8, a refused one breaks it`() throws {
        let referee = Referee(Tripto.self, [RepeatLaw()])
        let anna = client(.player)
        referee.said(.again(messageID: "m"), by: anna)
        try hear(message("ANSWER_ACK", #"{"ok":true}"#), by: anna, referee)
        #expect(referee.book.checkCounts == [.repetition: 1] && referee.book.isKept)
        referee.said(.again(messageID: "m"), by: anna)
        let refusal = { (isRetryable: Bool) in
            message("ERROR", #"{"code":"too_late","message":"","retryable":\#(isRetryable)}"#)
        }
        try hear(refusal(true), by: anna, referee)
        #expect(referee.book.isKept)
        referee.said(.again(messageID: "m"), by: anna)
        try hear(refusal(false), by: anna, referee)
        #expect(referee.book.breachCounts == [.repetition: 1])
    }

    @Test func `holdings may grow with sessions and sockets, and no further`() {
        let referee = Referee(Tripto.self, [BoundsLaw()])
        let holds = { (mebibytes: Double, descriptors: Double, sockets: Double) in
            referee.measured([
                "process_resident_memory_bytes": mebibytes * 1_048_576,
                "process_open_fds": descriptors, "gateway_rooms": sockets > 0 ? 1 : 0,
                "gateway_sockets": sockets,
            ])
        }
        referee.measured([:])
        holds(60, 40, 0)
        holds(110, 60, 10)
        #expect(referee.book.checkCounts == [.bounds: 2] && referee.book.isKept)
        holds(60, 90, 10)
        holds(260, 60, 10)
        #expect(referee.book.breachCounts == [.bounds: 2])
    }

    @Test func `a snapshot that is not what the patches made breaks law 3`() throws {
        let referee = Referee(Tripto.self, [DocumentLaw(), VersionLaw()])
        let anna = client(.player)
        let snapshot = { (version: Int, state: String) in
            message("STATE_SNAPSHOT", #"{"version":\#(version),"state":"\#(state)"}"#)
        }
        try hear(snapshot(4, "LOBBY"), by: anna, referee)
        try hear(snapshot(4, "LOBBY"), by: anna, referee)
        #expect(referee.book.checkCounts[.document] == 1 && referee.book.isKept)
        try hear(snapshot(5, "ROUND_INTRO"), by: anna, referee)
        #expect(referee.book.isKept)
        try hear(snapshot(5, "SCOREBOARD"), by: anna, referee)
        try hear(snapshot(3, "SCOREBOARD"), by: anna, referee)
        #expect(referee.book.breachCounts == [.document: 1, .version: 1])
    }

    @Test func `a pull is answered once, and the referee says how long it took`() throws {
        let referee = Referee(Tripto.self, [BrakeLaw()])
        let anna = client(.player)
        referee.said(.claim(messageID: "m"), by: anna)
        let rejection = message("BRAKE_REJECTED", #"{"reason":"too_late"}"#)
        try hear(rejection, by: anna, referee)
        #expect(referee.claimWaitedUs != nil && referee.book.isKept)
        try hear(rejection, by: anna, referee)
        #expect(referee.claimWaitedUs == nil && referee.book.breachCounts == [.brake: 1])
    }

    @Test func `an answer has one receipt each time that it is said`() throws {
        let referee = Referee(NameThatTune.self, [ReceiptLaw()])
        let anna = client(.player)
        referee.record.says(
            Record.Answer(
                player: "anna",
                round: "r",
                words: [:],
                type: "TUNE_GUESS",
                payload: [:],
                messageID: "m"
            )
        )
        let receipt = message("ANSWER_ACK", #"{"ok":true}"#)
        for _ in 0..<2 {
            referee.said(.answer(messageID: "m", texts: []), by: anna)
            try hear(receipt, by: anna, referee)
        }
        try hear(message("ANSWER_ACK", #"{"ok":true}"#, inReplyTo: "pull"), by: anna, referee)
        #expect(referee.book.checkCounts == [.receipt: 2] && referee.book.isKept)
        #expect(referee.receipts.count == 2)
        try hear(receipt, by: anna, referee)
        #expect(referee.book.breachCounts == [.receipt: 1])
    }

    @Test func `a stage that ends before its timer breaks law 6, unless it may`() throws {
        for mayEnd in [true, false] {
            let referee = Referee(Tripto.self, [TimerLaw()])
            let host = client(.host)
            let stage = { (version: Int, state: String) in
                message(
                    "STATE_SNAPSHOT",
                    #"{"version":\#(version),"state":"\#(state)","round":{"roundId":"r","index":1},"#
                        + #""timers":[{"timerId":"\#(state)","phase":"started","paused":false,"#
                        + #""startAtServerMs":0,"durationMs":60000}]}"#
                )
            }
            try hear(stage(1, "CLUE_LEVEL"), by: host, referee)
            let moment = Tripto.moment(of: host.document)
            if mayEnd { referee.said(.mayEnd(moment: moment), by: host) }
            try hear(stage(2, "SCOREBOARD"), by: host, referee)
            #expect(referee.book.isKept == mayEnd)
        }
    }

    @Test func `two documents of one version that differ break law 5`() throws {
        let referee = Referee(Tripto.self, [LastingLaw()])
        let stage = { (state: String) in
            message("STATE_SNAPSHOT", #"{"version":3,"state":"\#(state)"}"#)
        }
        try hear(stage("LOBBY"), by: client(.host, 1), referee)
        try hear(stage("LOBBY"), by: client(.player, 2), referee)
        #expect(referee.book.isKept)
        try hear(stage("SCOREBOARD"), by: client(.tv, 3), referee)
        #expect(referee.book.breachCounts == [.lasting: 1])
    }
}
