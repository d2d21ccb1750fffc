import HTTP
import Protocol

/// A method and a path that the gateway knows, and their answer.
struct Endpoint: Sendable {
    let method: Method
    /// Text, with a name in braces for each value: `/v1/sessions/{session}/join`.
    let path: String
    private let segments: [Segment]
    private let bind: @Sendable ([PathSegment]) -> Answer?

    /// Its answer, the values of its path read.
    enum Answer: Sendable {
        /// A client's way to its session.
        case socket
        /// For suites that test the WebSocket.
        case echo(broadcasts: Bool)
        /// A file of the web clients, by its path.
        case file(String)
        /// An answer that waits for nothing.
        case now(@Sendable (RequestContext) throws -> Response)
        case later(@Sendable (RequestContext) async throws -> Response)
    }

    private enum Segment {
        case literal([UInt8])
        case value

        init(_ text: PathSegment) {
            self = text.first == UInt8(ascii: "{") ? .value : .literal(Array(text))
        }
    }

    private init(
        _ method: Method,
        _ path: String,
        bind: @escaping @Sendable ([PathSegment]) -> Answer?
    ) {
        self.method = method
        self.path = path
        self.bind = bind
        segments = path.segments.map(Segment.init)
    }

    private init(_ method: Method, _ path: String, is answer: Answer) {
        self.init(method, path) { _ in answer }
    }

    private init(_ path: String, file: String) {
        self.init(.get, path, is: .file(file))
    }

    /// - Parameter answer: called with the values of the path, in their order there.
    private init<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        _ answer: @escaping @Sendable (RequestContext, repeat each Value) async throws -> Response
    ) {
        self.init(method, path) { values in
            var values = values[...]
            guard let values = try? (repeat values.read((each Value).self)) else { return nil }
            return .later { try await answer($0, repeat each values) }
        }
    }

    private init<each Value: PathValue>(
        _ method: Method,
        _ path: String,
        now answer: @escaping @Sendable (RequestContext, repeat each Value) throws -> Response
    ) {
        self.init(method, path) { values in
            var values = values[...]
            guard let values = try? (repeat values.read((each Value).self)) else { return nil }
            return .now { try answer($0, repeat each values) }
        }
    }

    fileprivate func answer(to path: [PathSegment]) -> Answer? {
        guard path.count == segments.count else { return nil }
        var values: [PathSegment] = []
        for (given, segment) in zip(path, segments) {
            switch segment {
            case .literal(let bytes): guard given.elementsEqual(bytes) else { return nil }
            case .value: values.append(given)
            }
        }
        return bind(values)
    }
}

/// The door by which a connection came in: another has another set of paths.
struct Entrance: Sendable {
    let endpoints: [Endpoint]
    /// True where any other path may be a file of the web clients.
    let hasFiles: Bool
    /// True where strangers come in.
    let isPublic: Bool

    /// For everybody; the metrics may have an entrance of their own.
    static func clients(
        hasMetrics: Bool,
        hasConformanceEcho: Bool,
        hasOperator: Bool
    ) -> Entrance {
        Entrance(
            endpoints: Endpoint.calls + Endpoint.accounts + Endpoint.pages
                + (hasOperator ? Endpoint.desk : [])
                + (hasMetrics ? [.metrics] : []) + (hasConformanceEcho ? Endpoint.echoes : []),
            hasFiles: true,
            isPublic: true
        )
    }

    /// For the operator's own network: the metrics, and nothing else.
    static let metrics = Entrance(endpoints: [.metrics], hasFiles: false, isPublic: false)
    /// For devices that do not trust the household's certificate yet: instructions, and the certificate.
    static let certificate = Entrance(
        endpoints: Endpoint.trust,
        hasFiles: false,
        isPublic: true
    )

    enum Outcome {
        case answer(Endpoint.Answer)
        case notFound
        /// The path is right, the method is not: these are.
        case methods([Method])
        /// A page of ours is meant: here it is.
        case moved(to: String)
    }

