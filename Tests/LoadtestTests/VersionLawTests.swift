import Testing

@testable import LoadTest

struct VersionLawTests {
    private var law = VersionLaw()

    @Test mutating func `versions that grow are in order, with gaps and a repeated snapshot`() {
        let breaches = [
            law.snapshot(3, seenBy: 1), law.patch(to: 4, from: 3, seenBy: 1),
            law.patch(to: 9, from: 7, seenBy: 1), law.snapshot(9, seenBy: 1),
            law.snapshot(1, seenBy: 2), law.envelope(5, seenBy: 1), law.envelope(5, seenBy: 1),
        ]
        #expect(breaches.allSatisfy { $0 == nil })
    }

    @Test mutating func `a patch back, or twice to one version, is a breach`() {
        _ = law.snapshot(5, seenBy: 1)
        let same = law.patch(to: 5, from: 4, seenBy: 1)
        #expect(same != nil)
        let back = law.patch(to: 4, from: 3, seenBy: 1)
        #expect(back != nil)
        let backwards = law.patch(to: 8, from: 8, seenBy: 1)
        #expect(backwards != nil)
    }

    @Test mutating func `a snapshot or an event of an older version is a breach`() {
        _ = law.snapshot(5, seenBy: 1)
        let older = law.snapshot(4, seenBy: 1)
        #expect(older != nil)
        _ = law.envelope(6, seenBy: 1)
        let event = law.envelope(5, seenBy: 1)
        #expect(event != nil)
    }

    @Test mutating func `a patch before any snapshot is a breach`() {
        let first = law.patch(to: 1, from: 0, seenBy: 1)
        #expect(first != nil)
    }
}
