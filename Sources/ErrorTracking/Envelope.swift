import FoundationEssentials
import OpenSSL
import Protocol

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
