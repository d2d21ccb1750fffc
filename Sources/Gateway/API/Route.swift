import HTTP
import Protocol

/// The door by which a connection came in: another has another set of paths.
enum Entrance {
    /// For everybody; the metrics may have an entrance of their own.
    case clients(hasMetrics: Bool, hasConformanceEcho: Bool)
    /// For the operator's own network: the metrics, and nothing else.
    case metrics
    /// For devices that do not trust the household's certificate yet: how to, and the certificate.
    case certificate
}

/// Every path that the gateway knows, read from a request.
enum Route: Equatable {
    /// The games that are played here.
    case games
    /// Of a game, by its name.
    case themes(String)
    case createSession
    case session(SessionID)
    case endSession(SessionID)
    case joinByCode
    case join(SessionID)
    case tv(SessionID)
    case host(SessionID)
    /// The host's place, by the host's offer.
    case handOver(SessionID)
    case refresh(SessionID)
    case pair(SessionID)
    case qr(SessionID)
    case asset(SessionID, RoundID, ClipID)
    case makeRecovery(SessionID)
    case recover
    case createPairing
    case pairing(String)
    case socket
    case echo
    case broadcast
    case health
    case ready
    case metrics
    /// How a device comes to trust the household's certificate.
    case trust
    /// The certificate of the household's authority.
    case authority
    /// A file of the web clients.
    case file(String)

    enum Outcome {
        case route(Route)
        case notFound
        /// The path is right, the method is not: these are.
        case methods([Method])
    }

    static func match(_ request: Request, at entrance: Entrance) -> Outcome {
        // By bytes: by characters it would cost more than all the rest of an upgrade.
        let parts = request.target.path.utf8
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { String(Substring($0)) }
        let routes = routes(parts, entrance)
        guard !routes.isEmpty else { return .notFound }
        // A WebSocket is opened by GET alone; everything else that GET gives, HEAD gives as well.
        let headRoute = routes.first { $0.method == .get && !$0.route.isSocket }
        let allowed = routes.map(\.method) + (headRoute == nil ? [] : [.head])
        let route =
            request.method == .head ? headRoute : routes.first { $0.method == request.method }
        return route.map { .route($0.route) } ?? .methods(allowed)
    }

    private var isSocket: Bool { [.socket, .echo, .broadcast].contains(self) }

    private static func routes(
        _ parts: [String],
        _ entrance: Entrance
    ) -> [(method: Method, route: Route)] {
        switch entrance {
        case .clients(let hasMetrics, let hasConformanceEcho):
            parts.first == "v1" ? calls(parts) : plain(parts, hasMetrics, hasConformanceEcho)
        case .metrics: parts == ["metrics"] ? [(.get, .metrics)] : []
        case .certificate:
            switch parts {
            case [""]: [(.get, .trust)]
            case ["authority.crt"]: [(.get, .authority)]
            case _: []
            }
        }
    }

    private static func calls(_ parts: [String]) -> [(method: Method, route: Route)] {
        switch Array(parts.dropFirst()) {
        case ["sessions"]: return [(.post, .createSession)]
        case ["games"]: return [(.get, .games)]
        case let path where path.count == 3 && path[0] == "games" && path[2] == "themes":
            return [(.get, .themes(path[1]))]
        case ["join"]: return [(.post, .joinByCode)]
        case ["host", "recover"]: return [(.post, .recover)]
        case ["ws"]: return [(.get, .socket)]
        case ["tv", "pairings"]: return [(.post, .createPairing)]
        case let path where path.count == 3 && path[0] == "tv" && path[1] == "pairings":
            return [(.get, .pairing(path[2]))]
        case let path
        where path.count >= 2 && path[0] == "sessions" && RandomNames.isSession(path[1]):
            return session(SessionID(rawValue: path[1]), Array(path.dropFirst(2)))
        case _: return []
        }
    }

    private static func session(
        _ id: SessionID,
        _ rest: [String]
    ) -> [(method: Method, route: Route)] {
        switch rest {
        case []: [(.get, .session(id)), (.delete, .endSession(id))]
        case ["join"]: [(.post, .join(id))]
        case ["tv"]: [(.post, .tv(id))]
        case ["host"]: [(.post, .host(id))]
        case ["hand-over"]: [(.post, .handOver(id))]
        case ["refresh"]: [(.post, .refresh(id))]
        case ["tv", "pair"]: [(.post, .pair(id))]
        case ["recovery"]: [(.post, .makeRecovery(id))]
        case ["qr.svg"]: [(.get, .qr(id))]
        case let path
        where path.count == 4 && path[0] == "rounds" && path[2] == "assets"
            && RandomNames.isName(path[1]) && RandomNames.isName(path[3]):
            [(.get, .asset(id, RoundID(rawValue: path[1]), ClipID(rawValue: path[3])))]
        case _: []
        }
    }

    private static func plain(
        _ parts: [String],
        _ hasMetrics: Bool,
        _ hasConformanceEcho: Bool
    ) -> [(method: Method, route: Route)] {
        switch parts {
        case ["healthz"]: [(.get, .health)]
        case ["readyz"]: [(.get, .ready)]
        case ["metrics"] where hasMetrics: [(.get, .metrics)]
        case ["conformance", "echo"] where hasConformanceEcho: [(.get, .echo)]
        case ["conformance", "broadcast"] where hasConformanceEcho: [(.get, .broadcast)]
        case [""]: [(.get, .file("player/index.html"))]
        case ["tv"]: [(.get, .file("tv/index.html"))]
        case ["host"]: [(.get, .file("host/index.html"))]
        // A worker rules what lies below its own address; this one all of /join and /.
        case ["worker.js"]: [(.get, .file(StaticFiles.worker))]
        case let page where page.count == 2 && RandomNames.isSession(page[1]):
            switch page[0] {
            case "join": [(.get, .file("player/index.html"))]
            case "tv": [(.get, .file("tv/index.html"))]
            case "watch": [(.get, .file("watch/index.html"))]
            case _: []
            }
        case let page where page.first == TrustPages.folder: []
        case _: [(.get, .file(parts.joined(separator: "/")))]
        }
    }
}

extension Configuration {
    /// What those who come to `listen` may ask for.
    var entrance: Entrance {
        .clients(hasMetrics: metricsListen == nil, hasConformanceEcho: hasConformanceEcho)
    }
}
