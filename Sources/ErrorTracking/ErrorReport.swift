import FoundationEssentials
public import Logging
import OpenSSL
import Protocol

/// An error with a code of this program's own words, fit for others' eyes.
public protocol CodedError: Error {
    var trackingCode: StaticString { get }
}

/// The part of an error that others are told: nothing in it was ever typed by a player or chosen for a
/// game.
///
/// Of a log's event it takes the message, which is one fixed text (a test of the sources holds every such
/// line to that), the type of its error with a `CodedError`'s code, and of its metadata what `tagKeys`
/// lists. An error's own words stay here: a database or a file may be quoted in them.
public struct ErrorReport: Hashable, Sendable {
    public enum Level: String, Sendable { case warning, error, fatal }

    /// Metadata that is sent, where its value is a short word or a number.
    static let tagKeys: Set<String> = ["code", "entry", "flaws", "retryMs", "store"]
    static let maxTagBytes = 64
    static let maxMessageLength = 256

    let level: Level
    let logger: String
    let message: String
    let tags: [String: String]

    /// Events with the same fingerprint count as one error.
    var fingerprint: [String] {
        [logger, message] + ["error", "code"].compactMap { tags[$0] }
    }

    /// Nil for events that are not sent: all below an error, except a warning of an error that was caught.
    public init?(_ event: LogEvent, logger: String, metadata: Logger.Metadata) {
        switch event.level {
        case .critical: level = .fatal
        case .error: level = .error
        case .warning where event.error != nil: level = .warning
        case .trace, .debug, .info, .notice, .warning: return nil
        }
        self.logger = logger
        message = String("\(event.message)".prefix(Self.maxMessageLength))
        var tags: [String: String] = [:]
        for (key, value) in metadata where Self.tagKeys.contains(key) {
            let text = "\(value)"
            if Self.isTag(text) { tags[key] = text }
        }
        if let error = event.error {
            tags["error"] = "\(type(of: error))"
            if let coded = error as? any CodedError { tags["code"] = "\(coded.trackingCode)" }
        }
        self.tags = tags
    }

    private static func isTag(_ text: String) -> Bool {
        (1...maxTagBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
    }
}

/// One event in Sentry's envelope: a line for the envelope, a line for the event, and the event.
struct Envelope {
    static let contentType = "application/x-sentry-envelope"

    let report: ErrorReport
    let seenAt: Date
    /// 32 hexadecimal digits.
    let eventID: String

    init(_ report: ErrorReport, seenAt: Date) {
        self.report = report
        self.seenAt = seenAt
        eventID = SecureRandom.bytes(count: 16)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    func bytes(release: String, environment: String, sentAt: Date) -> [UInt8] {
        let event = event(release, environment)
        var head = JSONWriter()
        head.beginObject()
        head.member("event_id", eventID)
        head.member("sent_at", Self.text(sentAt))
        head.endObject()
        var item = JSONWriter()
        item.beginObject()
        item.member("type", "event")
        item.member("content_type", "application/json")
        item.member("length", Int64(event.count))
        item.endObject()
        let lineEnd = [UInt8(ascii: "\n")]
        return head.bytes + lineEnd + item.bytes + lineEnd + event + lineEnd
    }

    private func event(_ release: String, _ environment: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("event_id", eventID)
        writer.member("timestamp", Self.text(seenAt))
        writer.member("platform", "other")
        writer.member("level", report.level.rawValue)
        writer.member("logger", report.logger)
        writer.member("release", release)
        writer.member("environment", environment)
        writer.member("message", report.message)
        writer.key("fingerprint")
        writer.beginArray()
        for part in report.fingerprint { writer.value(part) }
        writer.endArray()
        writer.key("tags")
        writer.beginObject()
        for (key, value) in report.tags.sorted(by: { $0.key < $1.key }) {
            writer.key(dynamic: key)
            writer.value(value)
        }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// By RFC 3339.
    private static func text(_ time: Date) -> String {
        time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
