import GameState
import LiveStore
import Protocol
import Testing

// Claims of one player of a session, taken and given up by commits.
extension LiveStoreLaw {
    static let claims = [
        LiveStoreLaw("of two commits at one version that take a claim one does") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let first = Commit.test("s1", from: 1, "anna's", claims: .takes("anna"))
            let second = Commit.test("s1", from: 1, "bo's", claims: .takes("bo"))
            #expect(try await store.commit(first).isCommitted)
            #expect(try await store.commit(second, .right).newer?.version == 2)
            let late = Commit.test("s1", from: 2, "bo's", claims: .takes("bo"))
            #expect(try await store.commit(late, .right).holder == "anna")
            #expect(try await store.load("s1").text == "anna's")
        },
        LiveStoreLaw("of many who would take a claim at once one has it") { store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let outcomes = try await withThrowingTaskGroup(of: CommitOutcome.self) { group in
                for number in 0..<40 {
                    let player = PlayerID(rawValue: "p\(number)")
                    let step = Commit.test("s1", from: 1, "\(number)", claims: .takes(player))
                    group.addTask {
                        try await store.commit(step, number.isMultiple(of: 2) ? .left : .right)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter(\.isCommitted).count == 1)
            #expect(outcomes.filter { $0.newer?.version == 2 }.count == 39)
        },
        LiveStoreLaw("a claim that is held refuses the commit, which writes nothing") {
            store async throws in
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let anna = Commit.test("s1", from: 1, "two", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            let heard = await store.follow("s1", .right)
            for player in ["bo", "anna"] as [PlayerID] {
                let step = Commit.test("s1", from: 2, "three", claims: .takes(player))
                #expect(try await store.commit(step).holder == "anna")
            }
            #expect(try await store.load("s1").text == "two")
            #expect(try await store.commit(.test("s1", from: 2, "on")).isCommitted)
            #expect(await heard.wait(1).count == 1)
            #expect(await store.journal().map(\.version) == [1, 2, 3])
        },
        LiveStoreLaw("a commit that comes second, or by an old seat, takes nothing") {
            store async throws in
            let old = try await store.seat(.player("anna"), on: "c1", in: "s1")
            #expect(try await store.commit(.test("s1", from: 0, "one")).isCommitted)
            let newer = try await store.seat(.player("anna"), on: "c2", in: "s1", .right)
            let stale = Commit.test("s1", from: 1, "stale", by: old, claims: .takes("anna"))
            #expect(try await store.commit(stale).replacing == newer)
            let second = Commit.test("s1", from: 0, "second", claims: .takes("anna"))
            #expect(try await store.commit(second).newer?.version == 1)
            let bo = Commit.test("s1", from: 1, "bo's", claims: .takes("bo"))
            #expect(try await store.commit(bo, .right).isCommitted)
        },
        LiveStoreLaw("a commit that comes second gives nothing up") { store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            let second = Commit.test("s1", from: 0, "second", claims: .gives("anna"))
            #expect(try await store.commit(second, .right).newer?.version == 1)
            let bo = Commit.test("s1", from: 1, "two", claims: .takes("bo"))
            #expect(try await store.commit(bo).holder == "anna")
        },
        LiveStoreLaw("a claim is free again with the commit that gives it up, wherever that is") {
            store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            #expect(try await store.commit(.test("s1", from: 1, "two")).isCommitted)
            let gone = Commit.test("s1", from: 2, "three", claims: .gives("anna"))
            #expect(try await store.commit(gone, .right).isCommitted)
            let bo = Commit.test("s1", from: 3, "four", claims: .takes("bo"))
            #expect(try await store.commit(bo, .right).isCommitted)
        },
        LiveStoreLaw("nobody gives up what another holds") { store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            for (version, other) in [(1, "bo"), (2, "ann"), (3, "anna:1"), (4, "")] {
                let gives = ClaimChange.gives(PlayerID(rawValue: other))
                let step = Commit.test("s1", from: Int64(version), "on", claims: gives)
                #expect(try await store.commit(step).isCommitted)
            }
            let bo = Commit.test("s1", from: 5, "on", claims: .takes("bo"))
            #expect(try await store.commit(bo).holder == "anna")
        },
        LiveStoreLaw("one commit may hand a claim on") { store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            let handedOn = ClaimChange(taken: [.brake("bo")], released: [.brake("anna")])
            let step = Commit.test("s1", from: 1, "two", claims: handedOn)
            #expect(try await store.commit(step, .right).isCommitted)
            // It is not hers any more.
            let again = Commit.test("s1", from: 2, "three", claims: handedOn)
            #expect(try await store.commit(again).holder == "bo")
            #expect(try await store.load("s1").text == "two")
        },
        LiveStoreLaw("a claim runs out, and who had it can't give up the new one") {
            store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna", forMs: 5_000))
            #expect(try await store.commit(anna).isCommitted)
            await store.pass(50)
            let bo = Commit.test("s1", from: 1, "two", claims: .takes("bo"))
            #expect(try await store.commit(bo).holder == "anna")
            await store.pass(5_000)
            #expect(try await store.commit(bo, .right).isCommitted)
            let late = Commit.test("s1", from: 2, "three", claims: .gives("anna"))
            #expect(try await store.commit(late).isCommitted)
            let cay = Commit.test("s1", from: 3, "four", claims: .takes("cay"))
            #expect(try await store.commit(cay).holder == "bo")
        },
        LiveStoreLaw("a claim that ran out harms nothing: the version decides") {
            store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna", forMs: 500))
            #expect(try await store.commit(anna).isCommitted)
            await store.pass(550)
            let late = Commit.test("s1", from: 0, "late", claims: .takes("bo"))
            #expect(try await store.commit(late, .right).newer?.version == 1)
            let gone = Commit.test("s1", from: 1, "two", claims: .gives("anna"))
            #expect(try await store.commit(gone, .right).isCommitted)
        },
        LiveStoreLaw("sessions have claims of their own") { store async throws in
            for session in ["s1", "s2"] as [SessionID] {
                let anna = Commit.test(session, from: 0, "one", claims: .takes("anna"))
                #expect(try await store.commit(anna).isCommitted)
            }
        },
        LiveStoreLaw("what is put back has the claims of its state, and no others") {
            store async throws in
            let anna = Commit.test("s1", from: 0, "one", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            try await store.restore("s1", "ABCDEF", .test(7, "seven"), .right)
            let bo = Commit.test("s1", from: 7, "eight", claims: .takes("bo"))
            #expect(try await store.commit(bo).isCommitted)
            try await store.restore("s1", "ABCDEF", .test(20, "twenty"), claims: [.brake("cay")])
            let late = Commit.test("s1", from: 20, "late", claims: .takes("bo"))
            #expect(try await store.commit(late, .right).holder == "cay")
            let gone = Commit.test("s1", from: 20, "gone", claims: .gives("cay"))
            #expect(try await store.commit(gone, .right).isCommitted)
        },
        LiveStoreLaw("what is not put back changes no claim") { store async throws in
            let anna = Commit.test("s1", from: 0, to: 9, "nine", claims: .takes("anna"))
            #expect(try await store.commit(anna).isCommitted)
            let there = try await store.restore("s1", "ABCDEF", .test(9, "b"), claims: [])
            #expect(there.text == "nine")
            let bo = Commit.test("s1", from: 9, "ten", claims: .takes("bo"))
            #expect(try await store.commit(bo).holder == "anna")
        },
    ]
}
