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
