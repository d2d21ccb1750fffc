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
