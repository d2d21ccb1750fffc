import Testing

@testable import LoadTest

struct RepeatLawTests {
    private var law = RepeatLaw()

    @Test mutating func `a repeat that is acknowledged again is in order`() {
        law.repeats("1-4", by: 1, atUs: 0)
        let isRepeat = law.answered("1-4", by: 1)
        #expect(isRepeat)
        let isStillOne = law.answered("1-4", by: 1)
        #expect(!isStillOne)
        let late = law.unanswered(nowUs: 10_000_000, patienceUs: 1_000_000)
        #expect(late.isEmpty)
    }

    @Test mutating func `what was said once is no repeat`() {
        law.repeats("1-4", by: 1, atUs: 0)
        let isRepeat = law.answered("1-5", by: 1)
        #expect(!isRepeat)
        let isAnothers = law.answered("1-4", by: 2)
        #expect(!isAnothers)
    }

    @Test mutating func `one that nobody answers is told once`() {
        law.repeats("1-4", by: 1, atUs: 0)
        let soon = law.unanswered(nowUs: 900_000, patienceUs: 1_000_000)
        #expect(soon.isEmpty)
        let late = law.unanswered(nowUs: 1_100_000, patienceUs: 1_000_000)
        #expect(late.map(\.watcher) == [1])
        let again = law.unanswered(nowUs: 1_200_000, patienceUs: 1_000_000)
        #expect(again.isEmpty)
    }

    @Test mutating func `with the connection goes what it waited for`() {
        law.repeats("1-4", by: 1, atUs: 0)
        law.dropped(1)
        let late = law.unanswered(nowUs: 10_000_000, patienceUs: 1_000_000)
        #expect(late.isEmpty)
    }
}
