import OpenSSL
import Protocol
import Testing

@testable import Gateway

@Suite struct TokenTests {
    let now = ServerTime(ms: 1_800_000_000_000)
    let session = SessionID(rawValue: "0123456789abcdef")
    let signer = TokenSigner(keys: [
        TokenSigner.Key(id: "2", secret: [UInt8](repeating: 7, count: 32)),
        TokenSigner.Key(id: "1", secret: [UInt8](repeating: 9, count: 32)),
    ])

    private func claims(
        _ kind: TokenClaims.Kind = .auth,
        _ viewer: Viewer = .player(PlayerID(rawValue: "p1"))
    ) -> TokenClaims {
        TokenClaims(kind: kind, session: session, viewer: viewer, expiresAt: now + 60_000)
    }

    /// RFC 7515, appendix A.1: the signature over its own example.
    @Test func `our signature is the one of the standard`() throws {
        let signed =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let key = try #require(
            Base64URL.decode(
                "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
            )
        )
        #expect(
            Base64URL.encode(HMAC.sha256(key: key, Array(signed.utf8)))
                == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        )
    }

    @Test(arguments: [Viewer.host, .tv, .player(PlayerID(rawValue: "p1"))])
    func `what is signed is read again`(viewer: Viewer) throws {
        let token = signer.sign(claims(.auth, viewer))
        #expect(try signer.verify(token, .auth, at: now) == claims(.auth, viewer))
    }

    @Test func `a token is for one kind of thing`() {
        let token = signer.sign(claims(.tvjoin))
        #expect(throws: WireError(.unauthorized, "no token for this")) {
            try signer.verify(token, .auth, at: now)
        }
    }

    @Test func `a token expires to the millisecond`() throws {
        let token = signer.sign(claims())
        #expect(throws: Never.self) { try signer.verify(token, .auth, at: now + 59_999) }
        #expect(throws: WireError(.tokenExpired, "the token has expired")) {
            try signer.verify(token, .auth, at: now + 60_000)
        }
    }

    @Test func `a token of the older key stays good`() throws {
        let old = TokenSigner(keys: [
            TokenSigner.Key(id: "1", secret: [UInt8](repeating: 9, count: 32))
        ])
        #expect(try signer.verify(old.sign(claims()), .auth, at: now) == claims())
        #expect(throws: WireError.self) { try old.verify(signer.sign(claims()), .auth, at: now) }
    }

    @Test func `secrets have ids of their own, and one that had none is still good`() throws {
        let (new, old) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let both = TokenSigner(keys: [.init(secret: new), .init(secret: old)])
        let yesterday = TokenSigner(keys: [.init(id: "1", secret: old)]).sign(claims())
        #expect(try both.verify(yesterday, .auth, at: now) == claims())
        let before = TokenSigner(keys: [.init(secret: old)])
        #expect(try both.verify(before.sign(claims()), .auth, at: now) == claims())
        #expect(throws: WireError.self) { try before.verify(both.sign(claims()), .auth, at: now) }
        #expect(TokenSigner.Key(secret: new).id == TokenSigner.Key(secret: new).id)
        #expect(TokenSigner.Key(secret: new).id != TokenSigner.Key(secret: old).id)
        let stranger = TokenSigner(keys: [.init(id: "1", secret: [UInt8](repeating: 3, count: 32))])
        #expect(throws: WireError.self) { try both.verify(stranger.sign(claims()), .auth, at: now) }
    }

    @Test func `a link of the older secret stays good`() throws {
        let (new, old) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let (round, clip) = (RoundID(rawValue: "r1"), ClipID(rawValue: "c1"))
        func check(_ made: [[UInt8]], _ verifying: [[UInt8]]) throws {
            let link = ClipLinks(secrets: made, publicURL: "http://a").link(
                session,
                round,
                clip,
                at: now
            )
            let parts = link.split(separator: "?")[1].split(separator: "&").map { $0.dropFirst(2) }
            try ClipLinks(secrets: verifying, publicURL: "http://a")
                .verify(
                    String(parts[1]),
                    until: String(parts[0]),
                    for: session,
                    round,
                    clip,
                    at: now
                )
        }
        try check([old], [new, old])
        try check([new, old], [new])
        #expect(throws: WireError.self) { try check([new, old], [old]) }
    }

    @Test func `no changed byte of a token is taken`() {
        let token = Array(signer.sign(claims()).utf8)
        for place in token.indices {
            for flip in [UInt8(1), 2, 32] {
                var changed = token
                changed[place] ^= flip
                let text = String(decoding: changed, as: UTF8.self)
                #expect(throws: WireError.self, "byte \(place)") {
                    try signer.verify(text, .auth, at: now)
                }
            }
        }
    }

    /// The classic: a header that says there is no signature (RFC 8725 §3.1).
    @Test func `an algorithm of somebody's choice is not taken`() {
        let parts = signer.sign(claims()).split(separator: ".")
        for header in [
            #"{"alg":"none","typ":"JWT","kid":"2"}"#, #"{"alg":"HS512","typ":"JWT","kid":"2"}"#,
            #"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"HS256","kid":"3"}"#, "{}", "[]",
        ] {
            let head = Base64URL.encode(Array(header.utf8))
            for signature in [String(parts[2]), ""] {
                #expect(throws: WireError.self) {
                    try signer.verify("\(head).\(parts[1]).\(signature)", .auth, at: now)
                }
            }
        }
    }

    @Test func `a signature of ours under another algorithm's name is not taken`() throws {
        let key = [UInt8](repeating: 7, count: 32)
        let parts = signer.sign(claims()).split(separator: ".")
        for (name, isTaken) in [("HS256", true), ("HS512", false), ("hs256", false)] {
            let header = #"{"alg":"\#(name)","kid":"2"}"#
            let signed = Base64URL.encode(Array(header.utf8)) + "." + parts[1]
            let signature = Base64URL.encode(HMAC.sha256(key: key, Array(signed.utf8)))
            let read = try? signer.verify("\(signed).\(signature)", .auth, at: now)
            #expect((read != nil) == isTaken, "\(name)")
        }
    }

    @Test func `a token is from the second it was made in, and from no earlier one`() {
        let made = now + (60_000 - TokenClaims.Kind.auth.lifetimeMs)
        #expect(claims().isFrom(nil))
        #expect(claims().isFrom(made + 999))
        #expect(!claims().isFrom(made + 1_000))
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "a.b.c.d", String(repeating: "x", count: 100_000)])
    func `what is no token is refused`(text: String) {
        #expect(throws: WireError(.unauthorized, "no token for this")) {
            try signer.verify(text, .auth, at: now)
        }
    }

    @Test func `base64url has one text for one value`() {
        #expect(Base64URL.decode("AA") == [0])
        #expect(Base64URL.decode("AB") == nil)
        #expect(Base64URL.decode("A") == nil)
        #expect(Base64URL.decode("AA==") == nil)
        #expect(Base64URL.decode("+/") == nil)
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)[...]) == bytes)
        }
    }
}
