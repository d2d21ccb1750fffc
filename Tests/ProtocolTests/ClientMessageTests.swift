import Protocol
import Testing

struct ClientMessageTests {
    private func read(_ text: String) throws(WireError) -> ClientMessage {
        let bytes = Array(text.utf8)
        let result: Result<ClientMessage, WireError> = bytes.withUnsafeBytes { raw in
            do throws(WireError) { return .success(try ClientMessage(raw)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func refusal(_ text: String) -> WireError? {
        do throws(WireError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a whole message is read`() throws {
        let message = try read(
            #"{"type":"BRAKE_PULL","sessionId":"s1","msgId":"m1","payload":{"atClientMs":5}}"#
        )
        #expect(message.type == "BRAKE_PULL")
        #expect(message.session == SessionID(rawValue: "s1"))
        #expect(message.messageID == "m1")
        #expect(message.payload == ["atClientMs": 5])
    }

    @Test(arguments: [
        #"{"type":"LEAVE"}"#,
        #"{"type":"LEAVE","sessionId":null,"msgId":null,"payload":null}"#,
    ])
    func `all but the type may be missing or null`(text: String) throws {
        let message = try read(text)
        #expect(message.type == "LEAVE")
        #expect(message.session == nil)
        #expect(message.messageID == nil)
        #expect(message.payload == [:])
    }

    @Test func `fields that nobody knows are ignored`() throws {
        let plain = #"{"type":"LEAVE","sessionId":"s","payload":{}}"#
        let adorned = #"{"v":[1],"type":"LEAVE","x":{"type":1},"sessionId":"s","payload":{}}"#
        #expect(try read(adorned) == read(plain))
    }

    @Test(arguments: [
        (#"{}"#, "type"), (#"{"type":null}"#, "type"), (#"{"type":7}"#, "type"),
        (#"{"type":["HELLO"]}"#, "type"), (#"{"Type":"HELLO"}"#, "type"),
        (#"{"type":"A","sessionId":7}"#, "sessionId"),
        (#"{"type":"A","sessionId":{}}"#, "sessionId"),
        (#"{"type":"A","msgId":7}"#, "msgId"), (#"{"type":"A","msgId":""}"#, "msgId"),
        (#"{"type":"A","msgId":false}"#, "msgId"), (#"{"type":"A","msgId":[]}"#, "msgId"),
        (#"{"type":"A","payload":[]}"#, "payload"), (#"{"type":"A","payload":"{}"}"#, "payload"),
        (#"{"type":"A","payload":0}"#, "payload"), (#"{"type":"A","payload":false}"#, "payload"),
    ])
    func `a wrong field is named`(text: String, field: String) {
        let error = refusal(text)
        #expect(error?.code == .badMessage)
        #expect(error?.field == field)
    }

    @Test(arguments: ["", "null", "7", "\"HELLO\"", "[]", "[{}]", "{", "{}{}", "HELLO", "\u{0}"])
    func `what is no JSON object is no message`(text: String) {
        let error = refusal(text)
        #expect(error?.code == .badMessage)
        #expect(error?.field == nil)
    }

    @Test func `a refusal repeats no byte of what was sent`() {
        for text in [#"{"type":"A","msgId":7,"payload":"geheim"}"#, "geheim", #"{"geheim":}"#] {
            #expect(refusal(text)?.message.contains("geheim") == false)
        }
    }

    @Test func `the last of two types is the type`() throws {
        #expect(try read(#"{"type":"A","type":"B"}"#).type == "B")
        #expect(refusal(#"{"type":"A","type":1}"#)?.field == "type")
    }

    @Test func `a type has its limit`() throws {
        let longest = String(repeating: "T", count: 40)
        #expect(try read("{\"type\":\"\(longest)\"}").type == longest)
        #expect(refusal("{\"type\":\"\(longest)T\"}")?.field == "type")
    }

    @Test(arguments: ["m", "å", "😀"])
    func `an idempotency key has its limit in characters`(character: String) throws {
        let longest = String(repeating: character, count: ClientMessage.maxMessageIDLength)
        #expect(try read("{\"type\":\"A\",\"msgId\":\"\(longest)\"}").messageID == longest)
        #expect(refusal("{\"type\":\"A\",\"msgId\":\"\(longest)x\"}")?.field == "msgId")
    }

    /// Such a key is kept with its receipt: it must not grow without bound behind one letter.
    @Test(arguments: ["\u{301}", "\u{200D}👩", "\u{FE0F}"])
    func `marks that join a letter count as characters of an idempotency key`(mark: String) {
        let key = "e" + String(repeating: mark, count: ClientMessage.maxMessageIDLength)
        #expect(refusal("{\"type\":\"A\",\"msgId\":\"\(key)\"}")?.field == "msgId")
    }
}
