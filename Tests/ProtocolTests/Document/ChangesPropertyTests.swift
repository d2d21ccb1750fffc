import Protocol
import Seeded
import Testing

/// Snapshot + patch = snapshot.
struct ChangesPropertyTests {
    @Test func `the changes of a document lead from its old text to its new one`() throws {
        for seed in 0..<6_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let old = Sheet(&random)
            let new = random.chance(80) ? old.changed(&random) : Sheet(&random)
            let patch = try new.patch(since: old)
            let result = try patch.applied(to: old.json)
            let expected = try new.json
            guard result == expected else {
                Issue.record("seed \(seed): \(patch) made \(result.text) of \(try old.json.text)")
                return
            }
        }
    }

    @Test func `patches follow each other through many versions`() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var sheet = Sheet(&random)
            var replica = try sheet.json
            for version in 1...30 {
                let next = sheet.changed(&random)
                replica = try next.patch(since: sheet).applied(to: replica)
                sheet = next
                guard replica == (try sheet.json) else {
                    Issue.record("seed \(seed), version \(version)")
                    return
                }
            }
        }
    }

    @Test func `documents that are equal have no changes, others have some`() throws {
        var different = 0
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let old = Sheet(&random)
            let new = random.chance(50) ? old : old.changed(&random)
            if new != old { different += 1 }
            guard Fields.changes(from: old, to: new).isEmpty == (new == old) else {
                Issue.record("seed \(seed)")
                return
            }
        }
        #expect(different > 1_000 && different < 2_000)
    }

    @Test func `what did not change is not mentioned`() throws {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let old = Sheet(&random)
            let new = old.changed(&random)
            let before = try old.json
            let after = try new.json
            for operation in try new.patch(since: old).operations {
                let member = try #require(operation.path.first)
                guard before[member] != after[member] else {
                    Issue.record("seed \(seed): \(operation)")
                    return
                }
            }
        }
    }
}
