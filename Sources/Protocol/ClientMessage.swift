/// One message from a client: `{type, sessionId, payload, msgId?}`; unknown fields are ignored.
public struct ClientMessage: Hashable, Sendable {
    /// Characters of an idempotency key: Unicode scalars, because any number of them fit into one letter
    /// on a screen, and the key is kept with its receipt.
    public static let maxMessageIDLength = 64
    static let maxTypeLength = 40

    public var type: String
    public var session: SessionID?
    /// The client's idempotency key: a repeat gets the first result again.
    public var messageID: String?
    public var payload: JSONValue

    /// - Throws: `bad_message` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(WireError) {
        let text: JSONValue
        do {
            text = try JSONReader.read(bytes)
        } catch {
            throw WireError(.badMessage, "no JSON: \(error.problem) at byte \(error.offset)")
        }
        guard case .object(let object) = text else {
            throw WireError(.badMessage, "a message is a JSON object")
        }
        guard let type = object["type"]?.string, type.utf8.count <= Self.maxTypeLength else {
            throw WireError(.badMessage, "type is a string", field: "type")
        }
        self.type = type
        switch object["sessionId"] {
        case .none, .null: session = nil
        case .string(let id): session = SessionID(rawValue: id)
        case .some: throw WireError(.badMessage, "sessionId is a string", field: "sessionId")
        }
        switch object["msgId"] {
        case .none, .null: messageID = nil
        case .string(let id)
        where id.unicodeScalars.count <= Self.maxMessageIDLength && !id.isEmpty:
            messageID = id
        case .some:
            throw WireError(
                .badMessage,
                "msgId is a string of 1 to \(Self.maxMessageIDLength) characters",
                field: "msgId"
            )
        }
        switch object["payload"] {
        case .none, .null: payload = .object(JSONObject())
        case .some(.object(let members)): payload = .object(members)
        case .some: throw WireError(.badMessage, "payload is an object", field: "payload")
        }
    }
}

/// The envelope of everything a server says: `{type, sessionId, serverTimeMs, payload, version?,
/// inReplyTo?}`.
public enum ServerMessage {
    public static func write(
        type: StaticString,
        session: SessionID,
        at now: ServerTime,
        version: Int64? = nil,
        inReplyTo messageID: String? = nil,
        to writer: inout JSONWriter,
        payload: (inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writeRest(session, now, version, messageID, to: &writer, payload)
    }

    /// - Parameter type: of a message that was kept.
    public static func write(
        type: String,
        session: SessionID,
        at now: ServerTime,
        version: Int64? = nil,
        inReplyTo messageID: String? = nil,
        to writer: inout JSONWriter,
        payload: (inout JSONWriter) -> Void
    ) {
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writeRest(session, now, version, messageID, to: &writer, payload)
    }

    private static func writeRest(
        _ session: SessionID,
        _ now: ServerTime,
        _ version: Int64?,
        _ messageID: String?,
        to writer: inout JSONWriter,
        _ payload: (inout JSONWriter) -> Void
    ) {
        writer.key("sessionId")
        writer.value(session.rawValue)
        writer.key("serverTimeMs")
        writer.value(now.ms)
        if let version {
            writer.key("version")
            writer.value(version)
        }
        if let messageID {
            writer.key("inReplyTo")
            writer.value(messageID)
        }
        writer.key("payload")
        payload(&writer)
        writer.endObject()
    }
}
