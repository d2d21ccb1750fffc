import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let outboxes = [
        LiveStoreLaw("a step is durable before it is acknowledged") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(store.journal() == [JournalLine(session: "s1", version: 1)])
        },
        LiveStoreLaw("a step that lost leaves nothing in the journal") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await !store.commit(.test("s1", from: 4, "five")).isCommitted)
            #expect(store.journal() == [JournalLine(session: "s1", version: 1)])
        },
        LiveStoreLaw("an outbox that takes nothing leaves the state as it was") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            store.setOutbox(.refuses)
            let refused = await store.ask { $0.commit(.test("s1", from: 1, "two"), $1) }
            guard case .failure(.unavailable) = refused else {
                Issue.record("\(refused) without an outbox")
                return
            }
            #expect(try await store.load("s1")?.text == "one")
            store.setOutbox(.takes)
            #expect(try await store.commit(.test("s1", from: 1, "two again")).isCommitted)
            #expect(try await store.load("s1")?.text == "two again")
            #expect(store.journal().map(\.version) == [1, 2])
        },
    ]
}
