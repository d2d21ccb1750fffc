import HTTP
import LiveStore
import Protocol

/// The host goes on elsewhere: a code that another device of theirs may type, once (G-36).
///
/// Two values stand for it: the code's hash leads to the session, and the session names the hash that
/// counts, so that a new code puts an end to the one before.
private struct Recovery {
    /// Milliseconds that a code is good for: as long as the host's tokens.
    static let lifetimeMs = TokenClaims.Kind.refresh.lifetimeMs

    var session: SessionID
    var expiresAt: ServerTime

    init(_ session: SessionID, at now: ServerTime) {
        self.session = session
        expiresAt = now + Self.lifetimeMs
    }

    /// Reads what `text` wrote.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let ms = Int64(parts[1]) else { return nil }
        session = SessionID(rawValue: String(parts[0]))
        expiresAt = ServerTime(ms: ms)
    }

    var text: String { "\(session.rawValue) \(expiresAt.ms)" }

    static func hash(_ code: String) -> String { Base64URL.encode(TokenIssuer.hash(code)) }
    static func key(hash: String) -> String { "recovery:\(hash)" }
    static func key(of session: SessionID) -> String { "recovery-of:\(session.rawValue)" }
}

extension Routes {
    /// A new code; the one before is good for nothing from then on.
    func makeRecovery(of session: SessionID) throws {
        try call.requireHost(of: session)
        let recovery = Recovery(session, at: call.now)
        let code = RandomNames.recoveryCode()
        let hash = Recovery.hash(code)
        let routes = self
        withRoom(session) { room, shard in
            guard room.lobby.status != .ended else { return routes.done(.error(.sessionOver)) }
            routes.name(hash, of: session, on: shard) {
                routes.keep(recovery.text, Recovery.key(hash: hash), on: shard) {
                    routes.done(
                        .json(.created) { writer in
                            writer.member("recoveryCode", code)
                            writer.member("expiresAtMs", recovery.expiresAt.ms)
                        }
                    )
                }
            }
        }
    }

    /// Lets `hash` be the one that counts, and forgets what the one before led to.
    private func name(
        _ hash: String,
        of session: SessionID,
        on shard: Shard,
        _ next: @escaping () -> Void
    ) {
        let key = Recovery.key(of: session)
        orFail(shard.live.get, key) { old in
            keep(hash, key, on: shard) {
                guard let old else { return next() }
                orFail(shard.live.take, Recovery.key(hash: old)) { _ in next() }
            }
        }
    }

    func recover() throws {
        let typed = try call.text("recoveryCode", in: try call.body())
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try call.limit(.wrongCode)
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
            call.services.addressLimits.giveBack(.wrongCode, by: call.address)
            let session = recovery.session
            let pair = call.services.tokens.pair(session, .host, at: shard.loop.now)
            let routes = self
            call.services.archive.store(pair.record) { result in
                switch result {
                case .success:
                    routes.done(
                        .json(.ok) { writer in
                            writer.member("sessionId", session.rawValue)
                            writer.member("hostAuthToken", pair.auth)
                            writer.member("hostRefreshToken", pair.refresh)
                            writer.member(
                                "wsUrl",
                                routes.call.services.configuration.socketURL(of: session)
                            )
                        }
                    )
                case .failure:
                    // Nothing came of it: the code is still good.
                    shard.loop.execute {
                        routes.keep(recovery.text, key, on: shard) {
                            routes.done(.error(.nothingSaved))
                        }
                    }
                }
            }
        }
    }

    private func keep(
        _ value: String,
        _ key: String,
        on shard: Shard,
        _ next: @escaping () -> Void
    ) {
        let done = done
        shard.live.put(value, key: key, ttlMs: Int(Recovery.lifetimeMs)) { result in
            switch result {
            case .success: next()
            case .failure: done(.error(.storeUnreachable))
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
