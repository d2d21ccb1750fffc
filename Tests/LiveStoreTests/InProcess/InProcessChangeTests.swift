import LiveStore
import Protocol
import StoreContracts
import Synchronization
import Testing

/// Changes while the outbox holds a step back.
struct InProcessChangeTests {
    private let fixture = InProcessFixture()
    private var store: LiveStoreUnderTest { fixture.underTest }

    @Test func `nothing is visible before it is durable`() async throws {
        #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
        store.setOutbox(.holds)
        async let second = store.commit(.test("s1", from: 1, "two"))
        for side in LiveStoreUnderTest.Side.allCases {
            #expect(try await store.load("s1", since: nil, side).text == "one")
        }
        store.setOutbox(.takes)
        #expect(try await second.isCommitted)
        #expect(try await store.load("s1", since: nil, .right).text == "two")
    }

    @Test func `an archive that takes nothing leaves the state as it was`() async throws {
        #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
        store.setOutbox(.refuses)
        let refused = await store.ask { $0.commit(.test("s1", from: 1, "two"), $1) }
        #expect(throws: LiveStoreError.unavailable("the outbox takes nothing")) {
            try refused.get()
        }
        #expect(try await store.load("s1").text == "one")
        store.setOutbox(.takes)
        #expect(try await store.commit(.test("s1", from: 1, "two again")).isCommitted)
        #expect(try await store.load("s1").text == "two again")
        #expect(fixture.outbox.taken.map(\.version) == [1, 2])
    }

    @Test func `what was put back while a step was under way is followed`() async throws {
        store.setOutbox(.holds)
        let story = Story()
        store.on(.left) { $0.commit(.test("s1", from: 0, "one")) { story.add("first \($0)") } }
        #expect(try await store.load("s1").isNothing)
        store.on(.right) { store in
            store.restore(.test("s1", "ABCDEF", .test(8, "eight"))) { _ in story.add("restored") }
        }
        #expect(try await store.load("s1", since: nil, .right).isNothing)
        store.setOutbox(.takes)
        #expect(try await store.commit(.test("s1", from: 8, "nine")).isCommitted)
        // Each side hears on a loop of its own, and in its own time.
        try await Patience.wait { Set(story.lines) == ["first committed", "restored"] }
    }

    @Test func `steps wait for the one under way and see what it did`() async throws {
        store.setOutbox(.holds)
        let story = Story()
        store.on(.left) { store in
            store.commit(.test("s1", from: 0, "one")) { story.add("first \($0)") }
            store.commit(.test("s1", from: 0, "rival")) { story.add("rival \($0)") }
            store.commit(.test("s1", from: 1, "two")) { story.add("second \($0)") }
            store.remove("s1", joinCode: "ABCDEF", claims: [.brake]) { _ in story.add("removed") }
            store.commit(.test("s1", from: 2, "three")) { story.add("orphan \($0)") }
            store.restore(.test("s1", "ABCDEF", .test(8, "eight"))) { _ in story.add("restored") }
        }
        #expect(try await store.load("s1").isNothing)
        #expect(story.lines.isEmpty)
        store.setOutbox(.takes)
        #expect(try await store.restore("s1", "ABCDEF", .test(9, "nine")).isRemoved)
        #expect(
            story.lines == [
                "first committed", "rival lost to 1", "second committed", "removed",
                "orphan lost to removed", "restored",
            ]
        )
        #expect(fixture.outbox.taken.map(\.version) == [1, 2])
    }

    @Test func `a step that could not be written makes way for those behind it`() async throws {
        store.setOutbox(.holds)
        let story = Story()
        store.on(.left) { store in
            store.commit(.test("s1", from: 0, "one")) { story.add("first \($0)") }
            store.commit(.test("s1", from: 0, "one again")) { story.add("second \($0)") }
        }
        #expect(try await store.load("s1").isNothing)
        store.setOutbox(.refuses)
        let third = await store.ask { $0.commit(.test("s1", from: 0, "third"), $1) }
        #expect(throws: LiveStoreError.self) { try third.get() }
        #expect(story.lines == ["first failed", "second failed"])
        #expect(try await store.load("s1").isNothing)
    }

    @Test func `a seat is given behind the step under way, which still counts`() async throws {
        let old = try await store.seat(.host, on: "c1", in: "s1")
        store.setOutbox(.holds)
        let story = Story()
        store.on(.left) { store in
            store.commit(.test("s1", from: 0, "one", by: old)) { story.add("first \($0)") }
            store.bidForSeat(.host, on: "c2", after: old.order, in: "s1") { _ in story.add("seated")
            }
            store.commit(.test("s1", from: 1, "two", by: old)) { story.add("second \($0)") }
        }
        #expect(try await store.presence("s1") == ["c1": .host])
        #expect(story.lines.isEmpty)
        store.setOutbox(.takes)
        try await Patience.wait { story.lines.count == 3 }
        #expect(story.lines == ["first committed", "seated", "second replaced by c2"])
        #expect(fixture.outbox.taken.map(\.version) == [1])
    }

    @Test func `a whole party may come back while one step is written`() async throws {
        store.setOutbox(.holds)
        let story = Story()
        store.on(.left) { store in
            store.commit(.test("s1", from: 0, "one")) { story.add("first \($0)") }
            for number in 0..<500 {
                let player = Viewer.player(PlayerID(rawValue: "p\(number)"))
                let connection = ConnectionID(rawValue: "c\(number)")
                store.bidForSeat(player, on: connection, after: 0, in: "s1") { result in
                    if case .success(.granted) = result { story.add("seated") }
                }
            }
        }
        #expect(try await store.load("s1").isNothing)
        store.setOutbox(.takes)
        try await Patience.wait { story.lines.count == 501 }
        #expect(story.lines.first == "first committed")
    }

    @Test func `a session that waits does not hold up another`() async throws {
        store.setOutbox(.holds)
        async let held = store.commit(.test("s1", from: 0, "one"))
        #expect(try await store.load("s2").isNothing)
        async let other = store.commit(.test("s2", from: 0, "other"), .right)
        #expect(try await store.load("s2").isNothing)
        store.setOutbox(.takes)
        #expect(try await held.isCommitted)
        #expect(try await other.isCommitted)
    }

    @Test func `only so many steps wait`() async throws {
        var limits = InProcessLimits()
        limits.maxWaitingPerSession = 3
        let fixture = InProcessFixture(limits)
        let store = fixture.underTest
        store.setOutbox(.holds)
        let story = Story()
        let (lastDone, finish) = AsyncStream.makeStream(of: Void.self)
        store.on(.left) { store in
            for number in 0..<6 {
                store.commit(.test("s1", from: Int64(number), "\(number)")) {
                    story.add("\(number) \($0)")
                    if number == 3 { finish.finish() }
                }
            }
        }
        #expect(try await store.load("s1").isNothing)
        #expect(try await store.load("s1").isNothing)
        #expect(story.lines == ["4 failed", "5 failed"])
        store.setOutbox(.takes)
        for await _ in lastDone {}
        #expect(story.lines.dropFirst(2) == (0..<4).map { "\($0) committed" }[...])
        #expect(try await store.commit(.test("s1", from: 4, "five")).isCommitted)
    }

    @Test func `a facade that is gone is told nothing`() async throws {
        let loop = TestLoop("gone")
        let outbox = TestOutbox()
        outbox.set(.holds)
        let core = InProcessCore()
        let story = Story()
        var facade: InProcessLiveStore? = InProcessLiveStore(
            core: core,
            scheduler: loop.scheduler,
            execute: { loop.execute($0) },
            outbox: { outbox.append($0, $1) }
        )
        facade?.commit(.test("s1", from: 0, "one")) { story.add("\($0)") }
        facade = nil
        outbox.set(.takes)
        let heir = InProcessLiveStore(
            core: core,
            scheduler: loop.scheduler,
            execute: { loop.execute($0) },
            outbox: { outbox.append($0, $1) }
        )
        let outcome = await withCheckedContinuation { continuation in
            loop.execute {
                heir.commit(.test("s1", from: 1, "two")) { continuation.resume(returning: $0) }
            }
        }
        #expect(try outcome.get().isCommitted)
        #expect(story.lines.isEmpty)
    }
}

/// Words of the completions, in order.
private final class Story: Sendable {
    private let kept = Mutex([String]())

    var lines: [String] { kept.withLock { $0 } }

    func add(_ line: String) {
        kept.withLock { $0.append(line) }
    }
}

extension DefaultStringInterpolation {
    fileprivate mutating func appendInterpolation(_ result: Result<CommitOutcome, LiveStoreError>) {
        switch result {
        case .success(.committed): appendLiteral("committed")
        case .success(.conflict(.state(let newer))): appendLiteral("lost to \(newer.version)")
        case .success(.conflict(.nothing)): appendLiteral("lost to nothing")
        case .success(.conflict(.removed)): appendLiteral("lost to removed")
        case .success(.replaced(let newer)): appendLiteral("replaced by \(newer.connection)")
        case .success(.claimed(let claim, _)): appendLiteral("\(claim) is held")
        case .failure: appendLiteral("failed")
        }
    }
}
