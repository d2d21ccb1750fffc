import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    private static func committed(
        from previous: Int64,
        to version: Int64? = nil,
        _ text: String
    ) -> SessionEvent {
        let version = version ?? previous + 1
        return .committed(
            CommittedEntry(
                previousVersion: previous,
                version: version,
                at: .test + version,
                body: Array("\"\(text)\"".utf8)
            )
        )
    }

    static let news = [
        LiveStoreLaw("what one commits the others hear, in order") { store async throws in
            let heard = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, to: 5, "å\u{0}\n")).isCommitted)
            let news = await heard.wait(2)
            #expect(news == [committed(from: 0, "one"), committed(from: 1, to: 5, "å\u{0}\n")])
        },
        LiveStoreLaw("nobody hears himself") { store async throws in
            let left = await store.follow("s1", .left)
            let right = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.seat(.host, on: "c1", in: "s1")
            #expect(try await store.presence("s1").count == 1)
            #expect(try await store.commit(.test("s1", from: 1, "two"), .right).isCommitted)
            #expect(await left.wait(1) == [committed(from: 1, "two")])
            #expect(await right.wait(2).first == committed(from: 0, "one"))
            #expect(right.all.count == 2)
        },
        LiveStoreLaw("a step that lost is no news") { store async throws in
            let heard = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await !store.commit(.test("s1", from: 0, "late")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            #expect(
                await heard.wait(2) == [committed(from: 0, "one"), committed(from: 1, "two")]
            )
        },
        LiveStoreLaw("who sits down is told to the others") { store async throws in
            let heard = await store.follow("s1", .right)
            let anna = try await store.seat(.player("anna b"), on: "c å", in: "s1")
            store.on(.left) { $0.addPresence("c3", of: .tv, in: "s1") }
            let host = try await store.seat(.host, on: "c2", in: "s1")
            #expect(await heard.wait(2) == [.seated(anna), .seated(host)])
        },
        LiveStoreLaw("a reaction is told to the others, and is no change of the session") {
            store async throws in
            let left = await store.follow("s1", .left)
            let right = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            store.on(.left) { $0.show(.flame, of: "anna b å", in: "s1") }
            #expect(
                await right.wait(2)
                    == [committed(from: 0, "one"), .reaction(.flame, of: "anna b å")]
            )
            #expect(try await store.load("s1").version == 1)
            #expect(left.all.isEmpty)
        },
        LiveStoreLaw("that a session is removed is told to the others") { store async throws in
            let left = await store.follow("s1", .left)
            let right = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            try await store.remove("s1", "ABCDEF", .right)
            #expect(await left.wait(1) == [.removed])
            #expect(await right.wait(1) == [committed(from: 0, "one")])
        },
        LiveStoreLaw("that a session was put back sends the others to look") {
            store async throws in
            let left = await store.follow("s1", .left)
            let right = await store.follow("s1", .right)
            try await store.restore("s1", "ABCDEF", .test(7, "seven"))
            #expect(await right.wait(1) == [.missed])
            // A state as new as the stored one was not put back.
            try await store.restore("s1", "ABCDEF", .test(7, "seven"), .right)
            #expect(try await store.commit(.test("s1", from: 7, "eight"), .right).isCommitted)
            #expect(await left.wait(1) == [committed(from: 7, "eight")])
        },
        LiveStoreLaw("who follows no more hears no more, and of other sessions nothing") {
            store async throws in
            let first = await store.follow("s1", .right)
            let second = await store.follow("s2", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            await first.wait(1)
            store.on(.right) { $0.unfollow("s1") }
            _ = await store.ask(.right) { $0.check($1) }
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            #expect(try await store.commit(.test("s2", from: 0, "other")).isCommitted)
            #expect(await second.wait(1) == [committed(from: 0, "other")])
            #expect(first.all.count == 1)
        },
        LiveStoreLaw("who follows anew has one listener") { store async throws in
            let old = await store.follow("s1", .right)
            let new = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            await new.wait(1)
            #expect(old.all.isEmpty)
        },
    ]
}
