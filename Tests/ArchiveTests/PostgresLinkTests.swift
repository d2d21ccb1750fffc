import Foundation
import StoreContracts
import TestSupport
import Testing
import TriptoGame

@testable import Archive

extension PostgresTests {
    /// Links that have gone bad while their server is well.
    @Blocking @Suite struct LinkTests {
        private static let two = Statement("two", "SELECT 2")
        private static let notes = Statement("notes", "SELECT * FROM notes")

        private func texts(
            _ statement: Statement,
            _ connection: PostgresConnection
        ) throws -> [String] {
            try connection.transaction(.reading) { () throws(ArchiveError) in
                try connection.rows(statement, []) { $0.text(0) }
            }
        }

        private func run(_ sql: String, _ connection: PostgresConnection) throws {
            try connection.transaction(.writing) { () throws(ArchiveError) in
                connection.execute(sql)
            }
        }

        @Test func `a statement that the server has forgotten is prepared on a new link`() throws {
            let connection = PostgresConnection(try PostgresFixture().url, PostgresSettings())
            for _ in 1...3 {
                #expect(try texts(Self.two, connection) == ["2"])
                try run("DEALLOCATE ALL", connection)
            }
        }

        @Test func `a statement that somebody has prepared otherwise is prepared on a new link`()
            throws
        {
            let connection = PostgresConnection(try PostgresFixture().url, PostgresSettings())
            try run("PREPARE two AS SELECT 3", connection)
            #expect(try texts(Self.two, connection) == ["2"])
        }

        @Test func `a statement whose table has changed is prepared on a new link`() throws {
            let fixture = try PostgresFixture()
            try fixture.read("CREATE TABLE notes AS SELECT 'a' AS text")
            let connection = PostgresConnection(try fixture.url, PostgresSettings())
            for number in 1...3 {
                #expect(try texts(Self.notes, connection) == ["a"])
                try fixture.read("ALTER TABLE notes ADD COLUMN more\(number) TEXT")
            }
        }

        @Test
        func `a link to a standby is given up for the primary to which its address leads now`()
            async throws
        {
            let standby = try PostgresFixture(on: PrivatePostgres())
            let primary = try PostgresFixture(on: PrivatePostgres())
            for fixture in [standby, primary] { await (try fixture.open()).close() }
            try standby.server.restartAsStandby()

            let address = try Address(leadingTo: standby.server)
            let text = standby.text.replacing(standby.server.folder, with: address.folder)
            let archive = try SQLArchive(
                postgres: try #require(PostgresURL(text)),
                games: [Tripto.schema],
                schema: .asIs
            )
            for _ in 1...3 {
                let error = await #expect(throws: ArchiveError.self) {
                    try await archive.append(.begin("s1"))
                }
                #expect(error?.isTransient == true, "\(String(describing: error))")
            }
            // The standby goes on, and so would a link to it.
            try address.lead(to: primary.server)
            try await Persistence(archive).append([.begin("s1")])
            #expect(try await archive.journal(of: "s1")?.entries.count == 1)
            #expect(try primary.read("SELECT id FROM sessions") == [["s1"]])
            await archive.close()
        }

        @Test func `behind a pooler each transaction brings its own limits`() throws {
            let fixture = try PostgresFixture(isPooled: true)
            let connection = PostgresConnection(try fixture.url, PostgresSettings())
            for (name, value) in [("statement_timeout", "5s"), ("lock_timeout", "3s")] {
                let shown = Statement("shown", "SHOW \(name)")
                #expect(try texts(shown, connection) == [value])
            }
        }
    }
}

/// A folder with the socket of one server or another.
private final class Address {
    let folder = Scratch.place("address").path

    init(leadingTo server: PrivatePostgres) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try lead(to: server)
    }

    func lead(to server: PrivatePostgres) throws {
        let name = "/.s.PGSQL.5432"
        try? FileManager.default.removeItem(atPath: folder + name)
        try FileManager.default.createSymbolicLink(
            atPath: folder + name,
            withDestinationPath: server.folder + name
        )
    }
}
