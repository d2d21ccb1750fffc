import GameState
import HTTP
import LiveStore
import OpenSSL
import Protocol
import Rooms

extension Routes {
    /// The longest that a call which waits its turn does not look whether the gateway goes away.
    private static let maxPauseMs: Int64 = 1_000

    /// A code that was typed in place of a QR that was scanned. Only wrong ones are counted; from an address
    /// that has used up its own each further code waits its turn, so that a right one gets in all the same.
    func joinByCode() throws {
        let typed = try call.text("joinCode", in: try call.body())
        let limits = call.services.addressLimits
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        guard limits.take(.wrongJoinCode, by: call.address, at: call.now) != nil else {
            return lookUp(typed, isCounted: true)
        }
        switch limits.lineUp(by: call.address, at: call.now) {
        case .turn(let turn): wait(until: turn) { lookUp(typed, isCounted: false) }
        case .none(let retryAfterMs): throw Refused(.tooManyCalls, retryAfterMs: retryAfterMs)
        }
    }

    private func wait(until turn: ServerTime, _ next: @escaping () -> Void) {
        let loop = call.shard.loop
        guard loop.now < turn else { return next() }
        guard !call.shard.isDraining else { return done(.error(.goingAway)) }
        _ = loop.schedule(at: min(turn, loop.now + Self.maxPauseMs)) { wait(until: turn, next) }
    }

    private func lookUp(_ typed: String, isCounted: Bool) {
        let services = call.services
        let (address, done) = (call.address, done)
        let routes = self
        let fail: @Sendable () -> Void = {
            done(.error(.noSuchCode("joinCode")))
        }
        guard let code = RandomNames.code(typed: typed) else { return fail() }
        call.shard.live.session(joinCode: code) { result in
            switch result {
            case .success(let session?):
                // The room outlives its session for a while, and so does the code; nobody comes in.
                routes.withRoom(session) { room, _ in
                    guard room.lobby.status != .ended else { return fail() }
                    if isCounted { services.addressLimits.giveBack(.wrongJoinCode, by: address) }
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
        let claims = try call.verify(token, .tvjoin, for: session)
        let (routes, done) = (self, done)
        withRoom(session) { room, shard in
            guard claims.isFrom(room.lobby.linksSince) else { return done(.error(.expiredToken)) }
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
