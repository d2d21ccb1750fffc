import HTTP
import LiveStore
import OpenSSL
import Protocol
import Rooms

/// A screen that has no link shows a code; the host types it; the screen fetches its token (G-37).
private struct Pairing {
    /// Milliseconds that a code is good for.
    static let lifetimeMs = 10 * 60_000

    var secretHash: String
    var session: SessionID?

    static func key(_ code: String) -> String { "pairing:\(code)" }

    init(secret: String, session: SessionID? = nil) {
        secretHash = Base64URL.encode(TokenIssuer.hash(secret))
        self.session = session
    }

    /// Reads what `text` wrote.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        secretHash = String(parts[0])
        session = parts[1].isEmpty ? nil : SessionID(rawValue: String(parts[1]))
    }

    var text: String { "\(secretHash) \(session?.rawValue ?? "")" }

    func opens(with secret: String) -> Bool {
        let hash = Base64URL.encode(TokenIssuer.hash(secret))
        return constantTimeEqual(Array(hash.utf8), Array(secretHash.utf8))
    }
}

extension Routes {
    func createPairing() throws {
        try call.limit(.createPairing)
        let code = RandomNames.code()
        let secret = RandomNames.secret()
        let expiresAt = call.now + Int64(Pairing.lifetimeMs)
        let done = done
        let text = Pairing(secret: secret).text
        call.shard.live.put(text, key: Pairing.key(code), ttlMs: Pairing.lifetimeMs) { result in
            switch result {
            case .success:
                done(
                    .json(.created) { writer in
                        writer.member("pairingCode", code)
                        writer.member("pairingSecret", secret)
                        writer.member("expiresAtMs", expiresAt.ms)
                    }
                )
            case .failure: done(.error(.storeUnreachable))
            }
        }
    }

    func pair(_ session: SessionID) throws {
        try call.requireHost(of: session)
        try call.limit(.wrongPairingCode)
        let typed = try call.text("pairingCode", in: try call.body())
        guard let code = RandomNames.code(typed: typed) else {
            throw WireError.noSuchCode("pairingCode")
        }
        let live = call.shard.live
        let (services, address, now, done) = (call.services, call.address, call.now, done)
        // Taken out, so that of two hosts who type one code at once one has it.
        live.take(key: Pairing.key(code)) { result in
            guard case .success(let text) = result else {
                return done(.error(.storeUnreachable))
            }
            guard var pairing = text.flatMap(Pairing.init) else {
                return done(.error(.noSuchCode("pairingCode")))
            }
            let isMine = pairing.session == nil
            if isMine {
                services.addressLimits.giveBack(.wrongPairingCode, by: address)
                pairing.session = session
            }
            live.put(pairing.text, key: Pairing.key(code), ttlMs: Pairing.lifetimeMs) { result in
                guard case .success = result else { return done(.error(.storeUnreachable)) }
                guard isMine else { return done(.error(.noSuchCode("pairingCode"))) }
                services.note(.tvPaired, of: session, at: now)
                done(Response(.noContent))
            }
        }
    }

    func pairing(_ typed: String) throws {
        let secret = try call.bearer()
        guard let code = RandomNames.code(typed: typed) else {
            throw WireError.notPaired
        }
        let services = call.services
        let now = call.now
        let done = done
        call.shard.live.get(key: Pairing.key(code)) { result in
            guard case .success(let text) = result else {
                done(.error(.storeUnreachable))
                return
            }
            // A wrong secret learns nothing, not even that the code is right.
            guard let pairing = text.flatMap(Pairing.init), pairing.opens(with: secret),
                let session = pairing.session
            else {
                done(.error(.notPaired))
                return
            }
            done(
                .json(.ok) { writer in
                    writer.member("sessionId", session.rawValue)
                    writer.member("tvJoinToken", services.tokens.tvJoin(session, at: now))
                }
            )
        }
    }
}
