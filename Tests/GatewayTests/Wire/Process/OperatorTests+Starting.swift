import Foundation
import TestSupport
import Testing

/// What a start says and refuses.
extension ProcessTests.OperatorTests {
    @Test func `one data directory serves one gateway at a time, and whoever reads beside it`()
        async throws
    {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, _) = try await GatewayProcess.serving(folder)
        let lock = folder.appending(path: "gateway.lock").path
        let pid = try String(contentsOfFile: lock, encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        let attributes = try FileManager.default.attributesOfItem(atPath: lock)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let second = try await GatewayProcess.run(
            ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path]
        )
        #expect(second.status == 78, "\(second.output)")
        let words = "CRITICAL the data directory \(folder.path) is in use by process \(pid);"
        #expect(second.output.contains(words), "\(second.output)")
        #expect(!second.output.contains("listening"))
        for command in ["check", "sessions", "migrate"] {
            let reading = try await GatewayProcess.run([command, "--data-dir", folder.path])
            #expect(reading.status == 0, "\(command) \(reading.output)")
        }

        // A killed one leaves no lock.
        try await first.kill()
        let (third, _) = try await GatewayProcess.serving(folder)
        third.signal(SIGTERM)
        #expect(try await third.status() == 0)
    }

    @Test func `gateways on Postgres may share a data directory`()
        async throws
    {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let postgres = ["--database-url", try await Self.database()]
        let (first, _) = try await GatewayProcess.serving(folder, postgres)
        let (second, _) = try await GatewayProcess.serving(folder, postgres)
        for process in [first, second] {
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }
    }

    @Blocking private static func database() throws -> String {
        try PrivatePostgres.shared.makeDatabase()
    }
}
