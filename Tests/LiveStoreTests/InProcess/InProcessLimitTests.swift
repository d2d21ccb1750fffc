import LiveStore
import Protocol
import StoreContracts
import Testing

struct InProcessLimitTests {
    private static func store(
        _ change: (inout InProcessLimits) -> Void
    ) -> LiveStoreUnderTest {
        var limits = InProcessLimits()
        change(&limits)
        return InProcessFixture(limits).underTest
    }

    private func isUnavailable<Value>(_ result: Result<Value, LiveStoreError>) -> Bool {
        if case .failure(.unavailable) = result { true } else { false }
    }

    @Test func `past the last session nothing begins, and what is there goes on`() async throws {
        let store = Self.store { $0.maxSessions = 2 }
        #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
        #expect(try await store.reserve("ABCDEF", "s2"))
        let third = await store.ask { $0.commit(.test("s3", from: 0, "one"), $1) }
        #expect(isUnavailable(third))
        #expect(isUnavailable(await store.ask { $0.reserve(joinCode: "GHJKMN", for: "s3", $1) }))
        let restored = await store.ask {
            $0.restore(.test("s3", "GHJKMN", .test(4, "four")), $1)
        }
        #expect(isUnavailable(restored))
        #expect(try await store.session("GHJKMN") == nil)
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        #expect(try await store.commit(.test("s2", from: 0, "one")).isCommitted)
        // One that is removed is known to be, and takes its place as long as one that is not.
        try await store.remove("s1", "NOCODE")
        #expect(isUnavailable(await store.ask { $0.commit(.test("s3", from: 0, "one"), $1) }))
        await store.pass(24 * 60 * 60 * 1000)
        #expect(try await store.commit(.test("s3", from: 0, "one")).isCommitted)
        #expect(await store.journal().map(\.session) == ["s1", "s1", "s2", "s3"])
    }

    @Test func `a session is forgotten a day after its last change, with its code`() async throws {
        let store = Self.store { $0.maxSessions = 1 }
        let hourMs: Int64 = 60 * 60 * 1000
        #expect(try await store.reserve("ABCDEF", "s1"))
        #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
        await store.pass(23 * hourMs)
        #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
        await store.pass(23 * hourMs)
        #expect(try await store.load("s1").version == 2)
        #expect(try await store.session("ABCDEF") == "s1")
        await store.pass(hourMs)
        #expect(try await store.load("s1").isNothing)
        #expect(try await store.session("ABCDEF") == nil)
        #expect(try await store.reserve("ABCDEF", "s2"))
        #expect(try await store.commit(.test("s2", from: 0, "one")).isCommitted)
    }

    @Test func `past the last small value none is kept until one runs out`() async throws {
        let store = Self.store { $0.maxValues = 2 }
        for key in ["a", "b"] {
            try await store.ask { $0.put("x", key: key, ttlMs: 1000, $1) }.get()
        }
        #expect(isUnavailable(await store.ask { $0.put("x", key: "c", ttlMs: 1000, $1) }))
        try await store.ask { $0.put("y", key: "a", ttlMs: 1000, $1) }.get()
        await store.pass(61_000)
        try await store.ask { $0.put("x", key: "c", ttlMs: 1000, $1) }.get()
        #expect(try await store.ask { $0.get(key: "c", $1) }.get() == "x")
        #expect(try await store.ask { $0.get(key: "a", $1) }.get() == nil)
    }

    @Test func `past the last connection of a session others are not seen`() async throws {
        let store = Self.store { $0.maxConnectionsPerSession = 1 }
        store.on(.left) { store in
            store.addPresence("c1", of: .host, in: "s1")
            store.addPresence("c2", of: .tv, in: "s1")
            store.addPresence("c3", of: .tv, in: "s2")
        }
        #expect(try await store.presence("s1") == ["c1": .host])
        #expect(try await store.presence("s2") == ["c3": .tv])
    }
}
