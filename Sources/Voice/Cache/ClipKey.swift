import GameState
import OpenSSL

/// Names the contents of a clip: the same provider saying the same line, for the same listeners.
struct ClipKey: Hashable {
    /// SHA-256, in hexadecimal.
    let name: String

    /// - Parameter owner: the listeners. Clips made for one owner are not there for another, so
    ///   that nobody learns from a clip that comes at once what others will hear.
    init(_ line: VoiceLine, by provider: String, for owner: String) {
        var message: [UInt8] = []
        // Each with its length before it, so that no two lines give the same bytes.
        for part in [owner, provider, line.locale, line.text] {
            message += "\(part.utf8.count):".utf8
            message += part.utf8
        }
        name = Digest.sha256(message).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
