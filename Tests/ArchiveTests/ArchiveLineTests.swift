import GameState
import StoreContracts
import Testing

@testable import Archive

struct ArchiveLineTests {
    private static func line(_ change: (inout ArchiveLimits) -> Void) -> WriteQueue {
        var limits = ArchiveLimits()
        change(&limits)
        return WriteQueue(limits)
    }

    private func append(_ count: Int) -> WriteQueue.Job {
        let entries = (0..<count).map { JournalEntry.test("s1", Int64($0) + 1) }
        return .append(WriteQueue.Append(entries: entries) { _ in })
    }

    private func entryCounts(_ batch: WriteQueue.Batch?) -> [Int]? {
        guard case .append(let appends) = batch else { return nil }
        return appends.map(\.entries.count)
    }

    @Test func `neighbours share a transaction up to the limit`() {
        var line = Self.line { $0.maxBatchEntries = 4 }
        for count in [1, 2, 1, 3, 2, 9, 1] { _ = line.enter(append(count)) }
        var batches: [[Int]] = []
        while let counts = entryCounts(line.next()) { batches.append(counts) }
        #expect(batches == [[1, 2, 1], [3, 2], [9], [1]])
    }

    @Test func `other calls keep their place in the line`() {
        var line = Self.line { _ in }
        _ = line.enter(append(1))
        _ = line.enter(append(2))
        _ = line.enter(.call { _ in })
        _ = line.enter(append(3))
        let batches = [line.next(), line.next(), line.next(), line.next()]
        #expect(entryCounts(batches[0]) == [1, 2])
        guard case .call = batches[1] else {
            Issue.record("the call lost its place")
            return
        }
        #expect(entryCounts(batches[2]) == [3])
        #expect(entryCounts(batches[3]) == nil)
    }

    @Test func `whoever finds the line empty wakes the queue, and nobody else`() throws {
        var line = Self.line { _ in }
        let first = try line.enter(append(1)).get()
        let second = try line.enter(append(1)).get()
        #expect(first)
        #expect(!second)
        _ = line.next()
        let whileDraining = try line.enter(append(1)).get()
        #expect(!whileDraining)
        while line.next() != nil {}
        let afterwards = try line.enter(append(1)).get()
        #expect(afterwards)
    }

    @Test func `only so many entries wait`() throws {
        var line = Self.line { $0.maxWaitingEntries = 5 }
        for count in [3, 0, 1] { _ = try line.enter(append(count)).get() }
        let refused = line.enter(append(1))
        #expect(throws: ArchiveError.self) { try refused.get() }
        let refusedCall = line.enter(.call { _ in })
        #expect(throws: ArchiveError.self) { try refusedCall.get() }
        _ = line.next()
        for _ in 1...5 { _ = try line.enter(append(1)).get() }
    }

    @Test func `a closed line takes nothing and is closed once`() {
        var line = Self.line { _ in }
        let first = line.close()
        let second = line.close()
        #expect(first)
        #expect(!second)
        let refused = line.enter(append(1))
        #expect(throws: ArchiveError.self) { try refused.get() }
    }

    @Test func `a long line forgets those who had their turn`() throws {
        var line = Self.line { $0.maxBatchEntries = 1 }
        for _ in 0..<3000 { _ = try line.enter(append(1)).get() }
        for _ in 0..<2999 { #expect(entryCounts(line.next()) == [1]) }
        _ = line.enter(append(2))
        #expect(entryCounts(line.next()) == [1])
        #expect(entryCounts(line.next()) == [2])
        #expect(entryCounts(line.next()) == nil)
    }

    @Test func `past its limit the archive refuses at once, and closing twice is no mistake`()
        async throws
    {
        let fixture = try SQLiteFixture()
        let archive = try fixture.open { $0.limits.maxWaitingEntries = 2 }
        let entries = [JournalEntry.begin("s1"), .test("s1", 2), .test("s1", 3)]
        let result = await withCheckedContinuation { continuation in
            archive.append(entries) { continuation.resume(returning: $0) }
        }
        #expect(throws: ArchiveError.self) { try result.get() }
        try await archive.append(entries[0], entries[1])
        await archive.close()
        await archive.close()
        await #expect(throws: ArchiveError.self) { try await archive.scores(of: "s1") }
    }
}
