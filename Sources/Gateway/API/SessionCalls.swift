import Archive
import GameState
import HTTP
import Protocol
import Rooms

/// Sessions: what may be played, their beginning and their end.
enum SessionCalls {
    /// As in a session's settings.
    private static let maxThemeCharacters = 80

    /// Games that a host may choose from.
    static func listGames(_ context: RequestContext) -> Response {
        .json(.ok) { writer in
            writer.key("games")
            writer.beginArray()
            for game in context.services.games { game.write(to: &writer) }
            writer.endArray()
        }
    }

    /// Before a session is made, or its settings are changed, its host may ask what a theme will find.
    static func offerThemes(_ context: RequestContext, _ name: String) throws -> Response {
        let target = context.request.target
        guard let locale = target.queryValue("locale") else {
            throw WireError(.badMessage, "locale is missing", field: "locale")
        }
        let theme = target.queryValue("theme") ?? ""
        guard theme.count <= maxThemeCharacters else {
            throw WireError(.badMessage, "theme is too long", field: "theme")
        }
        guard let game = context.services.game(named: name) else {
            throw WireError(.notFound, "no such game")
        }
        guard let offer = game.themes(theme, locale) else {
            throw WireError(.badMessage, "there are no themes in this language", field: "locale")
        }
        return .json(.ok) { offer.write(to: &$0) }
    }

    static func create(_ context: RequestContext) async throws -> Response {
        let body = try context.body()
        let game: HostedGame?
        switch body["game"] {
        // The one that is listed first is what a house is for.
        case .none: game = context.services.games.first
        case .string(let name)?: game = context.services.game(named: name)
        case .some: throw WireError(.badMessage, "game is a string", field: "game")
        }
        guard let game else { throw WireError.noSuchGame }
        let settings: JSONObject
        switch body["settings"] {
        case .none: settings = JSONObject()
        case .object(let members)?: settings = members
        case .some: throw WireError(.badMessage, "settings is an object", field: "settings")
        }
        // Counted before it is made, so that asking at once does not get round it.
        try context.limit(.createSession)
        do {
            let links = try await context.services.begin(game, settings: settings, context.asked)
            return .json(.created) { links.write(to: &$0) }
        } catch {
            context.services.addressLimits.giveBack(.createSession, by: context.address)
            throw error
        }
    }

    static func describe(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        try context.refuseIfUnknownSessions(at: context.now)
        return try await context.on(session) { room, _ in
            .json(.ok) { writer in
                writer.member("sessionId", session.rawValue)
                writer.member("game", room.gameName)
                writer.member("status", room.lobby.status.rawValue)
                writer.member("playerCount", Int64(room.lobby.players.count))
                writer.member("joinable", room.isJoinable)
            }
        }
    }

    /// The document of the caller's role, for clients that ask again and again instead of listening: 304 while
    /// nothing has changed.
    static func readState(_ context: RequestContext, _ session: SessionID) async throws -> Response
    {
        let viewer = try context.verify(try context.bearer(), .auth, for: session).viewer
        let document = try await context.on(session) { room, _ in
            try await room.document(for: viewer)
        }
        // Another role or another player was sent another thing under the same path.
        return .content(
            document.json,
            tag: EntityTag(String(document.version)),
            headers: [
                "Content-Type": MediaType.json, "Cache-Control": "private, no-cache",
                "Vary": "Authorization",
            ],
            for: context.request
        )
    }

    static func end(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        try context.requireHost(of: session)
        let (archive, now) = (context.services.archive, context.now)
        do {
            try await context.services.directory.shard(of: session).run { shard in
                try await shard.registry.room(session).close()
            }
        } catch let error as WireError where error.code == .sessionEnded {
            // It may have ended without being erased: by its host, by time, or half way here.
            let archived = try? await archive.journal(of: session)
            guard archived?.entries.isEmpty == false else { throw error }
        }
        do {
            try await archive.erase(session, at: now)
        } catch {
            throw WireError(.degraded, "ended, but not yet erased")
        }
        for game in context.services.games { game.orders?.forget(session) }
        return Response(.noContent)
    }

    static func refresh(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        let token = try context.text("refreshToken", in: try context.body())
        let claims = try context.verify(token, .refresh, for: session)
        let (services, now) = (context.services, context.now)
        if case .player(let player) = claims.viewer {
            try await services.directory.shard(of: session).run { shard in
                // Of a session that is not to be had the archive alone decides.
                let room = try? await shard.registry.room(session)
                if room?.lobby.removal(of: player) != nil { throw WireError.removed }
            }
        }
        let pair = { @Sendable (moment: ServerTime) in
            services.tokens.pair(
                renewing: token,
                of: session,
                claims.viewer,
                family: claims.family ?? "",
                at: moment
            )
        }
        let renewal = try await services.archive.renew(
            tokenHash: TokenIssuer.hash(token),
            replacement: { moment in
                let record = pair(moment).record
                return TokenReplacement(hash: record.hash, expiresAt: record.expiresAt)
            },
            at: now
        )
        switch renewal {
        case .renewed(let moment):
            let pair = pair(moment)
            return .json(.ok) { writer in
                writer.member("authToken", pair.auth)
                writer.member("refreshToken", pair.refresh)
                writer.member("wsUrl", context.links.socketURL(of: session))
            }
        case .unknown, .reused: throw WireError.foreignToken
        case .expired: throw WireError.expiredToken
        }
    }
}

extension ThemeOffer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.key("themes")
        writer.beginArray()
        for theme in themes {
            writer.beginObject()
            writer.member("theme", theme.text)
            writer.member("count", Int64(theme.count))
            writer.endObject()
        }
        writer.endArray()
        writer.key("matching")
        if let matching { writer.value(matching) } else { writer.null() }
        writer.member("total", Int64(total))
    }
}

extension HostedGame {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("game", name)
        writer.member("name", title)
        writer.member("minPlayers", Int64(playerCounts.lowerBound))
        writer.member("maxPlayers", Int64(playerCounts.upperBound))
        writer.member("manualPlayers", takesManualPlayers)
        if let own = ownContent() {
            writer.key("ownContent")
            writer.beginObject()
            writer.member("count", Int64(own.count))
            writer.member("refused", Int64(own.refused))
            writer.member("reading", own.isReading)
            writer.member("playable", own.isPlayable)
            writer.endObject()
        }
        if orders != nil { writer.member("takesOrders", true) }
        writer.endObject()
    }
}
