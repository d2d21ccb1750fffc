import GatewayClient
import Protocol
import Testing

@testable import LoadTest

struct ReceivedMessageTests {
    @Test func `the envelope is read in any order, and unknown members are passed over`() throws {
        let text = #"""
            { "version" : 7, "payload":{"ops":[{"path":"/a}\"","value":"]"}],"version":8},
            "odd":[1,{"type":"NO"}], "serverTimeMs":1234, "sessionId":"s", "type":"STATE_PATCH",
            "inReplyTo":"m\n1"}
            """#
        try received(text) { message in
            #expect(message.type == .statePatch)
            #expect(message.version == 7)
            #expect(message.documentVersion == 8)
            #expect(message.serverTimeMs == 1234)
            #expect(message.session == "s")
            #expect(message.inReplyTo == "m\n1")
            #expect(message.decoded()["ops"]?[0]?["path"]?.string == "/a}\"")
        }
    }

    @Test(arguments: ["", "[]", "{}", "42", #"{"type":"ERROR"}"#, #"{"payload":{}}"#, #"{"type":"#])
    func `what is no envelope is told`(text: String) {
        let isMessage = Array(text.utf8).withUnsafeBytes { ReceivedMessage($0, atUs: 0) != nil }
        #expect(!isMessage)
    }

    @Test func `a type of tomorrow is kept by its name`() throws {
        try received(#"{"type":"DANCE","sessionId":"s","serverTimeMs":1,"payload":{}}"#) {
            message in
            #expect(message.type == nil)
            #expect(
                MessageShape.fault(in: message, for: .tv, of: Tripto.self) == "unknown type DANCE"
            )
        }
    }

    @Test func `a member that the contract promises is missed`() throws {
        let text = #"{"type":"BRAKE_REJECTED","sessionId":"s","serverTimeMs":1,"payload":{}}"#
        try received(text) { message in
            #expect(
                MessageShape.fault(in: message, for: .player, of: Tripto.self)
                    == "BRAKE_REJECTED without reason"
            )
        }
    }

    @Test func `sound is not for players`() throws {
        let text = #"""
            {"type":"SFX_PLAY","sessionId":"s","serverTimeMs":1,
            "payload":{"sfxId":"tick","startAtServerMs":2}}
            """#
        try received(text) { message in
            #expect(
                MessageShape.fault(in: message, for: .player, of: Tripto.self)
                    == "SFX_PLAY to a player"
            )
            #expect(MessageShape.fault(in: message, for: .tv, of: Tripto.self) == nil)
        }
    }

    private func received(_ text: String, _ body: (ReceivedMessage) throws -> Void) throws {
        try Array(text.utf8).withUnsafeBytes { bytes in
            try body(try #require(ReceivedMessage(bytes, atUs: 0)))
        }
    }
}
