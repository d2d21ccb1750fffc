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

extension Handshake {
    /// A client's opening request (RFC 6455 §4.1), with its empty line.
    ///
    /// - Parameters:
    ///   - key: from `key(nonce:)`, fresh for each connection.
    ///   - headers: more fields, as they are; our own, never a stranger's text.
    public static func requestHead(
        host: String,
        path: String,
        key: String,
        protocols: [String] = [],
        headers: [(name: String, value: String)] = []
    ) -> [UInt8] {
        var head = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\n"
        head += "Connection: Upgrade\r\nSec-WebSocket-Key: \(key)\r\n"
        head += "Sec-WebSocket-Version: \(version)\r\n"
        if !protocols.isEmpty {
            head += "Sec-WebSocket-Protocol: \(protocols.joined(separator: ", "))\r\n"
        }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8)
    }

    /// Reason why an answer opens nothing.
    public enum ResponseRefusal: Error, Hashable, Sendable {
        case status(Int)
        case notAnUpgrade, connectionLacksUpgrade, acceptWrong
        case subprotocolNotOffered, extensionNotOffered
    }

    /// Checks a server's answer (§4.1, the list at its end).
    ///
    /// - Parameters:
    ///   - key: the key that was sent.
    ///   - protocols: those that were offered.
    ///   - offersCompression: whether permessage-deflate was.
    /// - Returns: the subprotocol that the server chose.
    @discardableResult
    public static func check(
        status: Int,
        headers: [(name: String, value: String)],
        key: String,
        protocols: [String] = [],
        offersCompression: Bool = false,
        sha1: (UnsafeRawBufferPointer) -> [UInt8]
    ) throws(ResponseRefusal) -> String? {
        guard status == 101 else { throw .status(status) }
        func value(_ name: String) -> String? {
            let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        guard value("upgrade")?.lowercased() == "websocket" else { throw .notAnUpgrade }
        guard list(value("connection"), contains: "upgrade") else { throw .connectionLacksUpgrade }
        guard value("sec-websocket-accept") == acceptValue(forKey: key, sha1: sha1) else {
            throw .acceptWrong
        }
        guard offersCompression || value("sec-websocket-extensions") == nil else {
            throw .extensionNotOffered
        }
        let chosen = value("sec-websocket-protocol")
        if let chosen, !protocols.contains(chosen) { throw .subprotocolNotOffered }
        return chosen
    }
}
