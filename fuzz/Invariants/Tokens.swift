import OpenSSL
import Protocol

@testable import Gateway

/// The first byte chooses: a stranger's text as a token, claims that are signed with the right key, a
/// link to a clip, or a code as it is typed.
enum Tokens {
    private static let now = ServerTime(ms: 1_800_000_000_000)
    private static let session = SessionID(rawValue: "0123456789abcdef")
    private static let player = Viewer.player(PlayerID(rawValue: "p0123456789ab"))
    private static let kinds: [TokenClaims.Kind] = [.tvjoin, .auth, .refresh]
    private static let key = TokenSigner.Key(id: "2", secret: [UInt8](repeating: 7, count: 32))
    private static let signer = TokenSigner(keys: [
        key, TokenSigner.Key(id: "1", secret: [UInt8](repeating: 9, count: 32)),
    ])
    private static let links = ClipLinks(secrets: [key.secret], publicURL: "https://a.test/b")

    /// All that was ever signed with these keys: the seeds of the corpus hold some of them.
    static let signed: [String: TokenClaims] = {
        var signed: [String: TokenClaims] = [:]
        for kind in kinds {
            for viewer in [.host, .tv, player] {
                let claims = TokenClaims(
                    kind: kind,
                    session: session,
                    viewer: viewer,
                    expiresAt: now + kind.lifetimeMs
                )
                signed[signer.sign(claims)] = claims
            }
        }
        return signed
    }()

    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        let text = String(decoding: bytes, as: UTF8.self)
        switch way & 3 {
        case 0: try checkToken(text)
        case 1: try checkClaims(bytes)
        case 2: try checkLink(text)
        case _: try checkCode(text)
        }
    }

    private static func verify(
        _ token: String,
        _ kind: TokenClaims.Kind
    ) -> Result<TokenClaims, WireError> {
        Result { () throws(WireError) in try signer.verify(token, kind, at: now) }
    }

    /// A door opens only for signed text, for the signed purpose, as it was signed.
    private static func checkToken(_ text: String) throws(Broken) {
        for kind in kinds {
            let expected = signed[text].flatMap { $0.kind == kind ? $0 : nil }
            switch verify(text, kind) {
            case .success(let claims): try same(claims, expected, "a token was taken")
            case .failure(let error):
                try hold(expected == nil, "a token of ours was refused: \(error)")
                try hold(error.code == .unauthorized || error.code == .tokenExpired, "\(error)")
            }
        }
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let bytes = Base64URL.decode(part) else { continue }
            try same(Base64URL.encode(bytes), String(part), "one value has one text")
        }
    }

    /// Even signed bytes are not trusted to make sense.
    private static func checkClaims(_ bytes: [UInt8]) throws(Broken) {
        let header = Base64URL.encode(Array(#"{"alg":"HS256","kid":"2"}"#.utf8))
        let body = header + "." + Base64URL.encode(bytes)
        let signature = HMAC.sha256(key: key.secret, Array(body.utf8))
        let token = body + "." + Base64URL.encode(signature)
        for kind in kinds {
            switch verify(token, kind) {
            case .success(let claims):
                try hold(token.utf8.count <= TokenSigner.maxLength, "a token without bound")
                try hold(claims.kind == kind && now < claims.expiresAt, "\(claims)")
                let again = signer.sign(claims)
                guard again.utf8.count <= TokenSigner.maxLength else { continue }
                try same(verify(again, kind), .success(claims), "claims, signed again")
            case .failure(let error):
                try hold(error.code == .unauthorized || error.code == .tokenExpired, "\(error)")
            }
        }
    }

    /// `<expiry> <signature>`: good for its own clip, and for nothing else.
    private static func checkLink(_ text: String) throws(Broken) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let round = RoundID(rawValue: "r1")
        let clip = ClipID(rawValue: "v1")
        let ours = links.link(session, round, clip, at: now)
        let outcome = Result { () throws(WireError) in
            try links.verify(
                String(parts[1]),
                until: String(parts[0]),
                for: session,
                round,
                clip,
                at: now
            )
        }
        switch outcome {
        case .success:
            try hold(ours.hasSuffix("?e=\(parts[0])&s=\(parts[1])"), "a link was taken: \(text)")
        case .failure(let error):
            try hold(error.code == .unauthorized || error.code == .tokenExpired, "\(error)")
        }
    }

    private static func checkCode(_ text: String) throws(Broken) {
        if let code = RandomNames.code(typed: text) {
            try same(code.utf8.count, 6, "length of \(code)")
            try same(RandomNames.code(typed: code), code, "a code, typed again")
            try same(RandomNames.code(typed: " \(code.lowercased())-"), code, "a code, in small")
        }
        if let code = RandomNames.recoveryCode(typed: text) {
            try same(code.utf8.count, 12, "length of \(code)")
            try same(RandomNames.recoveryCode(typed: code), code, "a code, typed again")
        }
        let isName = RandomNames.isName(text) || RandomNames.isSession(text)
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        try hold(!isName || isPlain, "a name that is none: \(text)")
    }
}
