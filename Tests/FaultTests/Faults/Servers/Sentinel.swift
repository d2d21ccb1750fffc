import Foundation

/// One that watches a Redis master and promotes its replica.
final class Sentinel {
    static let master = "tripto"

    let port = FreePort.next()
    private let scratch: URL
    private let process: ChildProcess

    /// - Parameters:
    ///   - number: among those that watch the same master.
    ///   - quorum: how many of them must miss it.
    init(of master: RedisServer, _ number: Int, quorum: Int, in folder: URL) throws {
        scratch = folder
        // It rewrites its own file, beside which it makes another.
        let home = folder.appending(path: "sentinel-\(number)")
        try Account.makeFolder(home)
        let settings = home.appending(path: "sentinel.conf")
        let lines = [
            "bind 127.0.0.1", "port \(port)", "dir \(home.path)",
            "sentinel monitor \(Self.master) 127.0.0.1 \(master.port) \(quorum)",
            "sentinel down-after-milliseconds \(Self.master) 1000",
            "sentinel failover-timeout \(Self.master) 5000", "",
        ]
        try Data(lines.joined(separator: "\n").utf8).write(to: settings)
        try Account.own(settings)
        process = try ChildProcess(
            "sentinel \(number)",
            Account.words + ["redis-server", settings.path, "--sentinel"],
            log: folder.appending(path: "sentinel-\(number).log").path
        )
    }

    /// True when enough sentinels know each other and the replica to promote it.
    var isReady: Bool {
        get throws {
            guard process.status == nil else { throw Failure("a sentinel has ended: see its log") }
            let quorum = try ask("sentinel", "ckquorum", Self.master)
            let replicas = try ask("sentinel", "replicas", Self.master)
            return quorum.hasPrefix("OK 3") && replicas.contains("slave-repl-offset")
        }
    }

    /// Whom it takes for the master.
    var masterPort: String? {
        get throws {
            try ask("sentinel", "get-master-addr-by-name", Self.master)
                .split(separator: "\n").last.map(String.init)
        }
    }

    private func ask(_ words: String...) throws -> String {
        try Command.run(["redis-cli", "-p", "\(port)"] + words, in: scratch).output
    }
}
