import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let joinCodes = [
        LiveStoreLaw("a join code leads to its session") { store async throws in
            #expect(try await store.session("ABCDEF") == nil)
            #expect(try await store.reserve("ABCDEF", "s1"))
            #expect(try await store.session("ABCDEF", .right) == "s1")
        },
        LiveStoreLaw("a join code leads to one session alone") { store async throws in
            #expect(try await store.reserve("ABCDEF", "s1"))
            #expect(try await !store.reserve("ABCDEF", "s2", .right))
            #expect(try await store.reserve("ABCDEF", "s1"))
            #expect(try await store.session("ABCDEF") == "s1")
        },
    ]

    static let values = [
        LiveStoreLaw("a small value is there until it runs out") { store async throws in
            try await store.ask { $0.put("tv 7", key: "pair:4711", ttlMs: 5_000, $1) }.get()
            #expect(try await store.ask(.right) { $0.get(key: "pair:4711", $1) }.get() == "tv 7")
            #expect(try await store.ask { $0.get(key: "pair:4712", $1) }.get() == nil)
            await store.pass(5_050)
            #expect(try await store.ask { $0.get(key: "pair:4711", $1) }.get() == nil)
        },
        LiveStoreLaw("a small value that is taken is gone") { store async throws in
            try await store.ask { $0.put("tv 7", key: "k", ttlMs: 20_000, $1) }.get()
            #expect(try await store.ask(.right) { $0.take(key: "k", $1) }.get() == "tv 7")
            #expect(try await store.ask { $0.take(key: "k", $1) }.get() == nil)
            #expect(try await store.ask { $0.get(key: "k", $1) }.get() == nil)
            try await store.ask { $0.put("tv 8", key: "k", ttlMs: 50, $1) }.get()
            await store.pass(100)
            #expect(try await store.ask { $0.take(key: "k", $1) }.get() == nil)
        },
        LiveStoreLaw("of many who take a small value at once one has it") { store async throws in
            try await store.ask { $0.put("v", key: "k", ttlMs: 20_000, $1) }.get()
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await store.ask(number.isMultiple(of: 2) ? .left : .right) {
                            $0.take(key: "k", $1)
                        }.get() != nil
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(taken == 1)
        },
        LiveStoreLaw("a small value that is put again is new") { store async throws in
            try await store.ask { $0.put("old", key: "k", ttlMs: 1000, $1) }.get()
            await store.pass(100)
            try await store.ask(.right) {
                $0.put("new å\u{0}\"", key: "k", ttlMs: 20_000, $1)
            }.get()
            await store.pass(1000)
            #expect(try await store.ask { $0.get(key: "k", $1) }.get() == "new å\u{0}\"")
        },
    ]
}