    /// - Parameter hasFile: whether the web clients have one of this path.
    func match(_ request: Request, hasFile: (String) -> Bool = { _ in true }) -> Outcome {
        let found = found(at: request.target.path)
        guard !found.isEmpty else { return .notFound }
        if found[0].endpoint.isAnyFile, case .file(let file) = found[0].answer, !hasFile(file) {
            // A browser gets a page that says so.
            guard request.method == .get || request.method == .head else { return .notFound }
            if let place = place(meantBy: request.target) { return .moved(to: place) }
        }
        // A WebSocket is opened by GET alone; everything else that GET gives, HEAD gives as well.
        let toHead = found.first { $0.endpoint.method == .get && !$0.answer.isSocket }
        let asked =
            request.method == .head
            ? toHead : found.first { $0.endpoint.method == request.method }
        return asked.map { .answer($0.answer) }
            ?? .methods(found.map(\.endpoint.method) + (toHead == nil ? [] : [.head]))
    }

    /// Endpoints of a path: one for each method that it knows.
    func found(at path: String) -> [(endpoint: Endpoint, answer: Endpoint.Answer)] {
        let segments = path.segments
        let found = endpoints.compactMap { endpoint in
            endpoint.answer(to: segments).map { (endpoint, $0) }
        }
        guard found.isEmpty, hasFiles, let first = segments.first,
            !first.elementsEqual("v1".utf8), !first.elementsEqual(TrustPages.folder.utf8)
        else { return found }
        let name = String(path.dropFirst())
        let isCode = segments.count == 1 && RandomNames.code(typed: name) != nil
        return [(.file, .file(isCode ? StaticFiles.playerPage : name))]
    }

    /// Words that people type who want to play, and where the form of the page that tells what is missing leads.
    private static let waysIn = ["join", "play"]

    /// The page for an address that was typed with a remote: in capitals, with a slash behind it.
    private func place(meantBy target: RequestTarget) -> String? {
        let parts = target.path.split(separator: "/").map(String.init)
        guard let first = parts.first?.lowercased() else { return nil }
        let query = target.rawQuery.isEmpty ? "" : "?" + target.rawQuery
        if parts.count == 1, Self.waysIn.contains(first) {
            let code = target.queryValue("code").flatMap(RandomNames.code(typed:))
            return "/" + (code ?? query)
        }
        let path = "/" + ([first] + parts.dropFirst()).joined(separator: "/")
        guard path != target.path, path.utf8.allSatisfy(Self.isPlain) else { return nil }
        let isPage = found(at: path).contains { endpoint, answer in
            guard case .file(let file) = answer else { return false }
            return !endpoint.isAnyFile || file == StaticFiles.playerPage
        }
        return isPage ? path + query : nil
    }

    /// Of what needs no coding in an address (RFC 3986 §2.3), and slashes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"): true
        case _: false
        }
    }
}

extension Endpoint.Answer {
    fileprivate var isSocket: Bool {
        switch self {
        case .socket, .echo: true
        case .file, .now, .later: false
        }
    }
}

extension Configuration {
    /// The entrance at `listen`.
    var entrance: Entrance {
        .clients(
            hasMetrics: metricsListen == nil,
            hasConformanceEcho: hasConformanceEcho,
            hasOperator: operatorToken != nil
        )
    }
}

// MARK: The table

