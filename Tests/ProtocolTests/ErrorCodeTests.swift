import Protocol
import Testing

/// Errors of protocol §2.
struct ErrorCodeTests {
    struct Row: Sendable {
        var status: Int
        var isRetryable: Bool

        init(_ status: Int, retry isRetryable: Bool = false) {
            self.status = status
            self.isRetryable = isRetryable
        }
    }

    static let contract: [String: Row] = [
        "bad_message": Row(400), "unauthorized": Row(401), "token_expired": Row(401),
        "forbidden": Row(403), "not_found": Row(404), "wrong_state": Row(409),
        "name_taken": Row(409), "session_full": Row(409), "session_ended": Row(410),
        "too_large": Row(413), "rate_limited": Row(429, retry: true),
        "internal": Row(500, retry: true), "degraded": Row(503, retry: true),
        "server_shutdown": Row(503, retry: true),
        // Sent on sockets; the contract names no status for them.
        "unknown_type": Row(400), "client_too_old": Row(400), "already_answered": Row(409),
        "too_late": Row(409), "taken_over": Row(409), "content_failed": Row(503, retry: true),
    ]

    @Test func `every code of the contract is there, and no other`() {
        #expect(Set(ErrorCode.allCases.map(\.rawValue)) == Set(Self.contract.keys))
    }

    @Test(arguments: ErrorCode.allCases)
    func `status and whether to try again are the contract's`(code: ErrorCode) throws {
        let row = try #require(Self.contract[code.rawValue])
        #expect(code.httpStatus == row.status)
        #expect(code.isRetryable == row.isRetryable)
    }

    @Test(arguments: ErrorCode.allCases)
    func `an error is written as the contract has it`(code: ErrorCode) throws {
        var writer = JSONWriter()
        WireError(code, "no \"luck\"").write(to: &writer)
        let plain: JSONValue = [
            "code": .string(code.rawValue), "message": "no \"luck\"",
            "retryable": .bool(code.isRetryable),
        ]
        #expect(try JSONReader.read(writer.bytes) == plain)
    }

    @Test func `an error names the field that is wrong`() throws {
        var writer = JSONWriter()
        WireError(.badMessage, "out of range", field: "timings.intro").write(to: &writer)
        let written = try JSONReader.read(writer.bytes)
        #expect(written["field"] == "timings.intro")
        #expect(written["retryable"] == false)
    }
}
