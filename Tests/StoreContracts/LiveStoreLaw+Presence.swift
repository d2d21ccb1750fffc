import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let presences = [
        LiveStoreLaw("who is there is seen from both sides") { store async throws in
            store.on(.left) { $0.addPresence("c1", of: .player("anna"), in: "s1") }
            store.on(.left) { $0.addPresence("c2", of: .host, in: "s1") }
            store.on(.left) { $0.addPresence("c3", of: .tv, in: "s2") }
            _ = try await store.presence("s1", .left)
            #expect(
                try await store.presence("s1", .right) == ["c1": .player("anna"), "c2": .host]
            )
        },
        LiveStoreLaw("who says goodbye is gone") { store async throws in
            store.on(.left) { store in
                store.addPresence("c1", of: .host, in: "s1")
                store.addPresence("c2", of: .tv, in: "s1")
                store.removePresence("c1", in: "s1")
                store.removePresence("c9", in: "s9")
            }
            #expect(try await store.presence("s1") == ["c2": .tv])
        },
        LiveStoreLaw("presence runs out unless a pulse renews it") { store async throws in
            store.on(.left) { store in
                store.addPresence("c1", of: .host, in: "s1")
                store.addPresence("c2", of: .tv, in: "s1")
            }
            #expect(try await store.presence("s1").count == 2)
            await store.pass(store.presenceTTLMs * 2 / 3)
            let pulse = try await store.pulse("s1", "ABCDEF", [.screen("c2")])
            #expect(pulse.viewers == ["c1": .host, "c2": .tv])
            await store.pass(store.presenceTTLMs / 2)
            #expect(try await store.presence("s1", .right) == ["c2": .tv])
        },
    ]

    static let pulses = [
        LiveStoreLaw("a pulse says what is stored") { store async throws in
            #expect(try await store.pulse("s1").session == .nothing)
            #expect(try await store.commit(.test("s1", from: 0, to: 4, "four")).isCommitted)
            #expect(try await store.pulse("s1", "ABCDEF", [], .right).session == .version(4))
            try await store.remove("s1", "ABCDEF")
            #expect(try await store.pulse("s1").session == .removed)
            #expect(try await store.pulse("s1", "ABCDEF", [.screen("c1")]).session == .removed)
        },
        LiveStoreLaw("a pulse brings back who is there on either side") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let anna = Seating(.player("anna"), on: "c1", order: 1)
            let host = Seating(.host, on: "c2", order: 1)
            _ = try await store.pulse("s1", "ABCDEF", [anna, host])
            let pulse = try await store.pulse("s1", "ABCDEF", [.screen("c3")], .right)
            #expect(pulse.viewers == ["c1": .player("anna"), "c2": .host, "c3": .tv])
            #expect(try await store.pulse("s2", "ABCDEF", [], .right).viewers.isEmpty)
        },
    ]
}
