import HTTP
import Protocol
import Testing

@testable import Gateway

@Suite struct RouteTests {
    static let id = "0123456789abcdef"
    static let clients = Entrance.clients(
        hasMetrics: true,
        hasConformanceEcho: false,
        hasOperator: false
    )

    /// The path of the endpoint that answers, as the table has it; of a file its path.
    private func endpoint(
        _ method: HTTP.Method,
        _ target: String,
        at entrance: Entrance = clients
    ) throws -> String? {
        let target = try RequestTarget(target)
        guard case .answer(let answer) = entrance.match(Request(method: method, target: target))
        else { return nil }
        if case .file(let path) = answer { return path }
        let method = method == .head ? .get : method
        return entrance.found(at: target.path).first { $0.endpoint.method == method }?.endpoint.path
    }

    @Test(arguments: [
        (HTTP.Method.post, "/v1/sessions", "/v1/sessions"),
        (.get, "/v1/games", "/v1/games"),
        (.get, "/v1/games/tripto/themes?locale=sv&theme=hav", "/v1/games/{game}/themes"),
        (.get, "/v1/sessions/\(id)", "/v1/sessions/{session}"),
        (.delete, "/v1/sessions/\(id)", "/v1/sessions/{session}"),
        (.post, "/v1/join", "/v1/join"),
        (.post, "/v1/sessions/\(id)/join", "/v1/sessions/{session}/join"),
        (.post, "/v1/sessions/\(id)/tv", "/v1/sessions/{session}/tv"),
        (.post, "/v1/sessions/\(id)/host", "/v1/sessions/{session}/host"),
        (.post, "/v1/sessions/\(id)/hand-over", "/v1/sessions/{session}/hand-over"),
        (.post, "/v1/sessions/\(id)/refresh", "/v1/sessions/{session}/refresh"),
        (.get, "/v1/sessions/\(id)/state", "/v1/sessions/{session}/state"),
        (.post, "/v1/sessions/\(id)/tv/pair", "/v1/sessions/{session}/tv/pair"),
        (.get, "/v1/sessions/\(id)/qr.svg?t=x", "/v1/sessions/{session}/qr.svg"),
        (.post, "/v1/sessions/\(id)/recovery", "/v1/sessions/{session}/recovery"),
        (.post, "/v1/host/recover", "/v1/host/recover"),
        (.post, "/v1/tv/pairings", "/v1/tv/pairings"),
        (.get, "/v1/tv/pairings/ABC234", "/v1/tv/pairings/{code}"),
        (.get, "/v1/ws?session=\(id)", "/v1/ws"),
        (.head, "/healthz", "/healthz"), (.get, "/readyz", "/readyz"),
        (.get, "/metrics", "/metrics"),
        (.get, "/", "player/index.html"), (.get, "/join/\(id)?t=x", "player/index.html"),
        (.get, "/tv", "tv/index.html"), (.get, "/tv/\(id)", "tv/index.html"),
        (.get, "/host", "host/index.html"), (.get, "/watch/\(id)", "watch/index.html"),
        (.get, "/account", "account/index.html"), (.get, "/account/main.js", "account/main.js"),
        (.get, "/leaderboard", "leaderboard/index.html"),
        (.get, "/leaderboard/name-that-tune?period=week", "leaderboard/index.html"),
        (.get, "/leaderboard/main.js", "leaderboard/main.js"),
        (.get, "/worker.js", "player/worker.js"), (.get, "/shared/store.js", "shared/store.js"),
    ])
    func `every path of the contract leads somewhere`(
        method: HTTP.Method,
        path: String,
        endpoint: String
    ) throws {
        #expect(try self.endpoint(method, path) == endpoint)
    }

    @Test(arguments: [
        (HTTP.Method.get, "/", Optional("/")), (.head, "/?lang=en", "/"),
        (.get, "/authority.crt", "/authority.crt"), (.get, "/healthz", nil), (.get, "/v1/ws", nil),
        (.get, "/trust/sv.html", nil), (.get, "/authority.key", nil), (.get, "/metrics", nil),
    ])
    func `whoever comes for the certificate finds it and nothing else`(
        method: HTTP.Method,
        path: String,
        endpoint: String?
    ) throws {
        #expect(try self.endpoint(method, path, at: .certificate) == endpoint)
    }

    @Test func `a wrong method is told the right ones`() throws {
        let target = try RequestTarget("/v1/sessions/\(Self.id)")
        let outcome = Self.clients.match(Request(method: .put, target: target))
        guard case .methods(let allowed) = outcome else {
            Issue.record("not refused by its method")
            return
        }
        #expect(allowed == [.get, .delete, .head])
    }

    @Test(arguments: [
        "/v1", "/v1/", "/v1/sessions/", "/v1/sessions/short", "/v1/sessions/0123456789ABCDEF",
        "/v1/sessions/0123456789abcdef/", "/v1/sessions/0123456789abcdef/x", "/v1/games//x",
        "/v1/sessions/0123456789abcdef/rounds/A/assets/c1", "/trust/sv.html",
    ])
    func `a path that is none of ours is not found`(path: String) throws {
        guard case .notFound = Self.clients.match(Request(target: try RequestTarget(path))) else {
            Issue.record("\(path) is known")
            return
        }
    }

    @Test func `a file is one by its path alone`() throws {
        #expect(try endpoint(.get, "/v2/sessions") == "v2/sessions")
        #expect(try endpoint(.get, "/tv/short") == "tv/short")
    }

    @Test func `a path has one endpoint for a method`() {
        for entrance in [Self.clients, .metrics, .certificate] {
            let names = entrance.endpoints.map { "\($0.method) \($0.path)" }
            #expect(Set(names).count == names.count)
        }
    }
}
