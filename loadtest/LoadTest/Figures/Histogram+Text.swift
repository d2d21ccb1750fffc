import Protocol

extension Histogram {
    /// Microseconds as one line: "n 120 · p50 310 µs · p95 … · max …".
    var summary: String {
        guard !isEmpty else { return "none" }
        return "p50 \(Line.time(percentile(50))) · p95 \(Line.time(percentile(95))) · "
            + "p99 \(Line.time(percentile(99))) · max \(Line.time(max)) · n \(count)"
    }

    /// A bar for each octave.
    func bars(width: Int = 40) -> [String] {
        let octaves = octaves
        let most = octaves.map(\.count).max() ?? 1
        return octaves.map { values, count in
            var length = Int(Double(count) / Double(most) * Double(width))
            if count > 0, length == 0 { length = 1 }
            return "  " + Line.right("≤ " + Line.time(values.upperBound), 12) + " "
                + Line.left(String(repeating: "#", count: length), width) + " \(count)"
        }
    }

    /// For `--json`, in microseconds.
    var json: JSONValue {
        .object([
            "count": .int(Int64(clamping: count)), "mean": .double(mean), "min": .int(min),
            "p50": .int(percentile(50)), "p95": .int(percentile(95)), "p99": .int(percentile(99)),
            "p999": .int(percentile(99.9)), "max": .int(max),
        ])
    }
}
