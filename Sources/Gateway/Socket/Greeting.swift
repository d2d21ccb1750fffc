import GameState
import Protocol

/// A client's first message: HELLO, or RESUME_SESSION when it comes back (protocol §3.1).
struct Greeting {
    /// Bytes of a text that is checked and not kept.
    static let maxTextLength = 200

    /// Nil in RESUME_SESSION: the token holds it.
    var role: Role?
    var token: String?
    var clientTime: ServerTime?
    var lastVersion: Int64?
    /// The client's version in its own words.
    var clientVersion: String?
    private var device: String?

    init(_ message: ClientMessage) throws(WireError) {
        let payload = message.payload
        switch message.type {
        case "HELLO":
            guard let role = payload["role"]?.string.flatMap(Role.init(rawValue:)) else {
                throw WireError(.badMessage, "role is HOST, TV or PLAYER", field: "payload.role")
            }
            self.role = role
        case "RESUME_SESSION":
            lastVersion = try Self.version(payload)
        case _:
            throw WireError(.unauthorized, "HELLO or RESUME_SESSION comes first")
        }
        token = try Self.text(payload, "authToken", maxLength: TokenSigner.maxLength)
        device = try Self.text(payload, "deviceId", maxLength: Self.maxTextLength)
        clientVersion = try Self.text(payload, "clientVersion", maxLength: Self.maxTextLength)
        clientTime = try Self.time(payload)
    }

    /// True when the client says its version, or would have to.
    var saysVersion: Bool { role != nil || clientVersion != nil }

    /// The version as it can be compared.
    var version: ClientVersion? { clientVersion.flatMap(ClientVersion.init) }

    /// Holds the client's version against the oldest that may play. A client that only comes back
    /// need not say it again.
    func require(_ oldest: ClientVersion?) throws(WireError) {
        guard let oldest, saysVersion else { return }
        guard let version, version >= oldest else {
            throw WireError(
                .clientTooOld,
                "clients older than \(oldest) are not served",
                field: "payload.clientVersion"
            )
        }
    }

    /// The version as a log may show it: printable ASCII, at most 40 characters.
    var loggedVersion: String {
        let printable = (clientVersion ?? "").unicodeScalars.filter {
            (0x21...0x7E).contains($0.value)
        }
        return printable.isEmpty ? "-" : String(String.UnicodeScalarView(printable.prefix(40)))
    }

    /// The device of a player or host; nil for screens.
    func device(of viewer: Viewer) -> DeviceMark? {
        guard viewer != .tv, let device else { return nil }
        return DeviceMark(device)
    }

    /// `lastVersion`, where it is given.
    static func version(_ payload: JSONValue) throws(WireError) -> Int64? {
        switch payload["lastVersion"] {
        case .none, .null: return nil
        case .int(let version) where version >= 0: return version
        case .some:
            throw WireError(
                .badMessage,
                "lastVersion is a whole number",
                field: "payload.lastVersion"
            )
        }
    }

    /// A moment from a stranger, within bounds that keep arithmetic safe.
    private static func time(_ payload: JSONValue) throws(WireError) -> ServerTime? {
        switch payload["clientTimeMs"] {
        case .none, .null: return nil
        case .int(let ms) where (0...ServerTime.maxMs).contains(ms): return ServerTime(ms: ms)
        case .double(let ms) where ms >= 0 && ms <= Double(ServerTime.maxMs):
            return ServerTime(ms: Int64(ms))
        case .some:
            throw WireError(
                .badMessage,
                "clientTimeMs is milliseconds since 1970",
                field: "payload.clientTimeMs"
            )
        }
    }

    private static func text(
        _ payload: JSONValue,
        _ key: String,
        maxLength: Int
    ) throws(WireError) -> String? {
        switch payload[key] {
        case .none, .null: return nil
        case .string(let text) where text.utf8.count <= maxLength: return text
        case .some:
            throw WireError(
                .badMessage,
                "\(key) is a string of at most \(maxLength) bytes",
                field: "payload.\(key)"
            )
        }
    }
}

extension DeviceMark {
    /// Of what a client calls its device.
    init(_ device: String) {
        self.init(rawValue: TokenIssuer.hash(device).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
