public import Protocol

/// A message of a server, scanned and not yet decoded. Its bytes are valid only while it is handled.
public struct ReceivedMessage {
    /// Every byte of the text frame.
    public let bytes: UnsafeRawBufferPointer
    public let typeName: String
    public let session: String?
    public let serverTimeMs: Int64?
    /// Of the envelope.
    public let version: Int64?
    public let inReplyTo: String?
    public let payload: UnsafeRawBufferPointer
    /// The time at which it was received, by the transport's clock.
    public let atUs: Int64

    /// Nil when it is no envelope at all.
    public init?(_ bytes: UnsafeRawBufferPointer, atUs: Int64) {
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
        self.session = session
        self.serverTimeMs = serverTimeMs
        self.version = version
        self.inReplyTo = inReplyTo
        self.payload = payload
        self.atUs = atUs
    }

    /// The payload as a value; null when it cannot be read.
    public func decoded() -> JSONValue {
        (try? JSONReader.read(payload)) ?? .null
    }

    /// The version that a document has once this message is taken in; nil for an event.
    public var documentVersion: Int64? {
        typeName == MessageName.snapshot || typeName == MessageName.patch
            ? Members.int("version", in: payload) : nil
    }
}

/// Messages that a client itself knows, whatever the game.
public enum MessageName {
    public static let welcome = "WELCOME"
    public static let pong = "TIME_PONG"
    public static let error = "ERROR"
    public static let snapshot = "STATE_SNAPSHOT"
    public static let patch = "STATE_PATCH"
}

/// Walks the members of a JSON object without building a value: most messages of a load test are
/// only counted, and need no more than their type.
///
/// Trusts that the bytes are JSON where it skips; what it hands out is to be checked by its reader.
public struct Members {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    /// Nil for anything that is no object.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return nil }
    }

    /// The next key, without its quotes, and its value as it stands there.
    public mutating func next() -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
        skipSpace()
        _ = take(UInt8(ascii: ","))
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
        let keyStart = at + 1
        skipString()
        let key = UnsafeRawBufferPointer(rebasing: bytes[keyStart..<max(keyStart, at - 1)])
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        let start = at
        skipValue()
        guard at > start else { return nil }
        return (key, UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    }

    /// The value of one member of `object`.
    public static func value(of name: StaticString, in object: UnsafeRawBufferPointer)
        -> UnsafeRawBufferPointer?
    {
        guard var members = Members(object) else { return nil }
        while let (key, value) = members.next() {
            if key.elementsEqual(name) { return value }
        }
        return nil
    }

    public static func int(_ name: StaticString, in object: UnsafeRawBufferPointer) -> Int64? {
        value(of: name, in: object)?.jsonInt
    }

    public static func string(_ name: StaticString, in object: UnsafeRawBufferPointer) -> String? {
        value(of: name, in: object)?.jsonString
    }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// From the opening quote to behind the closing one.
    private mutating func skipString() {
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\"): at += 2
            case UInt8(ascii: "\""):
                at += 1
                return
            case _: at += 1
            }
        }
        at = bytes.count
    }

    private mutating func skipValue() {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                at += 1
                if depth == 0 { return }
            case UInt8(ascii: ","):
                if depth == 0 { return }
                at += 1
            case _:
                at += 1
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    public func elementsEqual(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// A whole number that stands here as JSON.
    public var jsonInt: Int64? {
        guard let first, first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9 else {
            return nil
        }
        return (try? JSONReader.read(self))?.int
    }

    /// A string that stands here as JSON, with its quotes.
    public var jsonString: String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        return (try? JSONReader.read(self))?.string
    }
}
