import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let states = [
        LiveStoreLaw("an unknown session is nothing") { store async throws in
            #expect(try await store.load("s1")?.version == nil)
        },
        LiveStoreLaw("what is committed is loaded, from either side") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, to: 5, "five")).isCommitted)
            for side in LiveStoreUnderTest.Side.allCases {
                let stored = try await store.load("s1", side)
                #expect(stored?.version == 5)
                #expect(stored?.text == "five")
            }
        },
        LiveStoreLaw("sessions do not meet") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s2", from: 0, "other")).isCommitted)
            #expect(try await store.load("s1")?.text == "one")
            #expect(try await store.load("s2")?.text == "other")
        },
        LiveStoreLaw("a step from an old version is shown the newer state") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            let outcome = try await store.commit(.test("s1", from: 1, "late"), .right)
            #expect(!outcome.isCommitted)
            #expect(outcome.newer?.version == 2)
            #expect(outcome.newer?.text == "two")
            #expect(try await store.load("s1")?.text == "two")
        },
        LiveStoreLaw("a session can't begin twice") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let outcome = try await store.commit(.test("s1", from: 0, "again"))
            #expect(outcome.newer?.text == "one")
        },
        LiveStoreLaw("a step of a session that is gone is shown nothing") { store async throws in
            let outcome = try await store.commit(.test("s1", from: 3, "four"))
            #expect(!outcome.isCommitted)
            #expect(outcome.newer?.version == nil)
            #expect(try await store.load("s1")?.version == nil)
        },
        LiveStoreLaw("a removed session is gone with everything") { store async throws in
            let owner = LockOwner(player: "p1", nonce: 1)
            #expect(try await store.claim("ABCDEF", "s1"))
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.acquire("s1", owner))
            store.on(.left) { $0.renewPresence("c1", of: .tv, in: "s1") }
            #expect(try await store.load("s1", .left)?.version == 1)
            try await store.remove("s1", "ABCDEF", .right)
            #expect(try await store.load("s1")?.version == nil)
            #expect(try await store.session("ABCDEF") == nil)
            #expect(try await store.acquire("s1", LockOwner(player: "p2", nonce: 2)))
            let viewers = await store.ask { $0.presence(in: "s1", $1) }
            #expect(try viewers.get().isEmpty)
        },
        LiveStoreLaw("removing what is not there is no mistake") { store async throws in
            try await store.remove("s1", "ABCDEF")
        },
        LiveStoreLaw("a session that was lost is put back with its code") { store async throws in
            try await store.restore("s1", "ABCDEF", .test(7, "seven"))
            #expect(try await store.load("s1", .right)?.version == 7)
            #expect(try await store.session("ABCDEF", .right) == "s1")
            #expect(try await store.commit(.test("s1", from: 7, "eight")).isCommitted)
        },
        LiveStoreLaw("putting back keeps what is there already") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.restore("s1", "ABCDEF", .test(9, "nine"))
            let stored = try await store.load("s1")
            #expect(stored?.version == 1)
            #expect(stored?.text == "one")
        },
        LiveStoreLaw("putting back takes no other session's code") { store async throws in
            #expect(try await store.claim("ABCDEF", "s2"))
            try await store.restore("s1", "ABCDEF", .test(3, "three"))
            #expect(try await store.session("ABCDEF") == "s2")
            #expect(try await store.load("s1")?.version == 3)
        },
    ]

    static let races = [
        LiveStoreLaw("of two who commit at once exactly one wins") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "start")).isCommitted)
            for version in Int64(1)...50 {
                async let left = store.commit(.test("s1", from: version, "left"), .left)
                async let right = store.commit(.test("s1", from: version, "right"), .right)
                let outcomes = try await [left, right]
                #expect(outcomes[0].isCommitted != outcomes[1].isCommitted)
                let isLeft = outcomes[0].isCommitted
                let name = isLeft ? "left" : "right"
                let newer = try #require(outcomes[isLeft ? 1 : 0].newer)
                #expect(newer.version == version + 1)
                #expect(newer.text == name)
                #expect(try await store.load("s1")?.text == name)
            }
            let versions = store.journal().filter { $0.session == "s1" }.map(\.version)
            #expect(versions == Array(1...51))
        },
        LiveStoreLaw("many steps at once from both sides leave one story") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "start")).isCommitted)
            let won = try await withThrowingTaskGroup(of: Int.self) { group in
                for side in LiveStoreUnderTest.Side.allCases {
                    group.addTask {
                        var version: Int64 = 1
                        var won = 0
                        while version < 40 {
                            let step = Commit.test("s1", from: version, "\(side) \(version)")
                            let outcome = try await store.commit(step, side)
                            if outcome.isCommitted {
                                version += 1
                                won += 1
                            } else {
                                let newer = try #require(outcome.newer)
                                #expect(newer.version > version)
                                version = newer.version
                            }
                        }
                        return won
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(won == 39)
            let versions = store.journal().filter { $0.session == "s1" }.map(\.version)
            #expect(versions == Array(1...40))
        },
    ]
}
