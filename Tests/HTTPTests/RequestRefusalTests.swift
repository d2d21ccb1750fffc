import HTTP
import Testing

/// Everything that could be read in two ways is read in none.
struct RequestRefusalTests {
    struct Case: CustomTestStringConvertible {
        let text: String
        let reason: RequestError.Reason
        let status: Int
        var testDescription: String { String(text.prefix(70).debugDescription) }

        init(_ text: String, _ reason: RequestError.Reason, _ status: Int) {
            self.text = text
            self.reason = reason
            self.status = status
        }

        /// A request with these lines after its Host.
        init(lines: String, _ reason: RequestError.Reason, _ status: Int, body: String = "") {
            self.init(
                "POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)",
                reason,
                status
            )
        }

        init(chunks: String, _ reason: RequestError.Reason, _ status: Int = 400) {
            self.init(lines: "Transfer-Encoding: chunked", reason, status, body: chunks)
        }

        init(target: String, _ reason: RequestError.Reason = .targetMalformed, _ status: Int = 400)
        {
            self.init("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", reason, status)
        }
    }

    @Test(arguments: requestLines + targets + fields + framings)
    func `is refused, in one read and byte by byte`(_ refusal: Case) {
        let bytes = Array(refusal.text.utf8)
        var whole = RequestParser(limits: RequestLimits())
        var pieces = whole
        #expect(whole.read(bytes) == [.refused(refusal.reason)])
        #expect(
            pieces.read(pieces: bytes.indices.map { bytes[$0...$0] }) == [.refused(refusal.reason)]
        )
    }

    @Test(arguments: requestLines + targets + fields + framings)
    func `a refusal has its status, and is final`(_ refusal: Case) throws {
        var parser = RequestParser(limits: RequestLimits())
        for text in [refusal.text, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
            do {
                _ = try parser.request(text)
                Issue.record("read as a request")
            } catch let error as RequestError {
                #expect(error.status.rawValue == refusal.status)
                #expect(!error.status.reasonPhrase.isEmpty)
            }
        }
        #expect(!parser.isIdle)
    }

    @Test func `every reason is covered here`() {
        let covered = Set(
            (Self.requestLines + Self.targets + Self.fields + Self.framings).map(\.reason)
        )
        #expect(covered == Set(RequestError.Reason.allCases))
    }
}
