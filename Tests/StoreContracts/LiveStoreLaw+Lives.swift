import LiveStore
import Protocol
import Testing

// Sessions that were lost, and sessions that are over.
extension LiveStoreLaw {
    static let restorations = [
        LiveStoreLaw("a session that was lost is put back with its code") { store async throws in
            let restored = try await store.restore("s1", "ABCDEF", .test(7, "seven"))
            #expect(restored.text == "seven")
            #expect(try await store.load("s1", since: nil, .right).text == "seven")
            #expect(try await store.session("ABCDEF") == "s1")
            #expect(try await store.commit(.test("s1", from: 7, "eight"), .right).isCommitted)
            #expect(try await store.load("s1").text == "eight")
        },
        LiveStoreLaw("a session that lost its latest steps gets them back") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            let restored = try await store.restore("s1", "ABCDEF", .test(9, "nine"), .right)
            #expect(restored.version == 9)
            #expect(try await store.load("s1").text == "nine")
            #expect(try await store.load("s1", since: 2).text == "nine")
            #expect(try await store.commit(.test("s1", from: 9, "ten")).isCommitted)
            #expect(try await store.load("s1", since: 9).state?.text(since: (9, "nine")) == "ten")
            #expect(try await store.load("s1").text == "ten")
        },
        LiveStoreLaw("putting back changes nothing that is as new") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, to: 9, "nine")).isCommitted)
            for version in [3, 9] as [Int64] {
                let there = try await store.restore("s1", "ABCDEF", .test(version, "back"))
                #expect(there.text == "nine")
                #expect(try await store.load("s1").text == "nine")
            }
        },
        LiveStoreLaw("of two who put back the newer one stays") { store async throws in
            try await store.restore("s1", "ABCDEF", .test(8, "eight"))
            let there = try await store.restore("s1", "ABCDEF", .test(7, "seven"), .right)
            #expect(there.text == "eight")
            #expect(try await store.load("s1").version == 8)
        },
        LiveStoreLaw("a rebuilt state takes no place from one that holds more steps") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, to: 9, "nine")).isCommitted)
            for known in [8, 9] as [Int64] {
                let there = try await store.restore(
                    "s1",
                    "ABCDEF",
                    .test(known + 1_000, "rebuilt"),
                    lastCommit: known
                )
                #expect(there.text == "nine")
                #expect(try await store.load("s1").version == 9)
            }
            let rebuilt = try await store.restore(
                "s1",
                "ABCDEF",
                .test(1_010, "rebuilt"),
                lastCommit: 10,
                .right
            )
            #expect(rebuilt.version == 1_010)
            #expect(try await store.commit(.test("s1", from: 1_010, "on")).isCommitted)
        },
        LiveStoreLaw("putting back takes no other session's code") { store async throws in
            #expect(try await store.reserve("ABCDEF", "s2"))
            try await store.restore("s1", "ABCDEF", .test(3, "three"))
            #expect(try await store.session("ABCDEF") == "s2")
            #expect(try await store.load("s1").version == 3)
        },
    ]

    static let removals = [
        LiveStoreLaw("a removed session is gone with everything") { store async throws in
            #expect(try await store.reserve("ABCDEF", "s1"))
            let step = Commit.test("s1", from: 0, "one", claims: .takes("p1"))
            #expect(try await store.commit(step).isCommitted)
            store.on(.left) { $0.addPresence("c1", of: .tv, in: "s1") }
            #expect(try await store.presence("s1").count == 1)
            try await store.remove("s1", "ABCDEF", .right)
            #expect(try await store.load("s1").isRemoved)
            #expect(try await store.session("ABCDEF") == nil)
            #expect(try await store.presence("s1").isEmpty)
        },
        LiveStoreLaw("a removed session stays removed") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.remove("s1", "ABCDEF")
            #expect(try await store.commit(.test("s1", from: 1, "two")).newer?.isRemoved == true)
            #expect(
                try await store.commit(.test("s1", from: 0, "new"), .right).newer?.isRemoved == true
            )
            #expect(try await store.restore("s1", "ABCDEF", .test(7, "seven")).isRemoved)
            #expect(try await store.load("s1", since: 1, .right).isRemoved)
            #expect(try await store.session("ABCDEF") == nil)
        },
        LiveStoreLaw("removing what is not there is no mistake") { store async throws in
            try await store.remove("s1", "ABCDEF")
            try await store.remove("s1", "ABCDEF", .right)
            #expect(try await store.load("s1").isRemoved)
        },
        LiveStoreLaw("removing a session frees its code, and no other's") { store async throws in
            #expect(try await store.reserve("ABCDEF", "s1"))
            #expect(try await store.reserve("GHJKMN", "s2"))
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.remove("s1", "GHJKMN")
            #expect(try await store.session("GHJKMN") == "s2")
            try await store.remove("s1", "ABCDEF")
            #expect(try await store.reserve("ABCDEF", "s3"))
        },
        LiveStoreLaw("what was committed before a session was removed reaches the archive") {
            store async throws in
            for version in Int64(1)...5 {
                let step = Commit.test("s1", from: version - 1, "\(version)")
                #expect(try await store.commit(step).isCommitted)
            }
            try await store.remove("s1", "ABCDEF", .right)
            #expect(await store.journal().map(\.version) == Array(1...5))
        },
    ]
}
