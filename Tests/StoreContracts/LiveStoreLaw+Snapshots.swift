import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let snapshots = [
        LiveStoreLaw("who asks for the whole state is heard by the others, and not by himself") {
            store async throws in
            let left = await store.follow("s1", .left)
            let right = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            store.on(.right) { $0.requestSnapshot("s1") }
            #expect(await left.wait(1) == [.snapshotWanted])
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            #expect(await right.wait(2).contains(.snapshotWanted) == false)
        },
        LiveStoreLaw("a whole state that is kept is told, and loaded without what led to it") {
            store async throws in
            let right = await store.follow("s1", .right)
            for (from, text) in ["one", "two", "three"].enumerated() {
                #expect(try await store.commit(.test("s1", from: Int64(from), text)).isCommitted)
            }
            store.on(.left) { $0.keepSnapshot(.test(3, "three"), of: "s1") }
            #expect(await right.wait(4).last == .missed)
            let state = try await store.load("s1", since: nil, .right).state
            #expect(state?.snapshot?.version == 3)
            #expect(state?.entries.isEmpty == true)
            #expect(try await store.load("s1", since: nil, .right).text == "three")
            #expect(try await store.commit(.test("s1", from: 3, "four"), .right).isCommitted)
            #expect(try await store.load("s1").text == "four")
        },
        LiveStoreLaw("an older whole state takes no newer one's place, and is told all the same") {
            store async throws in
            let right = await store.follow("s1", .right)
            for (from, text) in ["one", "two", "three"].enumerated() {
                #expect(try await store.commit(.test("s1", from: Int64(from), text)).isCommitted)
            }
            store.on(.left) { $0.keepSnapshot(.test(3, "three"), of: "s1") }
            #expect(await right.wait(4).last == .missed)
            store.on(.left) { $0.keepSnapshot(.test(2, "two"), of: "s1") }
            #expect(await right.wait(5).last == .missed)
            #expect(try await store.load("s1", since: nil, .right).text == "three")
            #expect(try await store.load("s1").version == 3)
        },
    ]
}
