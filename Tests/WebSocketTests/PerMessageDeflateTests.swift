import Testing
import WebSocket

struct PerMessageDeflateTests {
    private static let plain =
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    @Test(arguments: [
        "permessage-deflate",
        "permessage-deflate; client_max_window_bits",
        "permessage-deflate; client_max_window_bits=8",
        "Permessage-Deflate ;\tserver_no_context_takeover; client_no_context_takeover",
        "permessage-deflate; server_max_window_bits=15",
        "permessage-deflate; server_max_window_bits=\"15\"",
    ])
    func `an offer is accepted, and neither side keeps its window`(_ offer: String) throws {
        #expect(try #require(PerMessageDeflate(offers: [offer])).answer == Self.plain)
    }

    @Test func `a smaller window is kept to`() throws {
        let offer = "permessage-deflate; server_max_window_bits=9"
        let accepted = try #require(PerMessageDeflate(offers: [offer]))
        #expect(accepted.windowBits == 9)
        #expect(accepted.answer == Self.plain + "; server_max_window_bits=9")
    }

    @Test(arguments: [
        "x-webkit-deflate-frame",
        "permessage-deflate; server_max_window_bits",
        "permessage-deflate; server_max_window_bits=8",
        "permessage-deflate; server_max_window_bits=16",
        "permessage-deflate; server_max_window_bits=09",
        "permessage-deflate; server_max_window_bits=",
        "permessage-deflate; client_max_window_bits=7",
        "permessage-deflate; client_max_window_bits=",
        "permessage-deflate; client_no_context_takeover=1",
        "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
        "permessage-deflate; more",
        "permessage-deflate;",
        "",
    ])
    func `what can't be kept to is declined`(_ offer: String) {
        #expect(PerMessageDeflate(offers: [offer]) == nil)
    }

    @Test func `the first offer that can be had is taken`() throws {
        let offers = [
            "other", "permessage-deflate; server_max_window_bits=8",
            "permessage-deflate; server_max_window_bits=10", "permessage-deflate",
        ]
        #expect(try #require(PerMessageDeflate(offers: offers)).windowBits == 10)
        #expect(PerMessageDeflate(offers: []) == nil)
    }
}
