import Protocol

/// What a server said, scanned and not yet decoded. Its bytes are valid only while it is handled.
struct ReceivedMessage {
    /// Every byte of the text frame.
    let bytes: UnsafeRawBufferPointer
    let typeName: String
    /// Nil for a type that the contract does not know.
    let type: MessageType?
    let session: String?
    let serverTimeMs: Int64?
    /// Of the envelope.
    let version: Int64?
    let inReplyTo: String?
    let payload: UnsafeRawBufferPointer
    /// When it was received, by `Ticks`.
    let atUs: Int64

    /// Nil when it is no envelope at all.
    init?(_ bytes: UnsafeRawBufferPointer, atUs: Int64) {
        guard var members = Members(bytes) else { return nil }
        var typeName: String?
        var session: String?
        var serverTimeMs: Int64?
        var version: Int64?
        var inReplyTo: String?
        var payload: UnsafeRawBufferPointer?
        while let (key, value) = members.next() {
            if key.elementsEqual("type") {
                typeName = value.jsonString
            } else if key.elementsEqual("payload") {
                payload = value
            } else if key.elementsEqual("serverTimeMs") {
                serverTimeMs = value.jsonInt
            } else if key.elementsEqual("version") {
                version = value.jsonInt
            } else if key.elementsEqual("inReplyTo") {
                inReplyTo = value.jsonString
            } else if key.elementsEqual("sessionId") {
                session = value.jsonString
            }
        }
        guard let typeName, let payload else { return nil }
        self.bytes = bytes
        self.typeName = typeName
        type = MessageType(rawValue: typeName)
        self.session = session
        self.serverTimeMs = serverTimeMs
        self.version = version
        self.inReplyTo = inReplyTo
        self.payload = payload
        self.atUs = atUs
    }

    /// The payload as a value; null when it cannot be read.
    func decoded() -> JSONValue {
        (try? JSONReader.read(payload)) ?? .null
    }

    /// The version that a document has once this message is taken in; nil for an event.
    var documentVersion: Int64? {
        switch type {
        case .stateSnapshot, .statePatch: Members.int("version", in: payload)
        case .welcome, .timePong, .error, .playerJoined, .playerLeft, .lobbyUpdated, .cluePresent,
            .brakeAccepted, .brakeRejected, .brakeAnswerLocked, .answerAck, .destinationReveal,
            .destinationResults, .scoreboardUpdate, .followupPresent, .followupLocked,
            .followupResults, .finalResultsPresent, .timerSync, .audioPlay, .audioStop, .musicSet,
            .musicStop, .musicDuck, .musicGainSet, .sfxPlay, .uiEffectTrigger, nil:
            nil
        }
    }
}
