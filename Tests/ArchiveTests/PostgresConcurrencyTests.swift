import Archive
import GameState
import Protocol
import StoreContracts
import TestSupport
import Testing

extension PostgresTests {
    /// Several gateways on one database.
    @Blocking @Suite struct ConcurrencyTests {
        private let fixture: PostgresFixture

        init() throws {
            fixture = try PostgresFixture()
        }

        @Test func `two archives that write the same entries write them once`() async throws {
            let last: Int64 = 400
            let archives = [try fixture.open(), try fixture.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (archive, step) in zip(archives, [7, 11] as [Int64]) {
                    group.addTask {
                        let persistence = Persistence(archive)
                        for first in stride(from: 1, through: last, by: Int(step)) {
                            try await persistence.append(
                                Story.entries(first...min(first + step - 1, last))
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await Story.expectWhole(last, in: archives[0])
            for archive in archives { await archive.close() }
        }

        @Test func `what one archive has written the other does not write over`() async throws {
            let archives = [try fixture.open(), try fixture.open()]
            try await archives[0].append(contentsOf: Story.entries(1...50))
            for range in [1...20, 10...40] as [ClosedRange<Int64>] {
                try await archives[1].append(contentsOf: Story.entries(range))
                try await Story.expectWhole(50, in: archives[0])
            }
            try await archives[1].append(contentsOf: Story.entries(40...60))
            try await archives[0].append(contentsOf: Story.entries(30...55))
            try await Story.expectWhole(60, in: archives[0])
            for archive in archives { await archive.close() }
        }

        @Test func `two archives that write to one session number its audit without a gap`()
            async throws
        {
            let archives = [try fixture.open(), try fixture.open()]
            try await archives[0].append(.begin("s1"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, archive) in archives.enumerated() {
                    group.addTask {
                        for number in Int64(1)...100 {
                            let version = number * 2 + Int64(index)
                            let audit = Fact.audit(actor: .host, type: "STEP", payloadJSON: "{}")
                            try await archive.append(.test("s1", version, audit))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let numbers = try await archives[0].record(of: "s1")?.audit.map(\.number)
            #expect(numbers == Array(1...200))
            for archive in archives { await archive.close() }
        }

        @Test func `whoever loses a deadlock tries again`() async throws {
            let archive = try fixture.open {
                $0.lockTimeoutMs = 60_000
                $0.statementTimeoutMs = 60_000
                $0.answerTimeoutMs = 120_000
            }
            try await archive.append(
                .begin("s1"),
                .test("s1", 2, .playerJoined("p1", name: "Anna"), .playerJoined("p2", name: "Bo"))
            )
            let other = try PostgresSession(fixture.text)
            // The archive looks for a deadlock after the usual second, and is then the one to give in; a
            // slow machine may take longer than that to make one.
            try other.run("SET deadlock_timeout = '3s'")
            var hasGivenIn = false
            var version: Int64 = 3
            while !hasGivenIn {
                try other.run("BEGIN")
                try other.run("UPDATE players SET is_connected = 0 WHERE id = 'p2'")
                let entries = [
                    JournalEntry.test("s1", version, .playerSeen("p1", isConnected: true)),
                    .test("s1", version + 1, .playerSeen("p2", isConnected: true)),
                ]
                async let appended: Void = archive.append(contentsOf: entries)
                while try !isWaitingForLock() { try await Task.sleep(for: .milliseconds(5)) }
                hasGivenIn =
                    (try? other.run("UPDATE players SET is_connected = 0 WHERE id = 'p1'")) != nil
                try other.run(hasGivenIn ? "COMMIT" : "ROLLBACK")
                try await appended
                version += 2
            }
            let seen = "SELECT is_connected, last_seen_at FROM players ORDER BY id"
            #expect(
                try fixture.read(seen) == [
                    ["1", "\((version - 2) * 1000)"], ["1", "\((version - 1) * 1000)"],
                ]
            )
            await archive.close()
        }

        private func isWaitingForLock() throws -> Bool {
            let waiting = """
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            return try !fixture.read(waiting).isEmpty
        }

        @Test func `a lock that another holds is waited for, then given up`() async throws {
            let archive = try fixture.open { $0.lockTimeoutMs = 50 }
            try await archive.append(.begin("s1"))
            let other = try PostgresSession(fixture.text)
            try other.run("BEGIN")
            try other.run("LOCK TABLE session_events IN EXCLUSIVE MODE")
            let error = await #expect(throws: ArchiveError.self) {
                try await archive.append(.test("s1", 2))
            }
            #expect(error?.kind == .busy)
            #expect(error?.isTransient == true)
            try other.run("COMMIT")
            try await archive.append(.test("s1", 2))
            #expect(try await archive.journal(of: "s1")?.entries.count == 2)
            await archive.close()
        }

        @Test func `two archives that renew one token at once renew it once`() async throws {
            let archives = [try fixture.open(), try fixture.open()]
            for round in UInt8(1)...20 {
                let token = RefreshToken.test(round, family: "f\(round)")
                try await archives[0].store(token)
                async let one = archives[0].renew(token, by: 100 + round, at: 1)
                async let other = archives[1].renew(token, by: 200 + round, at: 1)
                let outcomes = [try await one, try await other]
                #expect(outcomes.filter { $0 == .renewed(atMs: 1) }.count == 1)
                #expect(outcomes.filter { $0 == .reused }.count == 1)
            }
            for archive in archives { await archive.close() }
        }
    }
}
