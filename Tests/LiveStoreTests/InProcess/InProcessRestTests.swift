import LiveStore
import Protocol
import StoreContracts
import Testing

/// States that are put away while nobody needs them.
struct InProcessRestTests {
    private let cupboard = MemoryCupboard()
    private let fixture: InProcessFixture
    private var store: LiveStoreUnderTest { fixture.underTest }

    init() {
        fixture = InProcessFixture(cupboard: cupboard)
    }

    private func begin() async throws {
        #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
    }

    private func rest() async {
        _ = await store.ask { store, done in
            store.rest("s1")
            store.check { _ in done(.success(())) }
        }
    }

    @Test func `a state that was put away is back for whoever loads it`() async throws {
        try await begin()
        await rest()
        #expect(cupboard.sessions == ["s1"])
        #expect(try await store.load("s1").text == "one")
        #expect(cupboard.sessions.isEmpty)
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        #expect(try await store.load("s1", since: nil, .right).text == "two")
    }

    @Test func `a commit comes to a state that was put away`() async throws {
        try await begin()
        await rest()
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        await rest()
        guard case .conflict = try await store.commit(.test("s1", from: 1, "rival")) else {
            Issue.record("two commits from one version")
            return
        }
        #expect(try await store.load("s1").text == "two")
    }

    @Test func `what somebody follows is not put away`() async throws {
        try await begin()
        store.on(.right) { $0.follow("s1") { _ in } }
        #expect(try await store.load("s1", since: nil, .right).text == "one")
        await rest()
        #expect(cupboard.sessions.isEmpty)
    }

    @Test func `what changes while it is put away stays`() async throws {
        try await begin()
        cupboard.hold()
        await rest()
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        cupboard.release()
        #expect(try await store.load("s1").text == "two")
        #expect(cupboard.sessions.isEmpty)
    }

    @Test func `a state that is put away twice at once is there once`() async throws {
        try await begin()
        cupboard.hold()
        await rest()
        #expect(try await store.load("s1").text == "one")
        await rest()
        cupboard.release()
        #expect(cupboard.sessions == ["s1"])
        #expect(try await store.load("s1").text == "one")
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        await rest()
        #expect(cupboard.sessions == ["s1"])
    }

    @Test func `while it can't be fetched the store is away, and nothing is lost`() async throws {
        try await begin()
        await rest()
        cupboard.lock(true)
        let loaded = await store.ask { $0.load("s1", since: nil, $1) }
        #expect(throws: LiveStoreError.unavailable("locked")) { try loaded.get() }
        let commit = await store.ask { $0.commit(.test("s1", from: 1, "two"), $1) }
        #expect(throws: LiveStoreError.unavailable("locked")) { try commit.get() }
        cupboard.lock(false)
        #expect(try await store.load("s1").text == "one")
    }

    @Test func `a state that got lost is nothing, so that it is rebuilt`() async throws {
        try await begin()
        await rest()
        cupboard.clear()
        #expect(try await store.load("s1").isNothing)
        let lost = RestoreRequest.test("s1", "ABCDEF", .test(1001, "rebuilt"))
        _ = try await store.ask { $0.restore(lost, $1) }.get()
        #expect(try await store.load("s1").text == "rebuilt")
    }

    @Test func `a session that ends while it rests leaves nothing`() async throws {
        try await begin()
        await rest()
        _ = try await store.ask { $0.remove("s1", joinCode: "ABCDEF", claims: [.brake], $1) }.get()
        #expect(cupboard.sessions.isEmpty)
        guard case .removed = try await store.load("s1") else {
            Issue.record("it is still there")
            return
        }
    }

    @Test func `a pulse knows the version of a state that was put away`() async throws {
        try await begin()
        await rest()
        let pulse = try await store.ask {
            $0.pulse("s1", joinCode: "ABCDEF", renewing: [], $1)
        }.get()
        #expect(pulse.session == .version(1))
        #expect(cupboard.sessions == ["s1"])
    }
}
