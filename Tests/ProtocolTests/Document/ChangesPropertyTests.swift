import Protocol
import Seeded
import Testing

/// Snapshot + patch = snapshot.
struct ChangesPropertyTests {
    @Test func `the changes of a document lead from its old text to its new one`() {
        noComplaint(seeds: 0..<6_000) { random in
            let old = Sheet(&random)
            let new = random.chance(80) ? old.changed(&random) : Sheet(&random)
            let patch = try new.patch(since: old)
            let result = try patch.applied(to: old.json)
            return result == (try new.json) ? nil : "\(patch) made \(result.text)"
        }
    }

    @Test func `patches follow each other through many versions`() {
        noComplaint(seeds: 0..<100) { random in
            var sheet = Sheet(&random)
            var replica = try sheet.json
            for version in 1...30 {
                let next = sheet.changed(&random)
                replica = try next.patch(since: sheet).applied(to: replica)
                sheet = next
                guard replica == (try sheet.json) else { return "version \(version)" }
            }
            return nil
        }
    }

    @Test func `documents that are equal have no changes, others have some`() {
        var different = 0
        noComplaint(seeds: 0..<3_000) { random in
            let old = Sheet(&random)
            let new = random.chance(50) ? old : old.changed(&random)
            if new != old { different += 1 }
            return DocumentWriter.changes(from: old, to: new).isEmpty == (new == old)
                ? nil : "\(new)"
        }
        #expect(different > 1_000 && different < 2_000)
    }

    @Test func `changes told one after the other read as those told alone`() {
        noComplaint(seeds: 0..<300) { random in
            var fields = DocumentWriter()
            var kept: [[UInt8]] = []
            var expected: [[UInt8]] = []
            for _ in 0..<10 {
                let old = Sheet(&random)
                let new = random.chance(30) ? old : old.changed(&random)
                let changes = fields.changes(from: old, to: new)
                // Some are kept while the next are written, some are let go.
                guard random.chance(50) else { continue }
                kept.append(changes)
                expected.append(DocumentWriter.changes(from: old, to: new))
            }
            return kept == expected ? nil : "\(kept) and not \(expected)"
        }
    }

    /// A document of its own around a sheet that others have too.
    private struct Framed: Document {
        let sheet: Boxed<Sheet>
        let frame: Int

        func members(of fields: inout DocumentWriter, since old: Framed?) {
            sheet.members(of: &fields, since: old?.sheet)
            fields.member("frame", frame, was: old?.frame)
        }
    }

    @Test func `a shared part changes in each document as it would alone`() {
        noComplaint(seeds: 0..<500) { random in
            var fields = DocumentWriter()
            for _ in 0..<5 {
                let (old, sheet) = (Sheet(&random), random.chance(80))
                let new = sheet ? old.changed(&random) : old
                let (shared, changed) = (Boxed(old), Boxed(new))
                for frame in 0..<3 {
                    // Sometimes the one document is of another moment: what was written does not fit it.
                    let before = random.chance(20) ? Boxed(Sheet(&random)) : shared
                    let told = fields.changes(
                        from: Framed(sheet: before, frame: 0),
                        to: Framed(sheet: changed, frame: frame)
                    )
                    let alone = DocumentWriter.changes(from: before.value, to: new)
                    let framed = DocumentWriter.changes(
                        from: Framed(sheet: Boxed(new), frame: 0),
                        to: Framed(sheet: Boxed(new), frame: frame)
                    )
                    let comma = alone.isEmpty || framed.isEmpty ? [] : Array(",".utf8)
                    guard told == alone + comma + framed else { return "frame \(frame)" }
                }
            }
            return nil
        }
    }

    @Test func `what did not change is not mentioned`() {
        noComplaint(seeds: 0..<2_000) { random in
            let old = Sheet(&random)
            let new = old.changed(&random)
            let before = try old.json
            let after = try new.json
            for operation in try new.patch(since: old).operations {
                guard let member = operation.path.first, before[member] != after[member] else {
                    return "\(operation)"
                }
            }
            return nil
        }
    }
}
