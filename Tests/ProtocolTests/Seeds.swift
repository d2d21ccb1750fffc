import Seeded
import Testing

/// Draws a world for each seed and stops at the first with a complaint or an error; the seed
/// reported with it brings that world back.
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
