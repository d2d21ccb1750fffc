import GameState
import HTTP
import Protocol
import Rooms

/// What the links of a session open.
extension Routes {
    /// Runs `work` with the room of a session for whoever has the token of one of its links. All others
    /// are told the same, whether there is such a session or not.
    func withRoom(
        _ session: SessionID,
        for token: LinkToken,
        _ work: @escaping @Sendable (any AnyRoom, Shard) -> Void
    ) throws(WireError) {
        guard token.isWellFormed else { throw .foreignToken }
        let services = call.services
        let (limits, lifetimeMs) = (services.addressLimits, services.configuration.linkMs)
        let shard = services.directory.shard(of: session)
        let (address, done) = (call.address, done)
        shard.loop.execute {
            // A session that is known here costs no look at a disk, or finds something there.
            if shard.registry[session] == nil, !shard.registry.isResting(session),
                let waitMs = limits.waitMs(.unknownSession, by: address, at: shard.loop.now)
            {
                return done(.error(.tooManyCalls, retryAfterMs: waitMs))
            }
            shard.room(session) { result in
                switch result {
                case .success(let room):
                    do throws(WireError) {
                        try token.check(room.lobby, lifetimeMs: lifetimeMs, at: shard.loop.now)
                        work(room, shard)
                    } catch {
                        done(.error(error))
                    }
                case .failure(let error) where [.notFound, .sessionEnded].contains(error.code):
                    _ = limits.take(.unknownSession, by: address, at: shard.loop.now)
                    done(.error(.foreignToken))
                case .failure(let error):
                    done(.error(error))
                }
            }
        }
    }

    func join(_ session: SessionID) throws {
        let body = try call.body()
        let token = try call.text("joinToken", in: body)
        let name = try PlayerName(try call.text("name", in: body))
        let player = RandomNames.player()
        let (address, done) = (call.address, done)
        try withRoom(session, for: .join(token)) { room, shard in
            let services = shard.services
            let now = shard.loop.now
            let limits = services.addressLimits
            let waitMs =
                limits.waitMs(.refusedJoin(session), by: address, at: now)
                ?? limits.take(.join(session), by: address, at: now)
            if let waitMs {
                return done(.error(.tooManyCalls, retryAfterMs: waitMs))
            }
            // The token first: without one a guest who sits down could not come, and nobody else by that name.
            let pair = services.tokens.pair(session, .player(player), at: now)
            let sitDown = Confined(
                Callback<Void> {
                    room.join(player, name: name) { result in
                        if case .failure(let error) = result {
                            // It took no seat, and others of the same house may still want theirs.
                            limits.giveBack(.join(session), by: address)
                            _ = limits.take(.refusedJoin(session), by: address, at: now)
                            return done(.error(error))
                        }
                        let socketURL = services.configuration.socketURL(of: session)
                        done(.playerSeat(player, pair, socketURL))
                    }
                }
            )
            services.archive.store(pair.record) { result in
                guard case .success = result else { return done(.error(.nothingSaved)) }
                shard.loop.execute { sitDown.value.call(()) }
            }
        }
    }

    /// A device becomes the host by the host's link; its connection will be the newest.
    func admitHost(_ session: SessionID) throws {
        let token = try call.text("hostToken", in: try call.body())
        let routes = self
        try withRoom(session, for: .host(token)) { _, shard in
            let (services, now) = (shard.services, shard.loop.now)
            services.log.notice("host link opened", metadata: ["session": "\(session)"])
            routes.hand(services.tokens.pair(session, .host, at: now)) { pair in
                services.note(.hostLinkOpened, of: session, at: now)
                return .hostSeat(session, pair, services.configuration)
            }
        }
    }

    func qr(_ session: SessionID) throws {
        guard let token = call.request.target.queryValue("t") else {
            throw WireError(.unauthorized, "a join token is needed", field: "t")
        }
        let done = done
        try withRoom(session, for: .join(token)) { room, _ in
            guard let code = QRCode(room.lobby.joinURL) else {
                return done(.error(WireError(.tooLarge, "the link does not fit a QR code")))
            }
            done(
                Response(
                    .ok,
                    headers: ["Content-Type": MediaType.of("qr.svg"), "Cache-Control": "no-store"],
                    body: Array(code.svg.utf8)
                )
            )
        }
    }
}

extension Response {
    /// What makes a device a player.
    fileprivate static func playerSeat(
        _ player: PlayerID,
        _ pair: TokenIssuer.Pair,
        _ socketURL: String
    ) -> Response {
        .json(.created) { writer in
            writer.member("playerId", player.rawValue)
            writer.member("playerAuthToken", pair.auth)
            writer.member("playerRefreshToken", pair.refresh)
            writer.member("wsUrl", socketURL)
        }
    }

    /// What makes a device the host.
    static func hostSeat(
        _ session: SessionID,
        _ pair: TokenIssuer.Pair,
        _ configuration: Configuration
    ) -> Response {
        .json(.ok) { writer in
            writer.member("sessionId", session.rawValue)
            writer.member("hostAuthToken", pair.auth)
            writer.member("hostRefreshToken", pair.refresh)
            writer.member("wsUrl", configuration.socketURL(of: session))
        }
    }
}
