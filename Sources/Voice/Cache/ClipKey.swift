import GameState
import OpenSSL

/// Names what a clip is of: the same provider saying the same line.
struct ClipKey: Hashable {
    /// SHA-256, in hexadecimal.
    let name: String

    init(_ line: VoiceLine, by provider: String) {
        var message: [UInt8] = []
        // Each with its length before it, so that no two lines give the same bytes.
        for part in [provider, line.locale, line.text] {
            message += "\(part.utf8.count):".utf8
            message += part.utf8
        }
        name = Digest.sha256(message).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
