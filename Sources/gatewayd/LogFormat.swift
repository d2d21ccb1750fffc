import ErrorTracking
import Foundation
import Logging
import Synchronization

enum LogFormat: String {
    case text, json
}

extension Logger.Level {
    /// For the message about a wrong one.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The level of all loggers; changed while the process runs.
final class LogLevel: Sendable {
    private let level: Mutex<Logger.Level>

    init(_ level: Logger.Level) {
        self.level = Mutex(level)
    }

    var current: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }
}

/// Writes one line per event to standard error: for people, or as one JSON object for machines.
/// Errors are reported as well.
struct LineLogHandler: LogHandler {
    let label: String
    let format: LogFormat
    let shared: LogLevel
    /// Nil where nothing is reported.
    let tracker: ErrorTracker?
    var metadata: Logger.Metadata = [:]

    var logLevel: Logger.Level {
        get { shared.current }
        set { shared.current = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { $1 }
        tracker?.note(event, logger: label, metadata: merged)
        let all = merged.sorted { $0.key < $1.key }
        let now = Date()
        let line: String
        switch format {
        case .text:
            let details = all.map { " \($0.key)=\($0.value)" }.joined()
            let time = now.formatted(.iso8601.time(includingFractionalSeconds: true))
            let words = "\(event.message)" + (event.error.map { ": \($0)" } ?? "")
            line = "\(time) \(event.level.rawValue.uppercased()) \(words)\(details)\n"
        case .json:
            // RFC 3339, as no journal may stand around it.
            let time = now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            var fields = [
                "time": time, "level": event.level.rawValue, "logger": label,
                "message": "\(event.message)",
            ]
            if let error = event.error { fields["error"] = "\(error)" }
            for (key, value) in all where fields[key] == nil { fields[key] = "\(value)" }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(fields) else { return }
            line = String(decoding: data, as: UTF8.self) + "\n"
        }
        FileHandle.standardError.write(Data(line.utf8))
    }
}
