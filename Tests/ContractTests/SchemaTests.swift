import Contract
import Protocol
import Testing

/// The checker finds faults; one that finds nothing would prove nothing.
struct SchemaTests {
    private func rejection(
        _ payload: String,
        session: String = #""0123456789abcdef""#
    ) throws -> [String] {
        let message = #"""
            {"type": "BRAKE_REJECTED", "sessionId": \#(session), "serverTimeMs": 1700000000000,
             "inReplyTo": "m1", "payload": \#(payload)}
            """#
        return Contract.tripto.problems(ofTold: try json(message))
    }

    @Test func `what stands in the contract has no problem`() throws {
        #expect(try rejection(#"{"reason": "not_allowed", "detail": "host_paused"}"#).isEmpty)
        #expect(try rejection(#"{"reason": "rate_limited"}"#).isEmpty)
    }

    @Test func `a member too many, one too few and a wrong one are found`() throws {
        let leak = try rejection(#"{"reason": "rate_limited", "secret": "Kyoto"}"#)
        #expect(leak == ["BRAKE_REJECTED $.payload: secret is not in the contract"])
        #expect(try rejection(#"{"detail": "host_paused"}"#).count == 1)
        #expect(try rejection(#"{"reason": "because"}"#).count == 1)
        #expect(try rejection(#"{"reason": 7}"#).count == 2)
    }

    @Test func `patterns and types are held`() throws {
        let payload = #"{"reason": "rate_limited"}"#
        #expect(try rejection(payload, session: #""0123456789abcdeI""#).count == 1)
        #expect(try rejection(payload, session: "7").count == 1)
    }

    @Test func `a message that nobody knows is a problem`() throws {
        let message = try json(#"{"type": "BRAKE_MAYBE"}"#)
        #expect(Contract.tripto.problems(ofTold: message).count == 1)
    }

    @Test func `an operation has a value unless it removes`() throws {
        func problems(_ operation: String) throws -> Int {
            let message = #"""
                {"type": "STATE_PATCH", "sessionId": "0123456789abcdef", "serverTimeMs": 1,
                 "payload": {"baseVersion": 1, "version": 2, "ops": [\#(operation)]}}
                """#
            return Contract.tripto.problems(ofTold: try json(message)).count
        }
        #expect(try problems(#"{"op": "replace", "path": "/brake", "value": null}"#) == 0)
        #expect(try problems(#"{"op": "remove", "path": "/timers/0"}"#) == 0)
        #expect(try problems(#"{"op": "replace", "path": "/brake"}"#) > 0)
        #expect(try problems(#"{"op": "remove", "path": "/timers/0", "value": 1}"#) > 0)
    }

    @Test func `an answer to a call is held to its status`() throws {
        func problems(_ status: Int, _ body: JSONValue?) -> [String] {
            Contract.tripto.problems(ofAnswerTo: "POST", "/v1/join", status: status, body: body)
        }
        let wayIn = try json(#"{"sessionId": "0123456789abcdef", "joinToken": "0123456789abc"}"#)
        #expect(problems(200, wayIn).isEmpty)
        #expect(problems(200, nil).count == 1)
        #expect(problems(418, wayIn).count == 1)
        #expect(problems(404, wayIn).count > 1)
    }
}

func json(_ text: String) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8))
}
