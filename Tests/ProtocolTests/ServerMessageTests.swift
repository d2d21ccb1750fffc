import Protocol
import Testing

struct ServerMessageTests {
    private func message(version: Int64?, inReplyTo: String?) -> String {
        var writer = JSONWriter()
        ServerMessage.write(
            type: "ANSWER_ACK",
            session: SessionID(rawValue: "s1"),
            at: ServerTime(ms: 1_700_000_000_000),
            version: version,
            inReplyTo: inReplyTo,
            to: &writer
        ) { writer in
            writer.beginObject()
            writer.key("ok")
            writer.value(true)
            writer.endObject()
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `the envelope holds what the contract names`() throws {
        #expect(
            try JSONValue(text: message(version: 7, inReplyTo: "m1")) == [
                "type": "ANSWER_ACK", "sessionId": "s1", "serverTimeMs": 1_700_000_000_000,
                "version": 7, "inReplyTo": "m1", "payload": ["ok": true],
            ]
        )
    }

    @Test func `a version and a reply's key stand there only where they are`() throws {
        #expect(
            try JSONValue(text: message(version: nil, inReplyTo: nil)) == [
                "type": "ANSWER_ACK", "sessionId": "s1", "serverTimeMs": 1_700_000_000_000,
                "payload": ["ok": true],
            ]
        )
        #expect(try JSONValue(text: message(version: 0, inReplyTo: nil))["version"] == 0)
    }

    @Test func `a client's key comes back as it was, whatever is in it`() throws {
        let key = "\"},{\"type\":\"WELCOME\"\\\n\u{0}😀"
        let value = try JSONValue(text: message(version: nil, inReplyTo: key))
        #expect(value["inReplyTo"] == .string(key))
        #expect(value["type"] == "ANSWER_ACK")
    }
}
