import Metrics
import Testing
import TriptoGame

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

    /// Queries and alerts that name a bound go on with either.
    @Test func `a fine histogram has the bounds of a coarse one, and tells 1 ms from 1.25`() {
        let (coarse, fine) = (
            HistogramSeries.Bounds.coarse.values, HistogramSeries.Bounds.fine.values
        )
        #expect(Set(coarse).isSubset(of: fine))
        #expect(fine == fine.sorted())
        let felt = fine.filter { (0.0001...0.1).contains($0) }
        for (bound, next) in zip(felt, felt.dropFirst()) { #expect(next <= bound * 1.3334) }
        let registry = PrometheusRegistry(help: [:], fineTimers: ["pull_seconds"]) { "" }
        Metrics.Timer(
            label: "pull_seconds",
            dimensions: [],
            preferredDisplayUnit: .seconds,
            factory: registry
        ).recordNanoseconds(1_100_000)
        let lines = registry.exposition().split(separator: "\n")
        #expect(lines.contains(#"pull_seconds_bucket{le="0.001"} 0"#))
        #expect(lines.contains(#"pull_seconds_bucket{le="0.00125"} 1"#))
    }

    @Test func `every metric of a gateway says what it tells`() async throws {
        let deployment = try Deployment()
        let text = try await deployment.web().call(.get, "/metrics").text
        var helped: Set<Substring> = []
        var count = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") { helped.insert(words[2]) }
            guard line.hasPrefix("# TYPE ") else { continue }
            count += 1
            #expect(helped.contains(words[2]), "\(line)")
        }
        // A certificate that is not there does not end, and nobody is told of errors.
        #expect(count == GatewayMetrics.help.count - 2 + Tripto.claimKinds.count * 2)
        #expect(text.contains("gateway_build_info{version=\"\(Product.version)\"} 1.0\n"))
        #expect(text.contains("gateway_live_store_up 1.0\n"))
        #expect(text.contains("gateway_archive_up 1.0\n"))
        await deployment.stop()
    }

    @Test func `labels make no more series than there is room for`() {
        let registry = PrometheusRegistry(help: [:]) { "" }
        for number in 0..<PrometheusRegistry.maxSeries + 10 {
            let dimensions = [("guest", "\(number)")]
            Counter(label: "cups", dimensions: dimensions, factory: registry).increment()
        }
        let lines = registry.exposition().split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("cups{") } == PrometheusRegistry.maxSeries)
    }

    @Test func `a label can't break out of its quotes`() {
        let registry = PrometheusRegistry()
        Counter(label: "c", dimensions: [("k", "a\"b\\c\nd")], factory: registry).increment()
        #expect(registry.exposition().contains(#"c{k="a\"b\\c\nd"} 1"#))
    }
}
