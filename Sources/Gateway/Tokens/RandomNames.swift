import OpenSSL
import Protocol

/// New names that nobody can guess.
enum RandomNames {
    /// Crockford's base32, lower case.
    private static let base32 = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// Characters that can be read aloud and typed without doubt.
    private static let readable = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)

    static func session() -> SessionID { SessionID(rawValue: random(16, of: base32)) }
    static func player() -> PlayerID { PlayerID(rawValue: "p" + random(12, of: base32)) }
    static func connection() -> ConnectionID {
        ConnectionID(rawValue: "c" + random(12, of: base32))
    }
    static func clip() -> ClipID { ClipID(rawValue: "v" + random(16, of: base32)) }
    static func family() -> String { random(16, of: base32) }
    static func nonce() -> String { random(16, of: base32) }
    /// 65 bits, and short, so that the QR stays coarse.
    static func joinToken() -> String { random(joinTokenLength, of: base32) }
    /// 80 bits.
    static func hostToken() -> String { random(hostTokenLength, of: base32) }
    static func code() -> String { random(codeLength, of: readable) }
    /// 59 bits.
    static func recoveryCode() -> String { random(recoveryCodeLength, of: readable) }

    static let joinTokenLength = 13
    static let hostTokenLength = 16
    private static let codeLength = 6
    private static let recoveryCodeLength = 12

    /// A code as people type it: any case, spaces and dashes between; nil when it can't be one.
    static func code(typed text: String) -> String? {
        readable(text, codeLength)
    }

    static func recoveryCode(typed text: String) -> String? {
        readable(text, recoveryCodeLength)
    }

    private static func readable(_ typed: String, _ length: Int) -> String? {
        let code = typed.uppercased().filter { $0 != " " && $0 != "-" }
        guard code.utf8.count == length, code.utf8.allSatisfy(readable.contains) else {
            return nil
        }
        return code
    }

    static func isSession(_ text: String) -> Bool { isBase32(text, 16) }

    static func isBase32(_ text: String, _ length: Int) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(base32.contains)
    }

    /// True when the text may name a round or a clip.
    static func isName(_ text: String) -> Bool {
        let dash = UInt8(ascii: "-")
        return (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { base32.contains($0) || $0 == dash }
    }

    private static func random(_ count: Int, of alphabet: [UInt8]) -> String {
        var generator = SecureRandom.SecureGenerator()
        return String(
            decoding: (0..<count).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &generator)]
            },
            as: UTF8.self
        )
    }
}