extension Endpoint {
    fileprivate static let calls = [
        Endpoint(.get, "/v1/ws", is: .socket),
        Endpoint(.get, "/v1/games", now: SessionCalls.listGames),
        Endpoint(.get, "/v1/games/{game}/themes", now: SessionCalls.offerThemes),
        Endpoint(.post, "/v1/sessions", SessionCalls.create),
        Endpoint(.get, "/v1/sessions/{session}", SessionCalls.describe),
        Endpoint(.delete, "/v1/sessions/{session}", SessionCalls.end),
        Endpoint(.get, "/v1/sessions/{session}/state", SessionCalls.readState),
        Endpoint(.get, "/v1/sessions/{session}/content", ContentCalls.search),
        Endpoint(.get, "/v1/sessions/{session}/orders", ContentCalls.listOrders),
        Endpoint(.post, "/v1/sessions/{session}/orders", ContentCalls.order),
        Endpoint(.post, "/v1/sessions/{session}/refresh", SessionCalls.refresh),
        Endpoint(.post, "/v1/join", JoinCalls.findByCode),
        Endpoint(.post, "/v1/sessions/{session}/join", JoinCalls.join),
        Endpoint(.post, "/v1/sessions/{session}/tv", JoinCalls.admitTV),
        Endpoint(.post, "/v1/sessions/{session}/host", JoinCalls.admitHost),
        Endpoint(.get, "/v1/sessions/{session}/qr.svg", JoinCalls.draw),
        Endpoint(.post, "/v1/tv/pairings", PairingCalls.create),
        Endpoint(.get, "/v1/tv/pairings/{code}", PairingCalls.fetch),
        Endpoint(.post, "/v1/sessions/{session}/tv/pair", PairingCalls.pair),
        Endpoint(.post, "/v1/sessions/{session}/recovery", RecoveryCalls.makeCode),
        Endpoint(.post, "/v1/host/recover", RecoveryCalls.recover),
        Endpoint(.post, "/v1/sessions/{session}/hand-over", RecoveryCalls.takeOver),
        Endpoint(
            .get,
            "/v1/sessions/{session}/rounds/{round}/assets/{clip}",
            AssetCalls.fetchClip
        ),
        Endpoint(
            .post,
            "/v1/sessions/{session}/rounds/{round}/reports",
            OperatorCalls.report
        ),
        Endpoint(.get, "/healthz", now: StatusCalls.health),
        Endpoint(.get, "/readyz", StatusCalls.ready),
    ]

    fileprivate static let accounts = [
        Endpoint(.post, "/v1/accounts", AccountCalls.register),
        Endpoint(.post, "/v1/accounts/resend", AccountCalls.resend),
        Endpoint(.post, "/v1/accounts/verify", AccountCalls.verify),
        Endpoint(.post, "/v1/accounts/login", AccountCalls.logIn),
        Endpoint(.post, "/v1/accounts/refresh", AccountCalls.refresh),
        Endpoint(.post, "/v1/accounts/logout", AccountCalls.logOut),
        Endpoint(.post, "/v1/accounts/logout-everywhere", AccountCalls.logOutEverywhere),
        Endpoint(.post, "/v1/accounts/forgot", AccountCalls.forgot),
        Endpoint(.post, "/v1/accounts/reset", AccountCalls.reset),
        Endpoint(.get, "/v1/accounts/me", AccountCalls.describe),
        Endpoint(.patch, "/v1/accounts/me", AccountCalls.rename),
        Endpoint(.post, "/v1/accounts/me/password", AccountCalls.changePassword),
        Endpoint(.post, "/v1/accounts/me/delete", AccountCalls.delete),
        Endpoint(.get, "/v1/accounts/me/seats", AccountCalls.listSeats),
        Endpoint(.post, "/v1/accounts/me/seats", AccountCalls.linkSeat),
        Endpoint(.get, "/v1/accounts/me/hosted", AccountCalls.listHosted),
        Endpoint(.post, "/v1/accounts/me/hosted", AccountCalls.linkHost),
        Endpoint(.get, "/v1/leaderboards/{game}", LeaderboardCalls.page),
        Endpoint(.get, "/v1/leaderboards/{game}/me", LeaderboardCalls.own),
    ]

    /// For whoever runs the gateway.
    fileprivate static let desk = [
        Endpoint("/operator", file: "operator/index.html"),
        Endpoint(.get, "/v1/operator", OperatorCalls.describe),
        Endpoint(.post, "/v1/operator/speech", OperatorCalls.speak),
        Endpoint(.get, "/v1/operator/games/{game}/items", OperatorCalls.list),
        Endpoint(.get, "/v1/operator/games/{game}/items/{item}", OperatorCalls.show),
        Endpoint(.patch, "/v1/operator/games/{game}/items/{item}", OperatorCalls.edit),
        Endpoint(.put, "/v1/operator/games/{game}/items/{item}/approval", OperatorCalls.approve),
        Endpoint(
            .delete,
            "/v1/operator/games/{game}/items/{item}/approval",
            OperatorCalls.takeApprovalBack
        ),
        Endpoint(.put, "/v1/operator/games/{game}/items/{item}/retirement", OperatorCalls.retire),
        Endpoint(
            .delete,
            "/v1/operator/games/{game}/items/{item}/retirement",
            OperatorCalls.bringBack
        ),
        Endpoint(.get, "/v1/operator/games/{game}/reports", OperatorCalls.listReports),
        Endpoint(
            .put,
            "/v1/operator/games/{game}/reports/{report}/dealt-with",
            OperatorCalls.dealWith
        ),
        Endpoint(
            .delete,
            "/v1/operator/games/{game}/reports/{report}/dealt-with",
            OperatorCalls.haveWait
        ),
    ]

