import Archive
import HTTP
import LiveStore
import Protocol
import Testing

@testable import Gateway

/// A request's own words, and those in which a call's failure is told.
@Suite struct RequestContextTests {
    /// RFC 9110 §11.1: a scheme is the same in any case.
    @Test(arguments: [
        ("Bearer t.1", "t.1"), ("bearer t.1", "t.1"), ("BEARER t.1", "t.1"), ("Basic t.1", nil),
        ("Bearer", nil), ("", nil),
    ])
    func `a token stands behind the word Bearer, in whatever case`(value: String, token: String?) {
        #expect(RequestContext.bearer(in: value) == token)
    }

    @Test(arguments: [HTTP.Method.get, .head, .post, .delete, .other("PURGE")])
    func `a page of another site may read what it can see, and change nothing`(
        method: HTTP.Method
    ) throws {
        for headers in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]]
            as [Headers]
        {
            let request = Request(method: method, target: try RequestTarget("/"), headers: headers)
            let mayPass = method == .get || method == .head
            #expect(CrossSite.sent(request, toSiteOf: "https://play.example") != mayPass)
        }
    }

    private struct Oddity: Error {}

    @Test func `a failure is told in words for clients, by the store that failed`() {
        let own = "connection to 10.0.0.7 refused"
        let told: [(any Error, ErrorCode, String)] = [
            (LiveStoreError.unavailable(own), .degraded, "the store can't be reached"),
            (ArchiveError(.lost, own), .degraded, "nothing can be saved at the moment"),
            (Oddity(), .internal, "an internal error"),
            (WireError.noSuchPath, .notFound, "no such path"),
            (APIError(.tooManyCalls, retryAfterMs: 7), .rateLimited, "too many requests"),
        ]
        for (error, code, message) in told {
            #expect(APIError(of: error).error == WireError(code, message))
        }
        #expect(APIError(of: APIError(.tooManyCalls, retryAfterMs: 7)).retryAfterMs == 7)
    }
}
