import GameState
import HTTP
import Protocol
import Rooms

/// Ways into a session: a code that is typed, and what its links open.
enum JoinCalls {
    /// The longest that a call which waits its turn does not look whether the gateway goes away.
    private static let maxPauseMs: Int64 = 1_000

    /// A code that was typed in place of a QR that was scanned. Only wrong ones are counted; from an address
    /// that has used up its own each further code waits its turn, so that a right one gets in all the same.
    static func findByCode(_ context: RequestContext) async throws -> Response {
        let typed = try context.text("joinCode", in: try context.body())
        let (limits, address) = (context.services.addressLimits, context.address)
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        let isCounted = limits.take(.wrongJoinCode, by: address, at: context.now) == nil
        if !isCounted {
            switch limits.queueUp(by: address, at: context.now) {
            case .turn(let turn): try await wait(until: turn, on: context.shard)
            case .none(let retryAfterMs): throw APIError(.tooManyCalls, retryAfterMs: retryAfterMs)
            }
        }
        guard let code = RandomNames.code(typed: typed),
            let session = try await context.shard.live.session(joinCode: code)
        else { throw WireError.noSuchCode("joinCode") }
        return try await context.on(session) { room, _ in
            // The room outlives its session for a while, and so does the code; nobody comes in.
            guard room.lobby.status != .ended else { throw WireError.noSuchCode("joinCode") }
            if isCounted { limits.giveBack(.wrongJoinCode, by: address) }
            guard let token = await room.joinToken() else { throw WireError.nothingSaved }
            return .json(.ok) { writer in
                writer.member("sessionId", session.rawValue)
                writer.member("joinToken", token.text)
            }
        }
    }

    private static func wait(until turn: ServerTime, on shard: Shard) async throws(WireError) {
        let loop = shard.loop
        while loop.now < turn {
            guard !shard.isDraining else { throw .goingAway }
            await loop.sleep(until: min(turn, loop.now + maxPauseMs))
        }
    }

    static func join(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        let body = try context.body()
        let token = try context.text("joinToken", in: body)
        let name = try PlayerName(try context.text("name", in: body))
        let avatar = try FieldReader(body).avatar()
        let player = RandomNames.player()
        return try await context.on(session, by: .join(token)) { room, shard in
            let (services, now) = (shard.services, shard.loop.now)
            let (limits, address) = (services.addressLimits, context.address)
            let waitMs =
                limits.waitMs(.refusedJoin(session), by: address, at: now)
                ?? limits.take(.join(session), by: address, at: now)
            if let waitMs { throw APIError(.tooManyCalls, retryAfterMs: waitMs) }
            // The token first: without one a guest who sits down could not come, and nobody else by that name.
            let pair = services.tokens.pair(session, .player(player), at: now)
            try await services.archive.store(pair.record)
            do {
                try await room.join(player, name: name, avatar: avatar)
            } catch {
                // It took no seat, and others of the same house may still want theirs.
                limits.giveBack(.join(session), by: address)
                _ = limits.take(.refusedJoin(session), by: address, at: now)
                throw error
            }
            return .json(.created) { writer in
                writer.member("playerId", player.rawValue)
                writer.member("playerAuthToken", pair.auth)
                writer.member("playerRefreshToken", pair.refresh)
                writer.member("wsUrl", context.links.socketURL(of: session))
            }
        }
    }

    static func admitTV(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        let token = try context.text("tvJoinToken", in: try context.body())
        let claims = try context.verify(token, .tvjoin, for: session)
        let services = context.services
        return try await context.on(session) { room, shard in
            guard claims.isFrom(room.lobby.linksSince) else { throw WireError.expiredToken }
            let pair = services.tokens.pair(session, .tv, at: shard.loop.now)
            try await services.archive.store(pair.record)
            return .json(.ok) { writer in
                writer.member("tvAuthToken", pair.auth)
                writer.member("tvRefreshToken", pair.refresh)
                writer.member("wsUrl", context.links.socketURL(of: session))
            }
        }
    }

    /// A device becomes the host by the host's link; its connection will be the newest.
    static func admitHost(_ context: RequestContext, _ session: SessionID) async throws -> Response
    {
        let token = try context.text("hostToken", in: try context.body())
        let services = context.services
        return try await context.on(session, by: .host(token)) { _, shard in
            let now = shard.loop.now
            services.log.notice("host link opened", metadata: ["session": "\(session)"])
            let pair = services.tokens.pair(session, .host, at: now)
            try await services.archive.store(pair.record)
            services.note(.hostLinkOpened, of: session, at: now)
            return .hostSeat(session, pair, context.links)
        }
    }

    static func draw(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        guard let token = context.request.target.queryValue("t") else {
            throw WireError(.unauthorized, "a join token is needed", field: "t")
        }
        return try await context.on(session, by: .join(token)) { room, _ in
            guard let code = QRCode(context.joinURL(of: room.lobby)) else {
                throw WireError(.tooLarge, "the link does not fit a QR code")
            }
            return Response(
                .ok,
                headers: ["Content-Type": MediaType.of("qr.svg"), "Cache-Control": "no-store"],
                body: Array(code.svg.utf8)
            )
        }
    }
}

extension Response {
    /// Tokens that make a device the host.
    static func hostSeat(
        _ session: SessionID,
        _ pair: TokenIssuer.Pair,
        _ links: LinkBase
    ) -> Response {
        .json(.ok) { writer in
            writer.member("sessionId", session.rawValue)
            writer.member("hostAuthToken", pair.auth)
            writer.member("hostRefreshToken", pair.refresh)
            writer.member("wsUrl", links.socketURL(of: session))
        }
    }
}
