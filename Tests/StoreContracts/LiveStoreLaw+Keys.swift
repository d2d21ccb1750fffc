import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    private static let anna = LockOwner(player: "anna", nonce: 1)
    private static let bo = LockOwner(player: "bo", nonce: 2)

    static let locks = [
        LiveStoreLaw("a brake lock has one holder") { store async throws in
            #expect(try await store.acquire("s1", anna))
            #expect(try await !store.acquire("s1", bo, .right))
            #expect(try await !store.acquire("s1", anna))
            #expect(try await store.acquire("s2", bo))
        },
        LiveStoreLaw("a released brake lock can be taken") { store async throws in
            #expect(try await store.acquire("s1", anna))
            store.release("s1", anna)
            #expect(try await store.acquire("s1", bo))
        },
        LiveStoreLaw("nobody releases another's brake lock") { store async throws in
            #expect(try await store.acquire("s1", anna))
            store.release("s1", bo)
            store.release("s1", LockOwner(player: anna.player, nonce: 99))
            #expect(try await !store.acquire("s1", bo))
        },
        LiveStoreLaw("a brake lock runs out, and its old owner can't release the new one") {
            store async throws in
            #expect(try await store.acquire("s1", anna, ttlMs: 200))
            await store.pass(100)
            #expect(try await !store.acquire("s1", bo, ttlMs: 2000))
            await store.pass(150)
            #expect(try await store.acquire("s1", bo, ttlMs: 2000))
            store.release("s1", anna)
            #expect(try await !store.acquire("s1", anna))
        },
        LiveStoreLaw("of many who pull at once one gets the lock") { store async throws in
            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    let owner = LockOwner(player: "p\(number)", nonce: UInt64(number))
                    group.addTask {
                        try await store.acquire(
                            "s1",
                            owner,
                            number.isMultiple(of: 2) ? .left : .right
                        )
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == 1)
        },
    ]

    static let joinCodes = [
        LiveStoreLaw("a join code leads to its session") { store async throws in
            #expect(try await store.session("ABCDEF") == nil)
            #expect(try await store.claim("ABCDEF", "s1"))
            #expect(try await store.session("ABCDEF", .right) == "s1")
        },
        LiveStoreLaw("a join code leads to one session alone") { store async throws in
            #expect(try await store.claim("ABCDEF", "s1"))
            #expect(try await !store.claim("ABCDEF", "s2", .right))
            #expect(try await store.claim("ABCDEF", "s1"))
            #expect(try await store.session("ABCDEF") == "s1")
        },
        LiveStoreLaw("removing a session frees its code, and no other's") { store async throws in
            #expect(try await store.claim("ABCDEF", "s1"))
            #expect(try await store.claim("GHJKMN", "s2"))
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.remove("s1", "GHJKMN")
            #expect(try await store.session("GHJKMN") == "s2")
            try await store.remove("s1", "ABCDEF")
            #expect(try await store.claim("ABCDEF", "s3"))
        },
    ]

    static let values = [
        LiveStoreLaw("a small value is there until it runs out") { store async throws in
            try await store.ask { $0.put("tv 7", key: "pair:4711", ttlMs: 300, $1) }.get()
            #expect(try await store.ask(.right) { $0.get(key: "pair:4711", $1) }.get() == "tv 7")
            #expect(try await store.ask { $0.get(key: "pair:4712", $1) }.get() == nil)
            await store.pass(350)
            #expect(try await store.ask { $0.get(key: "pair:4711", $1) }.get() == nil)
        },
        LiveStoreLaw("a small value that is put again is new") { store async throws in
            try await store.ask { $0.put("old", key: "k", ttlMs: 300, $1) }.get()
            await store.pass(200)
            try await store.ask(.right) { $0.put("new å\u{0}\"", key: "k", ttlMs: 300, $1) }.get()
            await store.pass(200)
            #expect(try await store.ask { $0.get(key: "k", $1) }.get() == "new å\u{0}\"")
        },
    ]

    static let presences = [
        LiveStoreLaw("who is there is seen from both sides") { store async throws in
            store.on(.left) { $0.renewPresence("c1", of: .player("anna"), in: "s1") }
            store.on(.left) { $0.renewPresence("c2", of: .host, in: "s1") }
            store.on(.left) { $0.renewPresence("c3", of: .tv, in: "s2") }
            _ = try await store.load("s1", .left)
            let viewers = try await store.ask(.right) { $0.presence(in: "s1", $1) }.get()
            #expect(viewers == ["c1": .player("anna"), "c2": .host])
        },
        LiveStoreLaw("who says goodbye is gone") { store async throws in
            store.on(.left) { store in
                store.renewPresence("c1", of: .host, in: "s1")
                store.renewPresence("c2", of: .tv, in: "s1")
                store.removePresence("c1", in: "s1")
                store.removePresence("c9", in: "s9")
            }
            let viewers = try await store.ask { $0.presence(in: "s1", $1) }.get()
            #expect(viewers == ["c2": .tv])
        },
    ]

    /// For stores whose time can be made to pass: nobody waits a minute.
    public static let presenceExpires = LiveStoreLaw("presence runs out unless it is renewed") {
        store async throws in
        store.on(.left) { store in
            store.renewPresence("c1", of: .host, in: "s1")
            store.renewPresence("c2", of: .tv, in: "s1")
        }
        await store.pass(Int64(Presence.ttlMs) * 2 / 3)
        store.on(.left) { $0.renewPresence("c2", of: .tv, in: "s1") }
        await store.pass(Int64(Presence.ttlMs) / 2)
        let viewers = try await store.ask { $0.presence(in: "s1", $1) }.get()
        #expect(viewers == ["c2": .tv])
    }
}
