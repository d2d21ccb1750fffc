import GameState
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Answers to a sender, and the part of them that is remembered.
@Suite struct AnswerTests {
    private typealias Answer = Rooms.Answer<Tripto.Event>

    private func text(_ answer: Answer, _ messageID: String? = "m1") -> String {
        let now = ServerTime(ms: 1_000_000)
        let session = SessionID(rawValue: "0123456789abcdef")
        let frames = answer.frames(session, inReplyTo: messageID, at: now)
        return String(decoding: frames.bytes, as: UTF8.self)
    }

    @Test func `every answer says which message it is for`() {
        let receipt = Receipts.Receipt(
            messageID: "m1",
            reply: Receipts.Reply(type: "ANSWER_ACK", payload: Array("{}".utf8))
        )
        let wrong = WireError(.wrongState, "not now")
        for (answer, type) in [
            (Answer.done([.reply(.answerAck)]), "ANSWER_ACK"), (.failed(wrong), "ERROR"),
            (.again(receipt), "ANSWER_ACK"),
        ] {
            #expect(text(answer).contains(#""type":"\#(type)""#))
            #expect(text(answer).contains(#""inReplyTo":"m1""#))
        }
        #expect(text(.done([])).isEmpty)
        #expect(text(.again(Receipts.Receipt(messageID: "m1", reply: nil))).isEmpty)
    }

    @Test func `a refusal that stands is remembered, one that may pass is not`() {
        #expect(Answer.failed(WireError(.wrongState, "not now")).receipt?.type == "ERROR")
        #expect(Answer.failed(.nothingSaved).receipt == nil)
        #expect(Answer.refused(.own(.brakeRejected(.alreadyPaused, detail: nil))).receipt != nil)
        #expect(Answer.done([.reply(.answerAck)]).receipt == nil)
    }

    @Test func `a call hears whether it went through`() {
        #expect(throws: Never.self) { try Answer.done([]).result.get() }
        #expect(throws: WireError.sessionOver) { try Answer.failed(.sessionOver).result.get() }
        #expect(throws: WireError.self) {
            try Answer.refused(.own(.brakeRejected(.alreadyPaused, detail: nil))).result.get()
        }
    }
}
