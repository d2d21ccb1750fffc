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

extension Handshake {
    /// Parts of a request that a server must check (RFC 6455 §4.2.1). Fields that came more than
    /// once are joined with ", ", so that a doubled key or version is refused.
    public struct Request: Sendable {
        public var method: String
        public var httpMinorVersion: Int
        public var upgrade: String?
        public var connection: String?
        /// Sec-WebSocket-Key
        public var key: String?
        /// Sec-WebSocket-Version
        public var version: String?
        /// Sec-WebSocket-Protocol, its items in the client's order of preference.
        public var protocols: [String]

        public init(
            method: String,
            httpMinorVersion: Int,
            upgrade: String?,
            connection: String?,
            key: String?,
            version: String?,
            protocols: [String] = []
        ) {
            self.method = method
            self.httpMinorVersion = httpMinorVersion
            self.upgrade = upgrade
            self.connection = connection
            self.key = key
            self.version = version
            self.protocols = protocols
        }
    }

    /// Reason why a request is no opening handshake.
    public enum Refusal: Error, Hashable, CaseIterable, Sendable {
        case methodNotGet, httpTooOld, notAnUpgrade, connectionLacksUpgrade
        case keyMissingOrMalformed, versionUnsupported

        /// The status of the HTTP answer.
        public var status: Int {
            switch self {
            case .methodNotGet: 405
            case .httpTooOld, .connectionLacksUpgrade, .keyMissingOrMalformed: 400
            case .notAnUpgrade, .versionUnsupported: 426
            }
        }

        /// Further headers of the answer (RFC 6455 §4.4; RFC 9110 §15.5.6 and §15.5.22).
        public var headers: [(name: String, value: String)] {
            switch self {
            case .methodNotGet: [("Allow", "GET")]
            case .httpTooOld, .connectionLacksUpgrade, .keyMissingOrMalformed: []
            case .notAnUpgrade, .versionUnsupported:
                [
                    ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                    ("Sec-WebSocket-Version", Handshake.version),
                ]
            }
        }
    }

    /// Checks a request.
    ///
    /// - Returns: its key, for `acceptValue(forKey:sha1:)`.
    @discardableResult
    public static func accept(_ request: Request) throws(Refusal) -> String {
        guard request.method == "GET" else { throw .methodNotGet }
        guard request.httpMinorVersion >= 1 else { throw .httpTooOld }
        guard list(request.upgrade, contains: "websocket") else { throw .notAnUpgrade }
        guard list(request.connection, contains: "upgrade") else { throw .connectionLacksUpgrade }
        guard request.version == version else { throw .versionUnsupported }
        guard let key = request.key, Base64.isSixteenBytes(key) else {
            throw .keyMissingOrMalformed
        }
        return key
    }

    /// The answer that opens the connection, with its empty line.
    ///
    /// - Parameters:
    ///   - subprotocol: one of the request's `protocols`, or none.
    ///   - compression: the accepted one of the request's offers.
    public static func responseHead(
        accept: String,
        subprotocol: String? = nil,
        compression: PerMessageDeflate? = nil
    ) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(256)
        func line(_ name: StaticString, _ value: String) {
            name.withUTF8Buffer { head += $0 }
            head += value.utf8
            head += [0x0D, 0x0A]
        }
        line("HTTP/1.1 ", "101 Switching Protocols")
        line("Upgrade: ", "websocket")
        line("Connection: ", "Upgrade")
        line("Sec-WebSocket-Accept: ", accept)
        if let subprotocol { line("Sec-WebSocket-Protocol: ", subprotocol) }
        if let compression { line("Sec-WebSocket-Extensions: ", compression.answer) }
        head += [0x0D, 0x0A]
        return head
    }
}

/// Base64 with padding (RFC 4648 §4), as far as a handshake needs it.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    static func encode(_ bytes: [UInt8]) -> String {
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            for (group, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
                let count = min(3, bytes.count - start)
                var bits: UInt32 = 0
                for index in start..<start + 3 {
                    bits = bits << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0)
                }
                for sextet in 0..<4 {
                    let value = bits >> UInt32(6 * (3 - sextet)) & 0x3F
                    text[4 * group + sextet] =
                        sextet <= count ? alphabet[Int(value)] : UInt8(ascii: "=")
                }
            }
            return length
        }
    }

    /// True when `text` stands for exactly 16 bytes: 22 digits and two signs of padding.
    static func isSixteenBytes(_ text: String) -> Bool {
        guard text.utf8.count == 24 else { return false }
        var digits = 0
        for byte in text.utf8 {
            guard digits < 22 ? isDigit(byte) : byte == UInt8(ascii: "=") else { return false }
            digits += 1
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
        default: false
        }
    }
}
