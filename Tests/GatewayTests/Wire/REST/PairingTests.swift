import Foundation
import HTTP
import Protocol
import Testing

@testable import Gateway

/// The code of a screen without a link, as long as no host has typed it.
@Suite struct PairingTests {
    private func fetch(_ code: String, _ secret: String, _ web: Web) async throws -> Answer {
        try await web.call(.get, "/v1/tv/pairings/\(code)", bearer: secret)
    }

    private func made(_ web: Web) async throws -> (code: String, secret: String) {
        let pairing = try await web.call(.post, "/v1/tv/pairings").json
        return (try pairing.text("pairingCode"), try pairing.text("pairingSecret"))
    }

    @Test func `a screen can tell not yet from never`() async throws {
        let web = try Deployment.shared.web()
        let (one, other) = (try await made(web), try await made(web))
        let early = try await fetch(one.code, one.secret, web)
        #expect(early.status == 404 && early.code == "not_found" && early.field == nil)
        for (code, secret) in [
            // The reason is not told: not even that the code is right.
            (one.code, other.secret), (one.code, "x"), ("AAAAAA", one.secret), ("AAAAAA", "x"),
        ] {
            let never = try await fetch(code, secret, web)
            #expect(never.status == 404 && never.code == "not_found", "\(code)")
            #expect(never.field == "pairingCode", "\(code)")
        }
    }

    @Test func `a code outlives its gateway, and is paired at the next`() async throws {
        let folder = Deployment.newFolder()
        let before = try Deployment(folder: folder)
        let screen = try await made(before.web())
        await withCheckedContinuation { done in before.gateway.drain { done.resume() } }
        let after = try Deployment(folder: folder)
        let party = try await Party(after.address)
        let pair = "\(party.path)/tv/pair"
        let typed: JSONValue = ["pairingCode": .string(screen.code)]
        for _ in 1...2 {
            let early = try await fetch(screen.code, screen.secret, party.web)
            #expect(early.status == 404 && early.field == nil)
        }
        let host = try party.hostAuth
        #expect(try await party.web.call(.post, pair, typed, bearer: host).status == 204)
        let paired = try await fetch(screen.code, screen.secret, party.web)
        #expect(paired.json["sessionId"] == .string(party.session))
        #expect(try await party.web.call(.post, pair, typed, bearer: host).status == 404)
        #expect(try await fetch(screen.code, "x", party.web).field == "pairingCode")
        await after.stop()
    }

    @Test func `a secret is its code's alone, for as long as the code is good`() throws {
        let key = TokenSigner.Key(secret: Deployment.secret)
        let signer = TokenSigner(keys: [key])
        let now = ServerTime(ms: 1_800_000_000_000)
        let claims = PairingClaims(code: "K7MWQ2", nonce: "n", expiresAt: now + 5_000)
        let secret = signer.sign(claims)
        #expect(signer.lifeMs(ofPairing: "K7MWQ2", secret, at: now) == 5_000)
        #expect(signer.lifeMs(ofPairing: "K7MWQ2", secret, at: now + 5_000) == nil)
        #expect(signer.lifeMs(ofPairing: "AAAAAA", secret, at: now) == nil)
        let strange = TokenSigner(keys: [.init(id: key.id, secret: Array(repeating: 7, count: 32))])
        #expect(strange.lifeMs(ofPairing: "K7MWQ2", secret, at: now) == nil)
        #expect(throws: WireError.self) { try signer.verify(secret, .tvjoin, at: now) }
        let other = signer.sign(
            TokenClaims(
                kind: .auth,
                session: SessionID(rawValue: "K7MWQ2"),
                viewer: .host,
                expiresAt: now + 5_000
            )
        )
        #expect(signer.lifeMs(ofPairing: "K7MWQ2", other, at: now) == nil)
    }
}
