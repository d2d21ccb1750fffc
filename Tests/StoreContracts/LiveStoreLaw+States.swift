import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let states = [
        LiveStoreLaw("a store that runs says so") { store async throws in
            for side in LiveStoreUnderTest.Side.allCases {
                try await store.ask(side) { $0.check($1) }.get()
            }
        },
        LiveStoreLaw("an unknown session is nothing") { store async throws in
            #expect(try await store.load("s1").isNothing)
        },
        LiveStoreLaw("what is committed is loaded, from either side") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, to: 5, "five")).isCommitted)
            for side in LiveStoreUnderTest.Side.allCases {
                let stored = try await store.load("s1", since: nil, side)
                #expect(stored.version == 5)
                #expect(stored.text == "five")
            }
        },
        LiveStoreLaw("sessions do not meet") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s2", from: 0, "other")).isCommitted)
            #expect(try await store.load("s1").text == "one")
            #expect(try await store.load("s2").text == "other")
        },
        LiveStoreLaw("a step from an old version is shown what came first") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 2, "three")).isCommitted)
            let outcome = try await store.commit(.test("s1", from: 1, "late"), .right)
            #expect(!outcome.isCommitted)
            #expect(outcome.newer?.version == 3)
            #expect(outcome.newer?.state?.text(since: (1, "one")) == "three")
            #expect(try await store.load("s1").text == "three")
        },
        LiveStoreLaw("a session can't begin twice") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let outcome = try await store.commit(.test("s1", from: 0, "again"))
            #expect(outcome.newer?.text == "one")
        },
        LiveStoreLaw("a step of a session that is lost is shown nothing") { store async throws in
            let outcome = try await store.commit(.test("s1", from: 3, "four"))
            #expect(outcome.newer?.isNothing == true)
            #expect(try await store.load("s1").isNothing)
        },
        LiveStoreLaw("every acknowledged step reaches the archive, in order") {
            store async throws in
            for version in Int64(1)...20 {
                let side: LiveStoreUnderTest.Side = version.isMultiple(of: 3) ? .right : .left
                for session in ["s1", "s2"] as [SessionID] {
                    let step = Commit.test(session, from: version - 1, "\(version)")
                    #expect(try await store.commit(step, side).isCommitted)
                }
                let late = Commit.test("s1", from: version - 1, "late")
                #expect(try await !store.commit(late, side).isCommitted)
            }
            let journal = await store.journal()
            for session in ["s1", "s2"] {
                let versions = journal.filter { $0.session == session }.map(\.version)
                #expect(versions.isOneStory(to: 20))
            }
        },
    ]

    static let loads = [
        LiveStoreLaw("who has an old version gets what leads on from it") { store async throws in
            for version in Int64(1)...9 {
                #expect(
                    try await store.commit(.test("s1", from: version - 1, "\(version)")).isCommitted
                )
            }
            for version in Int64(1)...9 {
                let stored = try await store.load("s1", since: version, .right)
                #expect(stored.version == 9)
                #expect(stored.state?.text(since: (version, "\(version)")) == "9")
            }
        },
        LiveStoreLaw("who has a version that is not there gets the whole state") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, to: 10, "ten")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 10, to: 20, "twenty")).isCommitted)
            for version in [0, 3, 15, 21, 4711] as [Int64] {
                let stored = try await store.load("s1", since: version)
                #expect(stored.text == "twenty", "since \(version)")
            }
        },
        LiveStoreLaw("there is nothing since a version of what is not there") {
            store async throws in
            #expect(try await store.load("s1", since: 7).isNothing)
        },
    ]

    static let races = [
        LiveStoreLaw("of two who commit at once exactly one wins") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "start")).isCommitted)
            var text = "start"
            for version in Int64(1)...50 {
                async let left = store.commit(.test("s1", from: version, "left"), .left)
                async let right = store.commit(.test("s1", from: version, "right"), .right)
                let outcomes = try await [left, right]
                #expect(outcomes[0].isCommitted != outcomes[1].isCommitted)
                let isLeft = outcomes[0].isCommitted
                let name = isLeft ? "left" : "right"
                let newer = try #require(outcomes[isLeft ? 1 : 0].newer?.state)
                #expect(newer.version == version + 1)
                #expect(newer.text(since: (version, text)) == name)
                #expect(try await store.load("s1").text == name)
                text = name
            }
            let versions = await store.journal().filter { $0.session == "s1" }.map(\.version)
            #expect(versions.isOneStory(to: 51))
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
                                let newer = try #require(outcome.newer?.version)
                                #expect(newer > version)
                                version = newer
                            }
                        }
                        return won
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(won == 39)
            let versions = await store.journal().filter { $0.session == "s1" }.map(\.version)
            #expect(versions.isOneStory(to: 40))
        },
    ]
}
