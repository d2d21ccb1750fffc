import Foundation
import HTTP
import Logging
import Protocol
import Seeded
import Testing

@testable import ErrorTracking

@Suite struct ErrorReportTests {
    private struct Plain: Error, CustomStringConvertible { let description: String }
    private struct Coded: CodedError, CustomStringConvertible {
        let description: String
        var trackingCode: StaticString { "full" }
    }

    private static func event(
        _ level: Logger.Level,
        _ error: (any Error)? = nil,
        _ metadata: Logger.Metadata = [:]
    ) -> LogEvent {
        LogEvent(
            level: level,
            message: "something went wrong",
            error: error,
            metadata: metadata,
            source: nil,
            file: "F.swift",
            function: "f()",
            line: 1
        )
    }

    @Test func `errors are reported, and warnings of an error that was caught`() {
        for level in Logger.Level.allCases {
            let bare = ErrorReport(Self.event(level), logger: "l", metadata: [:])
            #expect((bare != nil) == [.error, .critical].contains(level), "\(level)")
            let event = Self.event(level, Plain(description: "d"))
            let report = ErrorReport(event, logger: "l", metadata: [:])
            #expect((report != nil) == [.warning, .error, .critical].contains(level), "\(level)")
        }
    }

    @Test func `an error is its type and its code`() throws {
        let event = Self.event(.error, Coded(description: "secret"))
        let report = try #require(ErrorReport(event, logger: "l", metadata: [:]))
        #expect(report.tags == ["error": "Coded", "code": "full"])
        #expect(report.fingerprint == ["l", "something went wrong", "Coded", "full"])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `what players and stores say is in no byte of it`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 1...50 {
            let canary = "Kanarie\(random.next())"
            // Private words, in sentences, paths and links.
            let words = [
                "\(canary) Bo", "/data/\(canary)", "https://h/?t=\(canary)&x", "\"\(canary)\"",
                "Key (name)=(\(canary))", "\(canary)å", "\n\(canary)", "\(canary).\(canary)",
            ]
            var metadata: Logger.Metadata = [:]
            let keys = ["session", "player", "reason", "error", "name"] + ErrorReport.tagKeys
            for key in keys.shuffled(using: &random).prefix(Int(random.next() % 9)) {
                metadata[key] = "\(words.randomElement(using: &random) ?? "")"
            }
            let error = Coded(description: words.randomElement(using: &random) ?? "")
            let event = Self.event(.error, error, metadata)
            let report = try #require(ErrorReport(event, logger: "l", metadata: metadata))
            let bytes = Envelope(report, seenAt: Date())
                .bytes(release: "r@1", environment: "e", sentAt: Date())
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Kanarie"), "\(metadata)")
        }
    }

    @Test func `of metadata go what is listed, and short words`() throws {
        let metadata: Logger.Metadata = [
            "flaws": "3", "store": "redis", "entry": "a b", "session": "s1",
            "retryMs": "\(String(repeating: "9", count: 65))",
        ]
        let report = ErrorReport(Self.event(.critical), logger: "l", metadata: metadata)
        #expect(report?.tags == ["flaws": "3", "store": "redis"])
        #expect(report?.level == .fatal)
    }
}

@Suite struct DSNTests {
    @Test func `a DSN says where its envelopes go`() throws {
        for (text, origin, path) in [
            ("https://k3y@sentry.example/7", "https://sentry.example", "/api/7/envelope/"),
            ("http://k:s@127.0.0.1:9000/a/b/7", "http://127.0.0.1:9000", "/a/b/api/7/envelope/"),
            ("https://k@[::1]:8443/7", "https://[::1]:8443", "/api/7/envelope/"),
        ] {
            let dsn = try DSN(text)
            #expect("\(dsn)" == origin && dsn.path == path)
            #expect(dsn.key == (text.contains("k3y") ? "k3y" : "k"))
        }
    }

    @Test func `what is none is refused by its first flaw`() {
        for (text, problem) in [
            ("k@host/1", DSN.Problem.scheme), ("https://host/1", .key), ("https://@host/1", .key),
            ("https://k:s:t@host/1", .key), ("https://k ey@host/1", .key),
            ("https://k@/1", .host), ("https://k@ho st/1", .host),
            ("https://k@host:70000/1", .host),
            ("https://k@[::1/1", .host), ("https://k@host", .project),
            ("https://k@host/", .project),
            ("https://k@host/1/", .project), ("https://k@host/1?q", .project),
            ("https://k@host/\r\nX: y", .project),
            ("https://k@host/" + String(repeating: "1", count: 1_024), .tooLong),
        ] {
            #expect(throws: problem, "\(text)") { try DSN(text) }
        }
    }
}

@Suite struct RateLimitTests {
    private static func seconds(_ status: Status, _ headers: Headers) -> Int64? {
        RateLimit.seconds(Response(status, headers: headers))
    }

    @Test func `a server says for how long it wants quiet`() {
        #expect(Self.seconds(.ok, [:]) == nil)
        #expect(Self.seconds(.tooManyRequests, [:]) == 60)
        #expect(Self.seconds(.tooManyRequests, ["Retry-After": "7"]) == 7)
        #expect(
            Self.seconds(.tooManyRequests, ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"]) == 60
        )
        #expect(Self.seconds(.tooManyRequests, ["Retry-After": "1e300"]) == RateLimit.maxSeconds)
        #expect(Self.seconds(.ok, ["Retry-After": "7"]) == nil)
    }

    @Test func `of its categories errors count, and none means all`() {
        for (text, seconds) in [
            ("60:error:project", 60), ("60::organization", 60), ("60", 60), ("2.5:error", 3),
            ("60:transaction;error", 60), ("5:error, 9:default;error:key", 9),
            ("60:transaction:key", nil), ("60:transaction:key, 5:session", nil), ("soon", nil),
            ("-5:error", nil), (":", nil), ("nan:error", nil), ("inf:error", RateLimit.maxSeconds),
        ] as [(String, Int64?)] {
            #expect(Self.seconds(.ok, ["X-Sentry-Rate-Limits": text]) == seconds, "\(text)")
        }
        let other: Headers = ["X-Sentry-Rate-Limits": "60:transaction", "Retry-After": "60"]
        #expect(Self.seconds(.tooManyRequests, other) == nil)
    }
}

@Suite struct ThrottleTests {
    @Test func `the same error counts once a minute, and all together thirty times`() {
        var throttle = Throttle()
        for number in 1...100 {
            let isNew = throttle.admits(["error \(number)"], atMs: 1_000)
            #expect(isNew == (number <= Throttle.maxInPeriod))
        }
        for (name, atMs, isNew) in [
            ("error 1", 60_999, false), ("error 1", 61_000, true), ("error 1", 61_000, false),
            ("error 100", 61_000, true),
        ] as [(String, Int64, Bool)] {
            let isAdmitted = throttle.admits([name], atMs: atMs)
            #expect(isAdmitted == isNew, "\(name) at \(atMs)")
        }
    }
}
