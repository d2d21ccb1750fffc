import Protocol
import Testing

@testable import Gateway

@Suite struct ClientClockTests {
    private func greeting(clientTimeMs: String) throws -> Greeting {
        let text = #"{"type":"HELLO","payload":{"role":"TV","clientTimeMs":\#(clientTimeMs)}}"#
        return try Greeting(Array(text.utf8).withUnsafeBytes { try ClientMessage($0) })
    }

    /// Time is reckoned with it: beyond these limits a difference would overflow and stop the process.
    @Test(arguments: [
        "-9223372036854775808", "-1", "9223372036854775807", "9007199254740993", "-1e300", "1e300",
        "\"now\"", "[]",
    ])
    func `a clock that no clock can show is refused`(clientTimeMs: String) {
        #expect(throws: WireError.self) { try greeting(clientTimeMs: clientTimeMs) }
    }

    @Test(arguments: ["0", "1800000000000", "1800000000000.25", "9007199254740992"])
    func `a clock of this age is taken`(clientTimeMs: String) throws {
        #expect(try greeting(clientTimeMs: clientTimeMs).clientTime != nil)
    }
}
