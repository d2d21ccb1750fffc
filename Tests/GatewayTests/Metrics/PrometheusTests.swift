import Metrics
import Testing

@testable import Gateway

@Suite struct PrometheusTests {
    @Test func `counters, gauges and histograms are written in the format's words`() {
        let registry = PrometheusRegistry()
        let counter = Counter(label: "cups", dimensions: [("kind", "tea")], factory: registry)
        counter.increment(by: 3)
        // The same label and dimensions are the same series.
        Counter(label: "cups", dimensions: [("kind", "tea")], factory: registry).increment()
        Meter(label: "guests", dimensions: [], factory: registry).set(7)
        Metrics.Timer(
            label: "visit.seconds",
            dimensions: [],
            preferredDisplayUnit: .seconds,
            factory: registry
        ).recordNanoseconds(5_000_000)
        let lines = registry.exposition().split(separator: "\n").map(String.init)
        #expect(lines.contains("# TYPE cups counter"))
        #expect(lines.contains(#"cups{kind="tea"} 4"#))
        #expect(lines.contains("# TYPE guests gauge"))
        #expect(lines.contains("guests 7.0"))
        #expect(lines.contains("# TYPE visit_seconds histogram"))
        #expect(lines.contains(#"visit_seconds_bucket{le="0.002"} 0"#))
        #expect(lines.contains(#"visit_seconds_bucket{le="0.005"} 1"#))
        #expect(lines.contains(#"visit_seconds_bucket{le="+Inf"} 1"#))
        #expect(lines.contains("visit_seconds_sum 0.005"))
        #expect(lines.contains("visit_seconds_count 1"))
    }

    @Test func `a label can't break out of its quotes`() {
        let registry = PrometheusRegistry()
        Counter(label: "c", dimensions: [("k", "a\"b\\c\nd")], factory: registry).increment()
        #expect(registry.exposition().contains(#"c{k="a\"b\\c\nd"} 1"#))
    }
}
