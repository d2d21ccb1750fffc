/// The envelope of everything a server says: `{type, sessionId, serverTimeMs, payload, version?,
/// inReplyTo?}`.
public enum ServerMessage {
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
