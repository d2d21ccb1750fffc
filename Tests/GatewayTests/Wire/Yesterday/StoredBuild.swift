import Foundation
import Protocol
import TestSupport
import Testing

/// Sessions that an older build left behind, as Tests/Yesterday keeps them.
struct StoredBuild: CustomTestStringConvertible {
    /// The commit it was built from.
    let name: String

    private var folder: URL { Self.root.appending(path: name) }

    var testDescription: String { name }

    /// The oldest first, by name.
    static let all: [StoredBuild] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.sorted().map { StoredBuild(name: $0) }.filter {
            FileManager.default.fileExists(atPath: $0.path("sessions.json"))
        }
    }()

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Yesterday")

    /// A session that stood in the middle of something.
    struct Session {
        let name: String
        let session: String
        let state: String
        let isPaused: Bool
        /// Names and ids.
        let players: [(name: String, id: String)]
        /// By id: on the scoreboard then, or earned.
        let points: [String: Int64]

        fileprivate init(_ json: JSONValue) throws {
            name = try json.text("name")
            session = try json.text("session")
            state = try json.text("state")
            isPaused = json["paused"] == true
            let ids = json["players"]?.object?.members ?? []
            players = ids.map { (name: $0.key, id: $0.value.string ?? "") }
            var points: [String: Int64] = [:]
            for (name, id) in players { points[id] = try json.int("points.\(name)") }
            self.points = points
        }
    }

    /// The store of the sessions.
    enum Store: String, CaseIterable {
        /// A file of SQLite.
        case embedded
        /// Postgres, after Redis lost everything.
        case archive
        /// Redis and Postgres.
        case servers
    }

    func sessions(in store: Store) throws -> [Session] {
        let data = try Data(contentsOf: URL(filePath: path("sessions.json")))
        let json = try JSONReader.read(Array(data))
        let member = store == .embedded ? "embedded" : "servers"
        return try (json[member]?.array ?? []).map(Session.init)
    }

    private func path(_ file: String) -> String { folder.appending(path: file).path }

    /// Servers and files that hold it again; they are gone with this value.
    final class Revival {
        let folder = Deployment.newFolder()
        let options: [String]
        private let redis: PrivateRedis?

        init(_ build: StoredBuild, in store: Store) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let secret = folder.appending(path: "token-secret")
            try Data(Deployment.secret).write(to: secret)
            var options = ["--data-dir", folder.path]
            var redis: PrivateRedis?
            switch store {
            case .embedded:
                let file = folder.appending(path: "gateway.sqlite").path
                try build.unpack("gateway.sqlite.gz", into: "cat >'\(file)'")
            case .archive, .servers:
                let url = try PrivatePostgres.shared.makeDatabase()
                let psql = try PrivatePostgres.binary("psql")
                try build.unpack(
                    "archive.sql.gz",
                    into: "'\(psql)' -X -q -v ON_ERROR_STOP=1 -d '\(url)'"
                )
                options += ["--database-url", url]
            }
            if store == .servers {
                let server = try PrivateRedis()
                try build.unpack("redis.commands.gz", into: "redis-cli -p \(server.port) --pipe")
                redis = server
            }
            self.redis = redis
            self.options = options
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Arguments of a gateway, but for its folder.
        var serving: [String] {
            let voiceless = Array(options.dropFirst(2)) + ["--voice", "none"]
            guard let redis else { return voiceless }
            let secret = folder.appending(path: "token-secret").path
            return voiceless + ["--redis-url", redis.url, "--token-secret-file", secret]
        }
    }

    private func unpack(_ file: String, into command: String) throws {
        let script = "set -o pipefail; gzip -dc '\(path(file))' | \(command)"
        try Command.run("/bin/bash", ["-c", script])
    }
}
