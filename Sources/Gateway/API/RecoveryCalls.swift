import GameState
import HTTP
import Protocol
import Rooms

/// The host goes on elsewhere, by a code; or somebody else does, by the host's offer.
enum RecoveryCalls {
    static func makeCode(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        try context.requireHost(of: session)
        return try await context.on(session) { room, shard in
            guard room.lobby.status != .ended else { throw WireError.sessionOver }
            let recovery = try await shard.makeRecovery(of: session)
            shard.services.note(.recoveryCodeMade, of: session, at: shard.loop.now)
            return .json(.created) { writer in
                writer.member("recoveryCode", recovery.code)
                writer.member("expiresAtMs", recovery.expiresAt.ms)
            }
        }
    }

    static func recover(_ context: RequestContext) async throws -> Response {
        let typed = try context.text("recoveryCode", in: try context.body())
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try context.limit(.wrongRecoveryCode)
        guard let code = RandomNames.recoveryCode(typed: typed) else {
            throw WireError.noSuchRecovery
        }
        let hash = Recovery.hash(code)
        guard let text = try await context.shard.live.get(key: Recovery.key(hash: hash)),
            let recovery = Recovery(text)
        else { throw WireError.noSuchRecovery }
        let session = recovery.session
        return try await context.services.directory.shard(of: session).run { shard in
            let room: any AnyRoom
            do throws(WireError) {
                room = try await shard.registry.room(session)
            } catch {
                throw error.code.isRetryable ? error : .noSuchRecovery
            }
            guard room.lobby.status != .ended,
                try await shard.live.get(key: Recovery.key(of: session)) == hash
            else { throw WireError.noSuchRecovery }
            return try await spend(recovery, hash, context, on: shard)
        }
    }

    /// A player takes the host's place, which the host offers (HOST_HAND_OVER).
    static func takeOver(_ context: RequestContext, _ session: SessionID) async throws -> Response {
        let claims = try context.verify(try context.bearer(), .auth, for: session)
        guard case .player(let player) = claims.viewer else {
            throw WireError(.forbidden, "the player alone may to whom it is offered")
        }
        return try await context.on(session) { room, shard in
            guard room.lobby.status != .ended else { throw WireError.sessionOver }
            guard try await room.hasOffer(to: player) else { throw WireError.noOffer }
            let services = shard.services
            // The token first: without one the offer would be spent, and nobody the host by it.
            let pair = services.tokens.pair(session, .host, at: shard.loop.now)
            try await services.archive.store(pair.record)
            try await room.takeOver(player)
            services.log.notice(
                "host handed over",
                metadata: ["session": "\(session)", "player": "\(player)"]
            )
            return .hostSeat(session, pair, context.links)
        }
    }

    /// Of two devices that type a code at once one takes it.
    private static func spend(
        _ recovery: Recovery,
        _ hash: String,
        _ context: RequestContext,
        on shard: Shard
    ) async throws -> Response {
        let (key, session) = (Recovery.key(hash: hash), recovery.session)
        let services = context.services
        guard try await shard.live.take(key: key) != nil else { throw WireError.noSuchRecovery }
        services.addressLimits.giveBack(.wrongRecoveryCode, by: context.address)
        let now = shard.loop.now
        let pair = services.tokens.pair(session, .host, at: now)
        do {
            try await services.archive.store(pair.record)
        } catch {
            // Nothing came of it: the code is still good.
            try? await shard.live.put(recovery.text, key: key, ttlMs: Recovery.ttlMs)
            throw error
        }
        services.note(.hostRecovered, of: session, at: now)
        return .hostSeat(session, pair, context.links)
    }
}

extension WireError {
    fileprivate static let noSuchRecovery = noSuchCode("recoveryCode")
}
