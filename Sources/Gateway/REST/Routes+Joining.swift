import GameState
import HTTP
import LiveStore
import OpenSSL
import Protocol

extension Routes {
    /// A code that was typed in place of a QR that was scanned. Only wrong ones are counted.
    func joinByCode() throws {
        let typed = try call.text("joinCode", in: try call.body())
        let services = call.services
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try call.limit(.wrongCode)
        guard let code = RandomNames.code(typed: typed) else {
            throw WireError.noSuchCode("joinCode")
        }
        let (address, now, done) = (call.address, call.now, done)
        let routes = self
        let fail: @Sendable () -> Void = {
            done(.error(.noSuchCode("joinCode")))
        }
        call.shard.live.session(joinCode: code) { result in
            switch result {
            case .success(let session?):
                // The room outlives its session for a while, and so does the code; nobody comes in.
                routes.withRoom(session) { room, _ in
                    guard room.lobby.status != .ended else { return fail() }
                    services.addressLimits.giveBack(.wrongCode, by: address)
                    let token = services.tokens.join(session, at: now)
                    done(
                        .json(.ok) { writer in
                            writer.member("sessionId", session.rawValue)
                            writer.member("joinToken", token)
                        }
                    )
                }
            case .success(nil):
                fail()
            case .failure:
                done(.error(.storeUnreachable))
            }
        }
    }

    func join(_ session: SessionID) throws {
        let body = try call.body()
        let token = try call.text("joinToken", in: body)
        let name = try PlayerName(try call.text("name", in: body))
        _ = try call.verify(token, .join, for: session)
        try call.limit(.join(session))
        let player = RandomNames.player()
        let routes = self
        let done = done
        withRoom(session) { room, shard in
            room.join(player, name: name) { result in
                if case .failure(let error) = result {
                    done(.error(error))
                    return
                }
                let services = shard.services
                let viewer = Viewer.player(player)
                routes.hand(services.tokens.pair(session, viewer, at: shard.loop.now)) { pair in
                    .json(.created) { writer in
                        writer.member("playerId", player.rawValue)
                        writer.member("playerAuthToken", pair.auth)
                        writer.member("playerRefreshToken", pair.refresh)
                        writer.member("wsUrl", services.configuration.socketURL(of: session))
                    }
                }
            }
        }
    }

    func admitTV(_ session: SessionID) throws {
        let token = try call.text("tvJoinToken", in: try call.body())
        _ = try call.verify(token, .tvjoin, for: session)
        let routes = self
        withRoom(session) { _, shard in
            let services = shard.services
            routes.hand(services.tokens.pair(session, .tv, at: shard.loop.now)) { pair in
                .json(.ok) { writer in
                    writer.member("tvAuthToken", pair.auth)
                    writer.member("tvRefreshToken", pair.refresh)
                    writer.member("wsUrl", services.configuration.socketURL(of: session))
                }
            }
        }
    }

    func qr(_ session: SessionID) throws {
        guard let token = call.request.target.queryValue("t") else {
            throw WireError(.unauthorized, "a join token is needed", field: "t")
        }
        _ = try call.verify(token, .join, for: session)
        let url = "\(call.services.configuration.publicURL)/join/\(session)?t=\(token)"
        guard let code = QRCode(url) else {
            throw WireError(.tooLarge, "the link does not fit a QR code")
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
