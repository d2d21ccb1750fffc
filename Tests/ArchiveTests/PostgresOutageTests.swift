import Archive
import Foundation
import GameState
import Protocol
import StoreContracts
import TestSupport
import Testing

extension PostgresTests {
    /// Outages as callers see them: a server that is away, hangs, or is full.
    @Blocking @Suite struct OutageTests {
        @Test func `a connection that was cut while nobody called is made anew unnoticed`()
            async throws
        {
            let fixture = try PostgresFixture()
            let archive = try fixture.open()
            try await archive.append(.begin("s1"))
            for version in Int64(2)...5 {
                try fixture.terminateOthers()
                try await archive.append(.test("s1", version))
            }
            try fixture.terminateOthers()
            #expect(try await archive.journal(of: "s1")?.entries.count == 5)
            let token = RefreshToken.test(1, family: "f1")
            try fixture.terminateOthers()
            try await archive.store(token)
            try fixture.terminateOthers()
            #expect(try await archive.renew(token, by: 2, at: 1) == .renewed(atMs: 1))
            await archive.close()
        }

        @Test func `a server that is away fails every call, and is used again when it is back`()
            async throws
        {
            let server = try PrivatePostgres()
            let fixture = try PostgresFixture(on: server)
            let archive = try fixture.open()
            try await archive.append(.begin("s1"))
            try server.stop(.fast)
            for _ in 1...20 {
                let error = await #expect(throws: ArchiveError.self) {
                    try await archive.append(.test("s1", 2))
                }
                #expect(error?.kind == .unreachable)
                #expect(error?.isTransient == true)
                await #expect(throws: ArchiveError.self) { try await archive.check() }
            }
            try server.start()
            let persistence = Persistence(archive)
            try await persistence.append([.test("s1", 2)])
            try await archive.check()
            #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1, 2])
            await archive.close()
        }

        @Test func `a server that hangs is given up, and nobody waits in line for it`() async throws
        {
            let server = try PrivatePostgres()
            let fixture = try PostgresFixture(on: server)
            let archive = try fixture.open {
                $0.answerTimeoutMs = 200
                $0.minBackoffMs = 60_000
                $0.maxBackoffMs = 60_000
            }
            try await archive.append(contentsOf: Story.entries(1...10))
            try server.freeze()
            let failures = await withTaskGroup(of: ArchiveError?.self) { group in
                for _ in 1...200 {
                    group.addTask {
                        do {
                            try await archive.append(contentsOf: Story.entries(11...20))
                            return nil
                        } catch {
                            return error as? ArchiveError
                        }
                    }
                }
                var failures: [ArchiveError?] = []
                for await failure in group { failures.append(failure) }
                return failures
            }
            #expect(failures.map { $0?.kind } == Array(repeating: .unreachable, count: 200))
            #expect(failures.first??.description.contains("did not answer in time") == true)
            try server.thaw()
            // Holds whether or not the server had been sent the entries by then.
            let other = try fixture.open()
            try await other.append(contentsOf: Story.entries(11...20))
            try await Story.expectWhole(20, in: other)
            await archive.close()
            await other.close()
        }

