import Seeded
import Testing

/// Draws as many worlds as there are seeds and stops at the first that has a complaint or an error; the
/// seed that is told with it brings that world back.
func noComplaint(
    seeds: Range<UInt64>,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ complaint: (inout SplitMix64) throws -> String?
) {
    for seed in seeds {
        var random = SplitMix64(seed: seed)
        let text: String?
        do { text = try complaint(&random) } catch { text = "\(error)" }
        guard let text else { continue }
        Issue.record("seed \(seed): \(text)", sourceLocation: sourceLocation)
        return
    }
}
