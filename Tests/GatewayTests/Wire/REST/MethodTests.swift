import Foundation
import HTTP
import Protocol
import Testing

@testable import Gateway

/// RFC 9110 §9 at every endpoint there is.
@Suite struct MethodTests {
    /// A path, the methods that it knows, and what GET is answered where it is one of them.
    struct Sample {
        let path: String
        let allow: String
        let getStatus: Int
    }

    static func samples(session: String, joinToken: String) -> [Sample] {
        let path = "/v1/sessions/\(session)"
        return [
            Sample(path: "/v1/games", allow: "GET, HEAD", getStatus: 200),
            Sample(
                path: "/v1/games/tripto/themes?locale=sv",
                allow: "GET, HEAD",
                getStatus: 200
            ),
            Sample(path: "/v1/sessions", allow: "POST", getStatus: 405),
            Sample(path: path, allow: "GET, DELETE, HEAD", getStatus: 200),
            Sample(path: "/v1/join", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/join", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/tv", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/host", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/hand-over", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/refresh", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/state", allow: "GET, HEAD", getStatus: 401),
            Sample(path: "\(path)/content", allow: "GET, HEAD", getStatus: 401),
            Sample(path: "\(path)/orders", allow: "GET, POST, HEAD", getStatus: 401),
            Sample(path: "\(path)/tv/pair", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/recovery", allow: "POST", getStatus: 405),
            Sample(path: "\(path)/qr.svg?t=\(joinToken)", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "\(path)/rounds/r1/assets/c1", allow: "GET, HEAD", getStatus: 401),
            Sample(path: "\(path)/rounds/r1/reports", allow: "POST", getStatus: 405),
            Sample(path: "/v1/host/recover", allow: "POST", getStatus: 405),
            Sample(path: "/v1/tv/pairings", allow: "POST", getStatus: 405),
            Sample(path: "/v1/tv/pairings/ABC234", allow: "GET, HEAD", getStatus: 401),
            Sample(path: "/v1/ws?session=\(session)", allow: "GET", getStatus: 426),
            Sample(path: "/conformance/echo", allow: "GET", getStatus: 426),
            Sample(path: "/conformance/broadcast", allow: "GET", getStatus: 426),
            Sample(path: "/healthz", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "/readyz", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "/metrics", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "/", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "/join/\(session)", allow: "GET, HEAD", getStatus: 200),
            Sample(path: "/tv", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/tv/\(session)", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/watch/\(session)", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/host", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/account", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/leaderboard", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/leaderboard/tripto", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/worker.js", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/player/index.html", allow: "GET, HEAD", getStatus: 200),
        ] + ofAccounts + ofTheOperator
    }

    private static let ofTheOperator = [
        Sample(path: "/operator", allow: "GET, HEAD", getStatus: 404),
        Sample(path: "/v1/operator", allow: "GET, HEAD", getStatus: 401),
        Sample(path: "/v1/operator/speech", allow: "POST", getStatus: 405),
        Sample(path: "/v1/operator/games/tripto/items", allow: "GET, HEAD", getStatus: 401),
        Sample(
            path: "/v1/operator/games/tripto/items/kyoto.en",
            allow: "GET, PATCH, HEAD",
            getStatus: 401
        ),
        Sample(
            path: "/v1/operator/games/tripto/items/kyoto.en/approval",
            allow: "PUT, DELETE",
            getStatus: 405
        ),
        Sample(
            path: "/v1/operator/games/tripto/items/kyoto.en/retirement",
            allow: "PUT, DELETE",
            getStatus: 405
        ),
        Sample(path: "/v1/operator/games/tripto/reports", allow: "GET, HEAD", getStatus: 401),
        Sample(
            path: "/v1/operator/games/tripto/reports/r1/dealt-with",
            allow: "PUT, DELETE",
            getStatus: 405
        ),
    ]

    /// This gateway has no accounts: it knows how they are asked for, and answers that there are none.
    private static let ofAccounts =
        [
            "", "/resend", "/verify", "/login", "/refresh", "/logout", "/logout-everywhere",
            "/forgot", "/reset", "/me/password", "/me/delete",
        ].map { Sample(path: "/v1/accounts\($0)", allow: "POST", getStatus: 405) } + [
            Sample(path: "/v1/accounts/me", allow: "GET, PATCH, HEAD", getStatus: 404),
            Sample(path: "/v1/accounts/me/seats", allow: "GET, POST, HEAD", getStatus: 404),
            Sample(path: "/v1/accounts/me/hosted", allow: "GET, POST, HEAD", getStatus: 404),
            Sample(path: "/v1/leaderboards/tripto", allow: "GET, HEAD", getStatus: 404),
            Sample(path: "/v1/leaderboards/tripto/me", allow: "GET, HEAD", getStatus: 404),
        ]

    private static let methods: [HTTP.Method] = [
        .get, .head, .post, .put, .delete, .options, .patch, .other("TRACE"), .other("BREW"),
    ]

    @Test func `every endpoint has a sample`() {
        let clients = Entrance.clients(
            hasMetrics: true,
            hasConformanceEcho: true,
            hasOperator: true
        )
        let samples = Self.samples(session: "0123456789abcdef", joinToken: "t").map(\.path)
        // `HouseholdTests` asks for these.
        let offered = ["/", "/authority.crt"]
        for (entrance, paths) in [(clients, samples), (.certificate, offered)] {
            var left = Set(entrance.endpoints.map { "\($0.method) \($0.path)" })
            for path in paths {
                for (endpoint, _) in entrance.found(at: String(path.prefix { $0 != "?" })) {
                    left.remove("\(endpoint.method) \(endpoint.path)")
                }
            }
            #expect(left.isEmpty)
        }
    }

    private func serving(_ test: (Deployment, [Sample]) async throws -> Void) async throws {
        let folder = Deployment.newFolder()
        let web = folder.appending(path: "web/player")
        try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
        try Data("a page\n".utf8).write(to: web.appending(path: "index.html"))
        let deployment = try Deployment(folder: folder) { configuration in
            configuration.webDirectory = folder.appending(path: "web").path
            configuration.hasConformanceEcho = true
            configuration.operatorToken = OperatorToken("a-token-of-the-operator")
        }
        let party = try await Party(deployment.address)
        let token = try party.created.text("joinToken")
        try await test(deployment, Self.samples(session: party.session, joinToken: token))
        await deployment.stop()
    }

    @Test func `a method that a path does not know is told which it knows`() async throws {
        try await serving { deployment, samples in
            let web = deployment.web()
            for sample in samples {
                let allowed = sample.allow.split(separator: ", ").map(String.init)
                for method in Self.methods where !allowed.contains(method.name) {
                    let answer = try await web.call(method, sample.path)
                    #expect(answer.status == 405, "\(method) \(sample.path)")
                    #expect(
                        answer.headers.first("Allow") == sample.allow,
                        "\(method) \(sample.path)"
                    )
                    if method != .head { #expect(answer.code == "bad_message") }
                    #expect(answer.keepsOpen)
                }
            }
        }
    }

    @Test func `HEAD is answered as GET, without the body`() async throws {
        try await serving { deployment, samples in
            for sample in samples {
                let web = deployment.web()
                let get = try await web.call(.get, sample.path)
                #expect(get.status == sample.getStatus, "\(sample.path)")
                guard sample.allow.contains("HEAD") else { continue }
                let head = try await web.call(.head, sample.path)
                #expect(head.status == get.status, "\(sample.path)")
                #expect(head.body.isEmpty)
                // Between the two the time goes on, and what is counted with it.
                let passing = sample.path == "/metrics" ? ["Date", "Content-Length"] : ["Date"]
                let (asked, seen) = (fields(get, but: passing), fields(head, but: passing))
                #expect(asked == seen, "\(sample.path)")
                #expect(head.headers.contains("Content-Length"), "\(sample.path)")
            }
        }
    }

    private func fields(_ answer: Answer, but passing: [String]) -> [String] {
        answer.headers.filter { !passing.contains($0.name) }.map { "\($0.name): \($0.value)" }
    }
}
