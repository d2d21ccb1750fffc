import GameState
import HTTP
import LiveStore
import Protocol
import Rooms

extension Routes {
    func makeRecovery(of session: SessionID) throws {
        try call.requireHost(of: session)
        let done = done
        withRoom(session) { room, shard in
            guard room.lobby.status != .ended else { return done(.error(.sessionOver)) }
            shard.makeRecovery(of: session) { result in
                switch result {
                case .success(let recovery):
                    shard.services.note(.recoveryCodeMade, of: session, at: shard.loop.now)
                    done(
                        .json(.created) { writer in
                            writer.member("recoveryCode", recovery.code)
                            writer.member("expiresAtMs", recovery.expiresAt.ms)
                        }
                    )
                case .failure(let error): done(.error(error))
                }
            }
        }
    }

    func recover() throws {
        let typed = try call.text("recoveryCode", in: try call.body())
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try call.limit(.wrongRecoveryCode)
        guard let code = RandomNames.recoveryCode(typed: typed) else {
            throw WireError.noSuchRecovery
        }
        let hash = Recovery.hash(code)
        orFail(call.shard.live.get, Recovery.key(hash: hash)) { text in
            guard let recovery = text.flatMap(Recovery.init) else {
                return done(.error(.noSuchRecovery))
            }
            admitHost(by: recovery, hash)
        }
    }

    private func admitHost(by recovery: Recovery, _ hash: String) {
        let routes = self
        let shard = call.services.directory.shard(of: recovery.session)
        shard.loop.execute {
            shard.room(recovery.session) { result in
                switch result {
                case .success(let room) where room.lobby.status != .ended:
                    routes.orFail(shard.live.get, Recovery.key(of: recovery.session)) { named in
                        guard named == hash else {
                            return routes.done(.error(.noSuchRecovery))
                        }
                        routes.spend(recovery, hash, on: shard)
                    }
                case .failure(let error) where error.code.isRetryable: routes.done(.error(error))
                case .success, .failure: routes.done(.error(.noSuchRecovery))
                }
            }
        }
    }

    /// Of two devices that type a code at once one takes it.
    private func spend(_ recovery: Recovery, _ hash: String, on shard: Shard) {
        let key = Recovery.key(hash: hash)
        orFail(shard.live.take, key) { taken in
            guard taken != nil else { return done(.error(.noSuchRecovery)) }
            call.services.addressLimits.giveBack(.wrongRecoveryCode, by: call.address)
            let session = recovery.session
            let (services, now) = (call.services, shard.loop.now)
            let pair = services.tokens.pair(session, .host, at: now)
            let routes = self
            services.archive.store(pair.record) { result in
                switch result {
                case .success:
                    services.note(.hostRecovered, of: session, at: now)
                    routes.done(.hostSeat(session, pair, services.configuration))
                case .failure:
                    // Nothing came of it: the code is still good.
                    shard.loop.execute {
                        shard.live.put(recovery.text, key: key, ttlMs: Recovery.ttlMs) { _ in
                            routes.done(.error(.nothingSaved))
                        }
                    }
                }
            }
        }
    }

    /// A player takes the host's place, which the host offers (HOST_HAND_OVER).
    func handOver(_ session: SessionID) throws {
        let claims = try call.verify(try call.bearer(), .auth, for: session)
        guard case .player(let player) = claims.viewer else {
            throw WireError(.forbidden, "the player alone may to whom it is offered")
        }
        let done = done
        withRoom(session) { room, shard in
            guard room.lobby.status != .ended else { return done(.error(.sessionOver)) }
            room.findOffer(to: player) { isOffered in
                guard isOffered else { return done(.error(.noOffer)) }
                let services = shard.services
                // The token first: without one the offer would be spent, and nobody the host by it.
                let pair = services.tokens.pair(session, .host, at: shard.loop.now)
                let take = Confined(
                    Callback<Void> {
                        room.takeOver(player) { result in
                            if case .failure(let error) = result { return done(.error(error)) }
                            services.log.notice(
                                "host handed over",
                                metadata: ["session": "\(session)", "player": "\(player)"]
                            )
                            done(.hostSeat(session, pair, services.configuration))
                        }
                    }
                )
                services.archive.store(pair.record) { result in
                    guard case .success = result else { return done(.error(.nothingSaved)) }
                    shard.loop.execute { take.value.call(()) }
                }
            }
        }
    }

    private func orFail(
        _ ask: (String, @escaping (Result<String?, LiveStoreError>) -> Void) -> Void,
        _ key: String,
        _ next: @escaping (String?) -> Void
    ) {
        let done = done
        ask(key) { result in
            switch result {
            case .success(let value): next(value)
            case .failure: done(.error(.storeUnreachable))
            }
        }
    }
}

extension WireError {
    fileprivate static let noSuchRecovery = noSuchCode("recoveryCode")
}
