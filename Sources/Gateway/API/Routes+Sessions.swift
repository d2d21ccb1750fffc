import Archive
import GameState
import HTTP
import Protocol
import Rooms

extension Routes {
    /// What a host may choose from.
    func listGames() {
        let games = call.services.games
        done(
            .json(.ok) { writer in
                writer.key("games")
                writer.beginArray()
                for game in games { game.write(to: &writer) }
                writer.endArray()
            }
        )
    }

    /// Before a session is made, or its settings are changed, its host may ask what a theme will find.
    func offerThemes(of name: String) throws {
        let target = call.request.target
        guard let locale = target.queryValue("locale") else {
            throw WireError(.badMessage, "locale is missing", field: "locale")
        }
        let theme = target.queryValue("theme") ?? ""
        guard theme.count <= Self.maxThemeCharacters else {
            throw WireError(.badMessage, "theme is too long", field: "theme")
        }
        guard let game = call.services.game(named: name) else {
            throw WireError(.notFound, "no such game")
        }
        guard let offer = game.themes(theme, locale) else {
            throw WireError(.badMessage, "there are no themes in this language", field: "locale")
        }
        done(.json(.ok) { offer.write(to: &$0) })
    }

    /// As in a session's settings.
    private static let maxThemeCharacters = 80

    func createSession() throws {
        let body = try call.body()
        let game: HostedGame?
        switch body["game"] {
        // The one that is listed first is what a house is for.
        case .none: game = call.services.games.first
        case .string(let name)?: game = call.services.game(named: name)
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
        try call.limit(.createSession)
        let (limits, address, done) = (call.services.addressLimits, call.address, done)
        call.services.begin(game, settings: settings) { result in
            switch result {
            case .success(let links): done(.json(.created) { links.write(to: &$0) })
            case .failure(let error):
                limits.giveBack(.createSession, by: address)
                done(.error(error))
            }
        }
    }

    func describe(_ session: SessionID) throws {
        let limits = call.services.addressLimits
        if let waitMs = limits.waitMs(.unknownSession, by: call.address, at: call.now) {
            throw Refused(.tooManyCalls, retryAfterMs: waitMs)
        }
        let done = done
        withRoom(session) { room, _ in
            let lobby = room.lobby
            let game = room.gameName
            let isJoinable = room.isJoinable
            done(
                .json(.ok) { writer in
                    writer.member("sessionId", session.rawValue)
                    writer.member("game", game)
                    writer.member("status", lobby.status.rawValue)
                    writer.member("playerCount", Int64(lobby.players.count))
                    writer.member("joinable", isJoinable)
                }
            )
        }
    }

    func endSession(_ session: SessionID) throws {
        try call.requireHost(of: session)
        let archive = call.services.archive
        let done = done
        let now = call.now
        let erase: @Sendable () -> Void = {
            archive.erase(session, at: now) { result in
                switch result {
                case .success: done(Response(.noContent))
                case .failure: done(.error(WireError(.degraded, "ended, but not yet erased")))
                }
            }
        }
        let settle: @Sendable (Result<Void, WireError>) -> Void = { result in
            switch result {
            case .success: erase()
            case .failure(let error) where error.code == .sessionEnded:
                // It may have ended without being erased: by its host, by time, or half way here.
                archive.journal(of: session) { result in
                    guard case .success(let archived?) = result, !archived.entries.isEmpty else {
                        return done(.error(error))
                    }
                    erase()
                }
            case .failure(let error): done(.error(error))
            }
        }
        let shard = call.services.directory.shard(of: session)
        shard.loop.execute {
            shard.room(session) { result in
                switch result {
                case .success(let room): room.close(settle)
                case .failure(let error): settle(.failure(error))
                }
            }
        }
    }

    func refresh(_ session: SessionID) throws {
        let token = try call.text("refreshToken", in: try call.body())
        let claims = try call.verify(token, .refresh, for: session)
        let routes = self
        let now = call.now
        guard case .player(let player) = claims.viewer else {
            return renew(token, claims, at: now)
        }
        let done = done
        let shard = call.services.directory.shard(of: session)
        shard.loop.execute {
            shard.room(session) { result in
                // Of a session that is not to be had the archive alone decides.
                if case .success(let room) = result, room.lobby.removal(of: player) != nil {
                    return done(.error(.removed))
                }
                routes.renew(token, claims, at: now)
            }
        }
    }

    private func renew(_ token: String, _ claims: TokenClaims, at now: ServerTime) {
        let done = done
        let services = call.services
        let session = claims.session
        let family = claims.family ?? ""
        let pair = { @Sendable (moment: ServerTime) in
            services.tokens.pair(
                renewing: token,
                of: session,
                claims.viewer,
                family: family,
                at: moment
            )
        }
        services.archive.renew(
            tokenHash: TokenIssuer.hash(token),
            replacement: { moment in
                let record = pair(moment).record
                return TokenReplacement(hash: record.hash, expiresAt: record.expiresAt)
            },
            at: now
        ) { result in
            switch result {
            case .success(.renewed(let moment)):
                let pair = pair(moment)
                done(
                    .json(.ok) { writer in
                        writer.member("authToken", pair.auth)
                        writer.member("refreshToken", pair.refresh)
                        writer.member("wsUrl", services.configuration.socketURL(of: session))
                    }
                )
            case .success(.unknown), .success(.reused):
                done(.error(.foreignToken))
            case .success(.expired):
                done(.error(.expiredToken))
            case .failure:
                done(.error(.nothingSaved))
            }
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
    }
}

extension HostedGame {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("game", name)
        writer.member("name", title)
        writer.member("minPlayers", Int64(playerCounts.lowerBound))
        writer.member("maxPlayers", Int64(playerCounts.upperBound))
        writer.endObject()
    }
}