        @Test func `a client waits two seconds for a server that hangs, the next hardly at all`()
            async throws
        {
            let server = try PrivatePostgres()
            let fixture = try PostgresFixture(on: server)
            let archive = try fixture.open()
            let token = RefreshToken.test(1, family: "f1", expiresAt: 100_000)
            try await archive.store(token)
            try server.freeze()
            let clock = ContinuousClock()
            var waited: [Duration] = []
            for number in UInt8(2)...6 {
                waited.append(
                    await clock.measure {
                        let error = await #expect(throws: ArchiveError.self) {
                            try await archive.store(.test(number, family: "f\(number)"))
                        }
                        #expect(error?.kind == .unreachable)
                    }
                )
            }
            // Not as long as the connection waits for its answer, eight seconds; and not two seconds each.
            #expect(waited[0] > .seconds(1.5) && waited[0] < .seconds(8), "\(waited)")
            #expect(waited.dropFirst().reduce(.zero, +) < .seconds(6), "\(waited)")
            // A renewal whose answer never came may be asked for again.
            await #expect(throws: ArchiveError.self) {
                try await archive.renew(token, by: 11, at: 1_000)
            }
            try server.thaw()
            var renewal: TokenRenewal?
            while renewal == nil {
                renewal = try? await archive.renew(token, by: 11, at: 2_000)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(renewal != .reused)
            await archive.close()
        }

        @Test func `a server that takes connections and says nothing is given up`() throws {
            let folder = Scratch.place("silent")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let silence = try SilentServer(folder.appending(path: ".s.PGSQL.5432").path)
            let url = try #require(PostgresURL("postgres://anna:hunter2@/db?host=\(folder.path)"))
            var settings = PostgresSettings()
            settings.connectTimeoutSeconds = 2
            let error = withExtendedLifetime(silence) {
                #expect(throws: ArchiveError.self) {
                    try SQLArchive(postgres: url, games: [], settings: settings)
                }
            }
            #expect(error?.kind == .unreachable)
            #expect(error?.description.contains("timeout") == true)
            #expect(error?.description.contains("hunter2") == false)
        }

        @Test func `no error tells the password`() throws {
            let server = try PrivatePostgres.shared
            try server.execute("CREATE ROLE guarded LOGIN PASSWORD 'the right one'")
            try server.demandPassword(of: "guarded")
            let wrong = server.url(of: "postgres", user: "guarded", password: "hunter2")
            let places = [
                wrong, wrong + "&application_name=hunter2",
                "postgres://guarded:hunter2@127.0.0.1:1/db", "postgres://a:hunter2@host.invalid/db",
                "postgres://guarded:hunter2@/db?host=/nowhere",
                "postgres://guarded:hunter2@/db?host=/nowhere&sslmode=verify-full&sslrootcert=/none",
            ]
            for place in places {
                let url = try #require(PostgresURL(place))
                let error = #expect(throws: ArchiveError.self) {
                    try SQLArchive(postgres: url, games: [])
                }
                #expect(error?.kind == .unreachable)
                #expect(
                    error.map { "\($0) \(String(reflecting: $0))" }?.contains("hunter2") == false
                )
                #expect(error?.description.contains("\(url)".split(separator: "/")[0]) == true)
            }
            let right = server.url(of: "postgres", user: "guarded", password: "the%20right%20one")
            let url = try #require(PostgresURL(right))
            // May get in; a caller that only reads finds no tables.
            let error = #expect(throws: ArchiveError.self) {
                try SQLArchive(postgres: url, games: [], schema: .asIs)
            }
            #expect(error?.kind == .schema)
        }

        @Test func `a full disk fails what does not fit, writes what does, and passes`()
            async throws
        {
            let server = try PrivatePostgres()
            guard let space = try? server.makeTablespace(bytes: 12 << 20) else {
                try Test.cancel("this process may not mount a small file system")
            }
            let fixture = try PostgresFixture(on: server, in: space.name)
            // Megabytes take a busy machine a while.
            let archive = try fixture.open { $0.answerTimeoutMs = 120_000 }
            try await archive.append(.begin("s1"), .begin("s2"))
            // Postgres compresses repetitive data.
            var random = SystemRandomNumberGenerator()
            let words = (0..<600_000).map { _ in
                String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
            }
            let large = JournalEntry.test("s1", 2, body: words.joined())
            let error = await #expect(throws: ArchiveError.self) {
                try await archive.append(large, .test("s2", 2))
            }
            #expect(error?.kind == .full)
            #expect(error?.isTransient == true)
            #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1])
            #expect(try await archive.journal(of: "s2")?.entries.map(\.version) == [1, 2])
            try server.resize(space, bytes: 64 << 20)
            try await archive.append(large)
            #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1, 2])
            await archive.close()
        }
    }
}

/// Listens on a Unix socket and never says a word.
private final class SilentServer {
    private let handle: Int32

    init(_ path: String) throws {
        handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0, listen(handle, 8) == 0 else {
            throw Command.Failure("\(path): errno \(errno)")
        }
    }

    deinit { close(handle) }
}
