import LiveStore
import Protocol
import Testing

extension LiveStoreLaw {
    static let seats = [
        LiveStoreLaw("a seat goes to who knows who has it, and comes later") {
            store async throws in
            let first = try await store.seat(.host, on: "c1", in: "s1")
            #expect(try await store.bid(.host, on: "c2", in: "s1", .right) == .held(first))
            let early = first.order - 1
            #expect(
                try await store.bid(.host, on: "c2", after: early, in: "s1") == .held(first)
            )
            let second = try await store.seat(.host, on: "c2", in: "s1", .right)
            #expect(second.order > first.order)
            #expect(second.connection == "c2" && second.viewer == .host)
            #expect(try await store.bid(.host, on: "c1", in: "s1") == .held(second))
            #expect(try await store.presence("s1") == ["c1": .host, "c2": .host])
        },
        LiveStoreLaw("who asks again because an answer was lost has the seat already") {
            store async throws in
            let seating = try await store.seat(.player("anna"), on: "c1", in: "s1")
            let again = try await store.bid(.player("anna"), on: "c1", in: "s1")
            #expect(again == .held(seating))
        },
        LiveStoreLaw("viewers and sessions have seats of their own") { store async throws in
            for (viewer, session) in [(Viewer.host, "s1"), (.player("anna"), "s1"), (.host, "s2")] {
                let id = SessionID(rawValue: session)
                guard case .granted = try await store.bid(viewer, on: "c", in: id) else {
                    Issue.record("\(viewer) of \(session) is held by somebody else")
                    continue
                }
            }
        },
        LiveStoreLaw("an order is greater than any that is known, whatever the clock says") {
            store async throws in
            let ahead = ServerTime.test.ms * 2
            guard
                case .granted(let seating) =
                    try await store.bid(.host, on: "c1", after: ahead, in: "s1")
            else {
                Issue.record("nobody sits there")
                return
            }
            #expect(seating.order == ahead + 1)
            #expect(try await store.seat(.host, on: "c2", in: "s1").order == ahead + 2)
        },
        LiveStoreLaw("of many who sit down at once each has an order of its own") {
            store async throws in
            let orders = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await store.seat(
                            .host,
                            on: ConnectionID(rawValue: "c\(number)"),
                            in: "s1",
                            number.isMultiple(of: 2) ? .left : .right
                        ).order
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(orders).count == 40)
        },
        LiveStoreLaw("nobody sits down in a session that was removed") { store async throws in
            try await store.seat(.host, on: "c1", in: "s1")
            try await store.remove("s1", "ABCDEF")
            #expect(try await store.bid(.host, on: "c2", in: "s1", .right) == .removed)
            #expect(try await store.presence("s1").isEmpty)
        },
    ]

    /// Inputs by a seat that a newer connection has do not count.
    static let fences = [
        LiveStoreLaw("a step by a seating that was replaced is refused, whatever its version") {
            store async throws in
            let heard = await store.follow("s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let old = try await store.seat(.player("anna"), on: "c1", in: "s1")
            #expect(try await store.commit(.test("s1", from: 1, "two", by: old)).isCommitted)
            let new = try await store.seat(.player("anna"), on: "c2", in: "s1", .right)
            let stale = try await store.commit(.test("s1", from: 2, "stale", by: old))
            #expect(stale.replacing == new)
            let late = try await store.commit(.test("s1", from: 1, "late", by: old), .right)
            #expect(late.replacing == new)
            #expect(try await store.load("s1").text == "two")
            #expect(try await store.commit(.test("s1", from: 2, "three", by: new)).isCommitted)
            #expect(try await store.load("s1").text == "three")
            #expect(await heard.wait(4).count == 4)
            #expect(await store.journal().map(\.version) == [1, 2, 3])
        },
        LiveStoreLaw("what others ask for, and what nobody asks for, goes on") {
            store async throws in
            let old = try await store.seat(.host, on: "c1", in: "s1")
            let anna = try await store.seat(.player("anna"), on: "c2", in: "s1")
            try await store.seat(.host, on: "c3", in: "s1", .right)
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two", by: anna)).isCommitted)
            #expect(try await store.commit(.test("s1", from: 2, "x", by: old)).replacing != nil)
        },
        LiveStoreLaw("a seating that was lost holds again with its next step") {
            store async throws in
            let old = Seating(.host, on: "c1", order: 1_000)
            let new = Seating(.host, on: "c2", order: 2_000)
            #expect(try await store.commit(.test("s1", from: 0, "one", by: old)).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two", by: new)).isCommitted)
            let stale = try await store.commit(.test("s1", from: 2, "x", by: old), .right)
            #expect(stale.replacing == new)
            #expect(try await store.bid(.host, on: "c3", after: 1_500, in: "s1") == .held(new))
        },
        LiveStoreLaw("a pulse affirms seatings, and tells of newer ones") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let old = Seating(.host, on: "c1", order: 1_000)
            let new = Seating(.host, on: "c2", order: 2_000)
            let anna = Seating(.player("anna"), on: "c3", order: 3_000)
            #expect(try await store.pulse("s1", "ABCDEF", [new, .screen("c4")]).newer == [])
            let pulse = try await store.pulse("s1", "ABCDEF", [old, anna], .right)
            #expect(pulse.newer == [new])
            #expect(try await store.commit(.test("s1", from: 1, "x", by: old)).replacing == new)
            #expect(try await store.bid(.player("anna"), on: "c5", in: "s1") == .held(anna))
        },
        LiveStoreLaw("a state that is put back leaves the seats as they are") {
            store async throws in
            let old = try await store.seat(.host, on: "c1", in: "s1")
            let new = try await store.seat(.host, on: "c2", in: "s1")
            try await store.restore("s1", "ABCDEF", .test(7, "seven"))
            #expect(try await store.commit(.test("s1", from: 7, "x", by: old)).replacing == new)
            #expect(try await store.commit(.test("s1", from: 7, "eight", by: new)).isCommitted)
        },
    ]
}
