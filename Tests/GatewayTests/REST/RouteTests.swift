import HTTP
import Protocol
import Testing

@testable import Gateway

@Suite struct RouteTests {
    static let id = "0123456789abcdef"
    static let session = SessionID(rawValue: id)

    private func match(
        _ method: HTTP.Method,
        _ path: String,
        at entrance: Entrance = .clients(hasMetrics: true, hasConformanceEcho: false)
    ) throws -> Route.Outcome {
        Route.match(
            Request(
                method: method,
                target: try RequestTarget(path),
                minorVersion: 1,
                headers: ["Host": "localhost"],
                body: []
            ),
            at: entrance
        )
    }

    @Test(arguments: [
        (HTTP.Method.post, "/v1/sessions", Route.createSession),
        (.get, "/v1/games", .games),
        (.get, "/v1/games/tripto/themes?locale=sv&theme=hav", .themes("tripto")),
        (.get, "/v1/sessions/\(id)", .session(session)),
        (.delete, "/v1/sessions/\(id)", .endSession(session)),
        (.post, "/v1/join", .joinByCode),
        (.post, "/v1/sessions/\(id)/join", .join(session)),
        (.post, "/v1/sessions/\(id)/tv", .tv(session)),
        (.post, "/v1/sessions/\(id)/host", .host(session)),
        (.post, "/v1/sessions/\(id)/hand-over", .handOver(session)),
        (.post, "/v1/sessions/\(id)/refresh", .refresh(session)),
        (.post, "/v1/sessions/\(id)/tv/pair", .pair(session)),
        (.get, "/v1/sessions/\(id)/qr.svg?t=x", .qr(session)),
        (.post, "/v1/sessions/\(id)/recovery", .makeRecovery(session)),
        (.post, "/v1/host/recover", .recover),
        (.post, "/v1/tv/pairings", .createPairing),
        (.get, "/v1/tv/pairings/ABC234", .pairing("ABC234")),
        (.get, "/v1/ws?session=\(id)", .socket),
        (.head, "/healthz", .health), (.get, "/readyz", .ready), (.get, "/metrics", .metrics),
        (.get, "/", .file("player/index.html")),
        (.get, "/join/\(id)?t=x", .file("player/index.html")),
        (.get, "/tv", .file("tv/index.html")), (.get, "/tv/\(id)", .file("tv/index.html")),
        (.get, "/host", .file("host/index.html")),
        (.get, "/watch/\(id)", .file("watch/index.html")),
        (.get, "/worker.js", .file("player/worker.js")),
        (.get, "/shared/store.js", .file("shared/store.js")),
    ])
    func `every path of the contract leads somewhere`(
        method: HTTP.Method,
        path: String,
        route: Route
    ) throws {
        guard case .route(let found) = try match(method, path) else {
            Issue.record("\(method) \(path) leads nowhere")
            return
        }
        #expect(found == route)
    }

    @Test(arguments: [
        (HTTP.Method.get, "/", Optional(Route.trust)), (.head, "/?lang=en", .trust),
        (.get, "/authority.crt", .authority), (.get, "/healthz", nil), (.get, "/v1/ws", nil),
        (.get, "/trust/sv.html", nil), (.get, "/authority.key", nil), (.get, "/metrics", nil),
    ])
    func `whoever comes for the certificate finds it and nothing else`(
        method: HTTP.Method,
        path: String,
        route: Route?
    ) throws {
        switch try match(method, path, at: .certificate) {
        case .route(let found): #expect(found == route)
        case .notFound: #expect(route == nil)
        case .methods: Issue.record("\(path) is there by other methods")
        }
    }

    @Test func `a wrong method is told the right ones`() throws {
        guard case .methods(let allowed) = try match(.put, "/v1/sessions/\(Self.id)") else {
            Issue.record("not refused by its method")
            return
        }
        #expect(allowed == [.get, .delete, .head])
    }

    @Test(arguments: [
        "/v1", "/v1/", "/v1/sessions/", "/v1/sessions/short", "/v1/sessions/0123456789ABCDEF",
        "/v1/sessions/0123456789abcdef/", "/v1/sessions/0123456789abcdef/x", "/v2/sessions",
    ])
    func `a path that is none of ours is not found`(path: String) throws {
        switch try match(.get, path) {
        case .notFound: break
        case .route(.file): break
        case .route(let route): Issue.record("\(path) led to \(route)")
        case .methods: Issue.record("\(path) is known")
        }
    }
}
