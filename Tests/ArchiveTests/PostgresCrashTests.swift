import Archive
import StoreContracts
import TestSupport
import Testing

extension PostgresTests {
    /// Kills the writer, and the server; nothing that was completed may be lost, and nothing doubled.
    @Blocking @Suite struct CrashTests {
        @Test(arguments: [1, 64])
        func `what was completed is there after kill -9 of the writer`(
            entriesUnderWay: Int
        ) async throws {
            let fixture = try PostgresFixture()
            var before: Int64 = 0
            for round in 1...5 {
                let completed = try ArchiveWriterProcess.run(
                    fixture.text,
                    entriesUnderWay: entriesUnderWay,
                    killedAfter: 40 * round
                )
                #expect(completed.first == before + 1)
                try await fixture.untilNobodyIsConnected()
                let archive = try fixture.open()
                before = try await archive.expectWhole(atLeast: completed.last)
                await archive.close()
            }
        }

        @Test func `the connection is cut in the middle of batches`() async throws {
            let fixture = try PostgresFixture()
            let archive = try fixture.open { $0.minBackoffMs = 1 }
            try await archive.append(Story.entry(1))
            let last: Int64 = 4000
            let writing = Task.detached {
                let persistence = Persistence(archive)
                for first in stride(from: Int64(2), through: last, by: 100) {
                    try await persistence.append(Story.entries(first...min(first + 99, last)))
                }
            }
            for _ in 1...40 {
                try fixture.terminateOthers()
                try await Task.sleep(for: .milliseconds(10))
            }
            try await writing.value
            try await Story.expectWhole(last, in: archive)
            await archive.close()
        }

        @Test func `a family survives renewals whose connection is cut`() async throws {
            let fixture = try PostgresFixture()
            let archive = try fixture.open { $0.minBackoffMs = 1 }
            let first = RefreshToken.test(1, family: "f1")
            try await archive.store(first)
            let isOver = Flag()
            let cutting = Task.detached {
                while !isOver.isRaised {
                    try fixture.terminateOthers()
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
            for number in UInt8(1)...100 {
                let token = RefreshToken.test(number, family: "f1")
                var renewal: TokenRenewal?
                while renewal == nil {
                    do {
                        renewal = try await archive.renew(token, by: number + 1, at: 1)
                    } catch let error as ArchiveError where error.isTransient {
                        try await Task.sleep(for: .milliseconds(2))
                    }
                }
                #expect(renewal == .renewed(atMs: 1))
            }
            isOver.raise()
            try await cutting.value
            #expect(try fixture.read("SELECT COUNT(*) FROM refresh_tokens") == [["101"]])
            await archive.close()
        }

        enum Outage: CaseIterable {
            case restart, crash, kill
        }

        @Test(arguments: Outage.allCases)
        func `the server goes away and comes back while entries are written`(
            _ outage: Outage
        ) async throws {
            let server = try PrivatePostgres(isDurable: true)
            let fixture = try PostgresFixture(on: server)
            let archive = try fixture.open { $0.maxBackoffMs = 200 }
            let isOver = Flag()
            let writing = Task.detached {
                let persistence = Persistence(archive)
                var last: Int64 = 0
                while !isOver.isRaised {
                    try await persistence.append(Story.entries(last + 1...last + 20))
                    last += 20
                }
                return last
            }
            for _ in 1...2 {
                try await Task.sleep(for: .milliseconds(200))
                switch outage {
                case .restart: try server.stop(.fast)
                case .crash: try server.stop(.immediate)
                case .kill: try server.kill9()
                }
                try await Task.sleep(for: .milliseconds(200))
                try server.start()
            }
            try await Task.sleep(for: .milliseconds(200))
            isOver.raise()
            try await Story.expectWhole(try await writing.value, in: archive)
            await archive.close()
        }
    }
}
