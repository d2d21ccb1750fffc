public import CoreMetrics
import GameState
import Synchronization

/// Keeps what swift-metrics is told and writes it as Prometheus text (exposition format 0.0.4).
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// Different metrics and label sets; further ones go to one that nobody reads.
    static let maxSeries = 4096

    private let names: Mutex<Names>
    private let more: @Sendable () -> String
    private let series = Mutex<[SeriesKey: any Series]>([:])

    private struct Names {
        var help: [String: String]
        var fineTimers: Set<String>
    }

    /// - Parameter more: further lines of the format, asked for each time.
    public convenience init(more: @escaping @Sendable () -> String = { "" }) {
        self.init(help: GatewayMetrics.help, more: more)
    }

    /// - Parameters:
    ///   - help: a sentence for each name; others have none.
    ///   - fineTimers: the names of those that have fine bounds.
    init(
        help: [String: String],
        fineTimers: Set<String> = [],
        more: @escaping @Sendable () -> String
    ) {
        names = Mutex(Names(help: help, fineTimers: fineTimers))
        self.more = more
    }

    /// Says what the metrics of a game's claim are, before they are made.
    func expect(_ kind: ClaimKind) {
        names.withLock {
            $0.help.merge(ClaimMetrics.help(kind)) { first, _ in first }
            $0.fineTimers.insert(ClaimMetrics.secondsLabel(kind))
        }
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(label, dimensions) { CounterSeries() }
    }

    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        aggregate
            ? make(label, dimensions) { HistogramSeries(unit: 1) }
            : make(label, dimensions) { GaugeSeries() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(label, dimensions) { GaugeSeries() }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let isFine = names.withLock { $0.fineTimers.contains(label) }
        let bounds = isFine ? HistogramSeries.Bounds.fine : .coarse
        return make(label, dimensions) { HistogramSeries(unit: 1e9, bounds) }
    }

    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    /// Everything as text, names in order.
    public func exposition() -> String {
        let all = series.withLock { $0 }.sorted { $0.key < $1.key }
        let help = names.withLock { $0.help }
        var text = ""
        var lastName = ""
        for (key, series) in all {
            if key.name != lastName {
                if let help = help[key.name] { text += "# HELP \(key.name) \(help)\n" }
                text += "# TYPE \(key.name) \(series.type)\n"
                lastName = key.name
            }
            series.write(key, to: &text)
        }
        return text + more()
    }

    /// The same label and dimensions give the same series.
    private func make<S: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ create: () -> S
    ) -> S {
        let key = SeriesKey(label, dimensions)
        let new = create()
        return series.withLock { series in
            if let known = series[key] as? S { return known }
            if series[key] == nil, series.count < Self.maxSeries { series[key] = new }
            return new
        }
    }
}

/// The name of a series and its labels, in Prometheus' alphabet.
struct SeriesKey: Hashable, Comparable, Sendable {
    let name: String
    /// `a="1",b="2"`, without the braces.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = Self.clean(label)
        labels = dimensions.map { "\(Self.clean($0.0))=\"\(Self.escape($0.1))\"" }
            .joined(separator: ",")
    }

    static func < (one: SeriesKey, other: SeriesKey) -> Bool {
        (one.name, one.labels) < (other.name, other.labels)
    }

    func line(_ suffix: String = "", extra: String = "", value: String) -> String {
        let all = [labels, extra].filter { !$0.isEmpty }.joined(separator: ",")
        return "\(name)\(suffix)\(all.isEmpty ? "" : "{\(all)}") \(value)\n"
    }

    private static func clean(_ text: String) -> String {
        String(
            text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" }
        )
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            case _: escaped.append(character)
            }
        }
        return escaped
    }
}
