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
        let (address, done) = (call.address, done)
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
                    room.whenInviting { token in
                        guard let token else { return done(.error(.nothingSaved)) }
                        done(
                            .json(.ok) { writer in
                                writer.member("sessionId", session.rawValue)
                                writer.member("joinToken", token.text)
                            }
                        )
                    }
                }
            case .success(nil):
                fail()
            case .failure:
                done(.error(.storeUnreachable))
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
}
