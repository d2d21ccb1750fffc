import Protocol
import Testing

@testable import Gateway

/// Values that may stand in a greeting.
@Suite struct GreetingRuleTests {
    private func greeting(_ type: String, _ payload: String) throws -> Greeting {
        let text = #"{"type":"\#(type)","payload":\#(payload)}"#
        return try Greeting(Array(text.utf8).withUnsafeBytes { try ClientMessage($0) })
    }

    @Test func `the oldest client that is served is served`() throws {
        let oldest = try #require(ClientVersion("1.2"))
        for (version, isServed) in [("1.2.0", true), ("1.2-beta", true), ("1.1.9", false)] {
            let hello = try greeting("HELLO", #"{"role":"TV","clientVersion":"\#(version)"}"#)
            let served: Void? = try? hello.require(oldest)
            #expect((served != nil) == isServed, "\(version)")
        }
    }

    @Test func `who comes back need not say its version again, who is new has to`() throws {
        let oldest = try #require(ClientVersion("1.2"))
        try greeting("RESUME_SESSION", "{}").require(oldest)
        let old = try greeting("RESUME_SESSION", #"{"clientVersion":"1.1"}"#)
        #expect(throws: WireError.self) { try old.require(oldest) }
        let silent = try greeting("HELLO", #"{"role":"TV"}"#)
        #expect(throws: WireError.self) { try silent.require(oldest) }
        try silent.require(nil)
    }

    @Test func `a version is a whole number from nothing on`() throws {
        #expect(try greeting("RESUME_SESSION", #"{"lastVersion":0}"#).lastVersion == 0)
        #expect(try greeting("RESUME_SESSION", #"{"lastVersion":null}"#).lastVersion == nil)
        for wrong in ["-1", "1.5", "\"1\""] {
            #expect(throws: WireError.self, "\(wrong)") {
                try greeting("RESUME_SESSION", #"{"lastVersion":\#(wrong)}"#)
            }
        }
    }
}
