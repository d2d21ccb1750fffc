/// The upgrade from HTTP (RFC 6455 §4), as checks of header values: this module reads no HTTP.
///
/// `sha1` is handed in, because it imports nothing either.
public enum Handshake {
    /// The version that this module speaks; 13 is the only one that was standardised.
    public static let version = "13"

    private static let guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Value of Sec-WebSocket-Accept for a key (§4.2.2).
    ///
    /// - Parameter sha1: the 20 bytes of SHA-1 over the bytes it is given.
    public static func acceptValue(
        forKey key: String,
        sha1: (UnsafeRawBufferPointer) -> [UInt8]
    ) -> String {
        let hash = Array((key + guid).utf8).withUnsafeBytes(sha1)
        precondition(hash.count == 20, "SHA-1 has 20 bytes")
        return Base64.encode(hash)
    }

    /// A client's key for 16 random bytes.
    public static func key(nonce: [UInt8]) -> String {
        precondition(nonce.count == 16, "a nonce has 16 bytes")
        return Base64.encode(nonce)
    }

    /// True when a comma-separated value holds `token`, which is in lower case.
    static func list(_ list: String?, contains token: String) -> Bool {
        guard let list else { return false }
        var rest = list.utf8[...]
        while !rest.isEmpty {
            let item = rest.prefix { $0 != UInt8(ascii: ",") }
            rest = rest[item.endIndex...].dropFirst()
            let start = item.drop(while: isBlank)
            guard let last = start.lastIndex(where: { !isBlank($0) }) else { continue }
            if start[...last].elementsEqual(token.utf8, by: { lowercased($0) == $1 }) {
                return true
            }
        }
        return false
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
