import Archive
import Foundation
import GameState
import LiveStore
import Protocol
import Testing
import TriptoGame

@testable import Rooms

/// Stored values of a newer build are told from damage.
@Suite struct NewerRulesTests {
    private static let unheardOf = RulesVersion(rawValue: 4711)

    private func state(
        version: Int64 = 1,
        rules: RulesVersion = .latest
    ) throws -> RoomState<Tripto> {
        let now = ServerTime(ms: 1_700_000_000_000)
        let setup = SessionSetup(
            session: SessionID(rawValue: "0123456789abcdef"),
            joinCode: "ABC234",
            joinURL: "https://play.example/join",
            settings: try Tripto.Settings([:], randomSeed: 7),
            createdAt: now,
            rules: rules
        )
        return RoomState(version: version, at: now, game: Tripto(setup))
    }

    private func entry(_ version: Int64, _ body: String) -> CommittedEntry {
        CommittedEntry(
            previousVersion: version - 1,
            version: version,
            at: ServerTime(ms: 1_700_000_000_001),
            body: Array(body.utf8)
        )
    }

    private func stored(
        _ snapshot: [UInt8],
        at version: Int64,
        _ entries: CommittedEntry...
    ) -> LoadResult {
        .state(
            StoredSession(
                version: entries.last?.version ?? version,
                snapshot: Snapshot(version: version, state: LazyState(value: nil) { snapshot }),
                entries: entries
            )
        )
    }

    private func bytes(_ state: RoomState<Tripto>) throws -> [UInt8] {
        try LazyState(state).bytes()
    }

    @Test func `a state of newer rules is read as far as it goes`() throws {
        let newer = try bytes(state(version: 5, rules: Self.unheardOf))
        let known = try state()
        guard case .jump(let state, _) = Reconciliation(stored(newer, at: 5), known: known) else {
            Issue.record("no jump")
            return
        }
        #expect(state.version == 5)
        #expect(!state.knowsRules)
        let more = entry(6, #"{"input":{"_0":{"unheardOf":{}},"rulesVersion":4711}}"#)
        guard
            case .behind(let nearest?, 6) = Reconciliation(
                stored(newer, at: 5, more),
                known: known
            )
        else {
            Issue.record("not behind")
            return
        }
        #expect(nearest.version == 5)
        guard case .behind(nil, 6) = Reconciliation(stored(newer, at: 5, more), known: state)
        else {
            Issue.record("nothing of it is nearer")
            return
        }
    }

    @Test func `a state that can't be read is newer or damaged, as its rules say`() throws {
        let known = try state()
        let newer = #"{"version":5,"at":1,"game":{"rules":4711,"phase":{"unheardOf":{}}}}"#
        guard case .behind(nil, 5) = Reconciliation(stored(Array(newer.utf8), at: 5), known: known)
        else {
            Issue.record("not behind")
            return
        }
        for damaged in [
            newer.replacing("4711", with: "3"), "{", newer.replacing("rules", with: "r"),
        ] {
            let stored = stored(Array(damaged.utf8), at: 5)
            guard case .giveUp(.unreadable(version: 5), 5) = Reconciliation(stored, known: known)
            else {
                Issue.record("not damaged: \(damaged)")
                return
            }
        }
    }

    @Test func `an entry that can't be read is newer or damaged, as its rules say`() throws {
        let known = try state()
        for (mark, divergence) in [
            (#","rulesVersion":4711"#, ReplayError.newerRules(version: 2)),
            (#","rulesVersion":3"#, .unreadable(version: 2)), ("", .unreadable(version: 2)),
        ] {
            #expect(throws: divergence) {
                _ = try known.advanced(by: entry(2, #"{"input":{"_0":{"unheardOf":{}}\#(mark)}}"#))
            }
        }
        // One that reads well, and may mean something else.
        let close = JournalBody<Tripto>.input(
            .close,
            messageID: nil,
            digest: nil,
            rulesVersion: Self.unheardOf
        )
        let body = String(decoding: close.bytes, as: UTF8.self)
        #expect(throws: ReplayError.newerRules(version: 2)) {
            _ = try known.advanced(by: entry(2, body))
        }
        #expect(throws: ReplayError.newerRules(version: 2)) {
            let newer = try state(rules: Self.unheardOf)
            _ = try newer.advanced(by: entry(2, body.replacing("4711", with: "3")))
        }
    }

    @Test func `digests are compared where the rules are the same`() throws {
        let known = try state()
        let digest = Replay.digest(of: known.game)
        func comparison(_ digest: String?, _ rules: RulesVersion?) throws
            -> AppliedEntry<Tripto>.Comparison
        {
            let input = Input<Tripto>.joinLink("https://other", token: nil)
            let body = JournalBody<Tripto>.input(
                input,
                messageID: nil,
                digest: digest,
                rulesVersion: rules
            )
            let text = String(decoding: body.bytes, as: UTF8.self)
            return try known.advanced(by: entry(2, text)).comparison
        }
        #expect(try comparison(nil, .latest) == .none)
        #expect(try comparison(digest, .latest) == .different)
        // As in earlier journals: by the session's.
        #expect(try comparison(digest, nil) == .different)
        #expect(try comparison(digest, .first) == .none)
        var next = known
        _ = next.game.handle(.joinLink("https://other", token: nil), at: known.at)
        #expect(try comparison(Replay.digest(of: next.game), .latest) == .same)
    }

    @Test func `a session of newer rules is not rebuilt`() throws {
        let setup = #"{"setup":{"_0":{"rules":4711,"unheardOf":1}}}"#
        let archived = ArchivedSession(
            game: "tripto",
            status: .active,
            entries: [
                ArchivedSession.Entry(
                    version: 1,
                    at: ServerTime(ms: 1),
                    body: Array(setup.utf8)
                )
            ]
        )
        #expect(throws: ReplayError.newerRules(version: 1)) {
            try Replay.run(Tripto.self, archived)
        }
    }

    @Test func `answers are committed with their verdicts, and everything with its rules`() throws {
        let parlour = try Parlour()
        let elsewhere = try Elsewhere(parlour)
        let anna = PlayerID(rawValue: "anna")
        let name = try PlayerName("Anna")
        var (host, player): (Seat?, Seat?)
        try parlour.turn { parlour.room?.join(anna, name: name) { _ in } }
        try parlour.turn { host = try parlour.seat(.host, at: Listener()) }
        try parlour.turn { player = try parlour.seat(.player(anna), at: Listener()) }
        try parlour.say("HOST_START_GAME", from: host)
        try parlour.say("HOST_SKIP", from: host)
        try parlour.say("BRAKE_PULL", from: player)
        try parlour.say("BRAKE_ANSWER_SUBMIT", #"{"answerText":"Atlantis"}"#, id: "a", from: player)
        let bodies = elsewhere.heard.compactMap { news -> String? in
            guard case .committed(let entry) = news else { return nil }
            return String(decoding: entry.body, as: UTF8.self)
        }
        #expect(bodies.count > 5)
        #expect(
            bodies.allSatisfy { $0.contains(#""rulesVersion":\#(RulesVersion.latest.rawValue)"#) }
        )
        let verdict = #""as":{"isCorrect":false}"#
        #expect(bodies.last { $0.contains("Atlantis") }?.contains(verdict) == true)
        // A repeat is known by its key, as before.
        let version = parlour.room?.version
        try parlour.say("BRAKE_ANSWER_SUBMIT", #"{"answerText":"Atlantis"}"#, id: "a", from: player)
        #expect(parlour.room?.version == version)
    }
}
