import Foundation
import Gateway
import Protocol
import TestSupport
import Testing

/// Words and refusals of a start.
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
        let words =
            "CRITICAL the gateway can't start: the data directory \(folder.path) is in use by process \(pid);"
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

    @Test func `a variable that is no setting is warned of, and no other`() async throws {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try GatewayProcess(
            ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path],
            environment: ["GATEWAY_RETENTION_DAY": "7", "GATEWAY_LINK_HOURS": "1"]
        )
        var warnings: [String] = []
        while let line = try await process.line(), !line.contains("listening address=") {
            if line.contains("WARNING") { warnings.append(line) }
        }
        #expect(warnings.count == 1, "\(warnings)")
        #expect(
            warnings.first?.contains("no setting of this gateway name=GATEWAY_RETENTION_DAY")
                == true
        )
        process.signal(SIGTERM)
        #expect(try await process.status() == 0)
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

    private static let web = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "web")

    @Test func `the pages' own version is the one that the gateway takes it for`() throws {
        let script = Self.web.appending(path: "shared/connection.js")
        let text = try String(contentsOf: script, encoding: .utf8)
        #expect(text.contains("const CLIENT_VERSION = \"\(ClientVersion.ofPages)\";"))
    }

    @Test func `who turns the gateway's own pages away is warned`() async throws {
        for (oldest, isWarned) in [("1.0", false), ("1.0.1", true)] {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let process = try GatewayProcess([
                "serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path, "--web-dir",
                Self.web.path, "--min-client-version", oldest,
            ])
            let said = try await Self.lines(of: process, until: "listening")
            #expect(
                said.contains { $0.contains("WARNING --min-client-version 1.0.1 turns away") }
                    == isWarned,
                "\(said)"
            )
            try await process.kill()
        }
    }

    @Test func `machines read when a line was written, and people the time of day`() async throws {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let refused = ["--data-dir", folder.path, "--listen", "192.0.2.1:80", "--voice", "none"]
        let json = try await GatewayProcess.run(refused + ["--log-format", "json"])
        let line = try #require(json.output.split(separator: "\n").last)
        let time = try JSONReader.read(Array(line.utf8)).text("time")
        #expect(time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil, "\(time)")
        let read = try Date(
            time,
            strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        )
        #expect(abs(read.timeIntervalSinceNow) < 60)
        let text = try await GatewayProcess.run(refused)
        #expect(text.output.starts(with: #/\d\d:\d\d:\d\d\.\d{3} /#), "\(text.output)")
    }

    @Test func `SIGHUP without TLS speaks of no certificates`() async throws {
        let folder = Deployment.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (process, _) = try await GatewayProcess.serving(folder, ["--voice", "none"])
        process.signal(SIGHUP)
        let said = try await Self.lines(of: process, until: "anew")
        #expect(said.last?.contains("nothing to read anew: no TLS") == true, "\(said)")
        try Data("loud\n".utf8).write(to: folder.appending(path: "log-level"))
        process.signal(SIGHUP)
        let more = try await Self.lines(of: process, until: "log-level")
        #expect(more.last?.contains("'loud' is none of trace, debug") == true, "\(more)")
        #expect(!more.contains { $0.contains("certificates") })
        try await process.kill()
    }

    /// Reads up to a word, or to the end.
    private static func lines(
        of process: GatewayProcess,
        until word: String
    ) async throws -> [String] {
        var lines: [String] = []
        while let line = try await process.line() {
            lines.append(line)
            if line.contains(word) { break }
        }
        return lines
    }

    @Blocking private static func database() throws -> String {
        try PrivatePostgres.shared.makeDatabase()
    }
}
