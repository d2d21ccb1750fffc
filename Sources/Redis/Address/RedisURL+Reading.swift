extension RedisURL {
    public init(_ text: String) throws(RedisURLError) {
        guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
        guard let mark = text.firstRange(of: "://") else { throw .scheme }
        let rest = text[mark.upperBound...]
        switch text[..<mark.lowerBound] {
        case "redis": try self.init(server: rest)
        case "redis+unix", "unix": try self.init(unix: rest)
        case "redis+sentinel": try self.init(sentinels: rest)
        case "rediss", "rediss+sentinel": throw .noTLS
        default: throw .scheme
        }
    }

    private init(server text: Substring) throws(RedisURLError) {
        let (credentials, rest) = try Self.credentials(text)
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            place: .server(try Self.address(parts[0], port: Self.serverPort)),
            credentials: credentials,
            database: try Self.database(parts.count > 1 ? parts[1] : "")
        )
    }

    private init(sentinels text: Substring) throws(RedisURLError) {
        let (credentials, rest) = try Self.credentials(text)
        let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1, let master = Self.decoded(parts[1]), !master.isEmpty else {
            throw .master
        }
        let hosts = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard hosts.count <= Self.maxSentinels else { throw .tooManySentinels }
        var sentinels: [RedisAddress] = []
        for host in hosts { sentinels.append(try Self.address(host, port: Self.sentinelPort)) }
        self.init(
            place: .master(master, sentinels: sentinels),
            credentials: credentials,
            database: try Self.database(parts.count > 2 ? parts[2] : "")
        )
    }

    private init(unix text: Substring) throws(RedisURLError) {
        let (userPart, rest) = try Self.credentials(text, endingAt: "/?")
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = Self.decoded(parts[0]), path.hasPrefix("/"),
            path.utf8.count <= Self.maxPathBytes, !path.utf8.contains(0)
        else { throw .path }
        self.init(place: .server(.unix(path: path)), credentials: userPart)
        guard parts.count > 1 else { return }
        for item in parts[1].split(separator: "&", omittingEmptySubsequences: false) {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { throw .query }
            switch pair[0] {
            case "db": database = try Self.database(pair[1])
            case "password":
                guard let password = Self.decoded(pair[1]), !password.isEmpty else {
                    throw .credentials
                }
                credentials = RedisCredentials(password: password)
            default: throw .query
            }
        }
    }

    /// Splits off `[user]:password@`.
    private static func credentials(
        _ text: Substring,
        endingAt ends: String = "/"
    ) throws(RedisURLError) -> (RedisCredentials?, Substring) {
        let authority = text.prefix { !ends.contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return (nil, text) }
        let parts = text[..<at].split(
            separator: ":",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let user = decoded(parts[0]), let password = decoded(parts[1]),
            !password.isEmpty
        else { throw .credentials }
        let credentials = RedisCredentials(user: user.isEmpty ? nil : user, password: password)
        return (credentials, text[text.index(after: at)...])
    }

    /// Reads "host", "host:port", "[::1]" or "[::1]:port".
    private static func address(
        _ text: Substring,
        port defaultPort: UInt16
    ) throws(RedisURLError) -> RedisAddress {
        var host = text
        var port = Substring()
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { throw .host }
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
            guard port.isEmpty || port.hasPrefix(":") else { throw .port }
        } else if let colon = text.firstIndex(of: ":") {
            host = text[..<colon]
            port = text[colon...]
        }
        // The resolver finds out which of these is a host (RFC 1123 §2.1).
        guard !host.isEmpty, host.utf8.count <= maxHostBytes,
            host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._:".contains($0)) })
        else { throw .host }
        if port.isEmpty { return .tcp(host: String(host), port: defaultPort) }
        guard let number = number(port.dropFirst()), let port = UInt16(exactly: number), port > 0
        else { throw .port }
        return .tcp(host: String(host), port: port)
    }

    private static func database(_ text: Substring) throws(RedisURLError) -> Int {
        if text.isEmpty { return 0 }
        guard let number = number(text), number <= maxDatabase else { throw .database }
        return number
    }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(digits)
    }

    /// RFC 3986 §2.1; nil when it is not well-formed or no UTF-8.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit),
                let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