    fileprivate static let metrics = Endpoint(.get, "/metrics", StatusCalls.metrics)

    fileprivate static let echoes = [
        Endpoint(.get, "/conformance/echo", is: .echo(broadcasts: false)),
        Endpoint(.get, "/conformance/broadcast", is: .echo(broadcasts: true)),
    ]

    fileprivate static let pages = [
        Endpoint("/", file: StaticFiles.playerPage),
        Endpoint("/join/{session}", page: StaticFiles.playerPage),
        Endpoint("/tv", file: "tv/index.html"),
        Endpoint("/tv/{session}", page: "tv/index.html"),
        Endpoint("/watch/{session}", page: "watch/index.html"),
        Endpoint("/host", file: "host/index.html"),
        Endpoint("/account", file: "account/index.html"),
        Endpoint("/leaderboard", file: "leaderboard/index.html"),
        Endpoint("/leaderboard/{game}", gamePage: "leaderboard/index.html"),
        // A worker rules what lies below its own address; this one all of /join and /.
        Endpoint("/worker.js", file: StaticFiles.worker),
    ]

    fileprivate static let trust = [
        Endpoint(.get, "/", now: { try $0.trust().page(for: $0.request, $0.linksElsewhere) }),
        Endpoint(.get, "/authority.crt", now: { try $0.trust().certificate() }),
    ]

    /// Any other path: a file, or a game's code in its place.
    fileprivate static let file = Endpoint("/{file}", file: "")

    /// True where it is not known whether anything is there.
    fileprivate var isAnyFile: Bool { path == Self.file.path }

    /// A page of a session, which reads from its address of which.
    private init(_ path: String, page: String) {
        self.init(.get, path) { values in
            values.first.flatMap(SessionID.init(segment:)).map { _ in .file(page) }
        }
    }

    /// A page of a game, which reads from its address of which. Files beside it have a dot in their names.
    private init(_ path: String, gamePage page: String) {
        self.init(.get, path) { values in
            guard let name = values.first, !name.isEmpty, !name.contains(UInt8(ascii: ".")) else {
                return nil
            }
            return .file(page)
        }
    }
}

extension RequestContext {
    /// Links for whoever asks at a port that is not the game's.
    fileprivate var linksElsewhere: LinkBase {
        let configuration = services.configuration
        guard configuration.findURL != nil, let asked, !asked.isLoopback else {
            return configuration.links
        }
        return configuration.links.named(asked.name)
    }

    fileprivate func trust() throws(WireError) -> TrustPages {
        guard let trust = site.trust else { throw .noSuchPath }
        return trust
    }
}

// MARK: Paths

/// Compared by bytes: by characters it would cost more than all the rest of an upgrade.
typealias PathSegment = Substring.UTF8View

extension String {
    fileprivate var segments: [PathSegment] {
        self[...].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { $0 }
    }
}

private struct NoValue: Error {}

extension ArraySlice<PathSegment> {
    fileprivate mutating func read<Value: PathValue>(_ type: Value.Type) throws(NoValue) -> Value {
        guard let value = popFirst().flatMap(type.init(segment:)) else { throw NoValue() }
        return value
    }
}

/// A value that stands in a path.
protocol PathValue: Sendable {
    /// Nil where the text is none.
    init?(segment: PathSegment)
}

extension String: PathValue {
    init(segment: PathSegment) { self = String(Substring(segment)) }
}

extension SessionID: PathValue {
    init?(segment: PathSegment) {
        let text = String(segment: segment)
        guard RandomNames.isSession(text) else { return nil }
        self.init(rawValue: text)
    }
}

extension RoundID: PathValue {
    init?(segment: PathSegment) {
        let text = String(segment: segment)
        guard RandomNames.isName(text) else { return nil }
        self.init(rawValue: text)
    }
}

extension ClipID: PathValue {
    init?(segment: PathSegment) {
        let text = String(segment: segment)
        guard RandomNames.isName(text) else { return nil }
        self.init(rawValue: text)
    }
}
