import Foundation
import Glibc
import TestSupport

/// A server that is measured: a process of its own on a free port, gone when it is let go or this
/// process ends.
final class ServerProcess {
    enum Kind {
        case contender(Contender, Executables, Certificate?)
        /// One of several gateways that share a Redis.
        case member(Executables, redis: String)
        /// A gateway of so many event loops.
        case sharded(Executables, shards: Int)
        /// A gateway with recordings for a game that plays them.
        case tuned(Executables, recordings: String)
    }

    enum Problem: Error, CustomStringConvertible {
        case didNotStart(String)
        case didNotEndWell(String)

        var description: String {
            switch self {
            case .didNotStart(let said): "did not start: \(said)"
            case .didNotEndWell(let said): "did not end well: \(said)"
            }
        }
    }

    let port: UInt16
    private let process: GuardedProcess

    init(_ kind: Kind) throws {
        port = try FreePort.find()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = try GuardedProcess(Self.command(kind, port, folder), folder: folder)
        guard waitUntilItListens() else {
            let log = folder.appending(path: "log")
            let said = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw Problem.didNotStart(said.split(separator: "\n").last.map(String.init) ?? "")
        }
    }

    private static func command(_ kind: Kind, _ port: UInt16, _ folder: URL) -> [String] {
        switch kind {
        case .contender(.gateway, let executables, let certificate):
            serving(executables.gateway, port, folder) + ["--conformance-echo"]
                + (certificate.map {
                    ["--tls-cert", $0.certificateFile, "--tls-key", $0.keyFile]
                } ?? [])
        case .contender(.floor, let executables, let certificate):
            [executables.floor, "\(port)"] + files(certificate)
        case .contender(.peer(let peer), _, let certificate):
            // Peers leave their files where they stand.
            ["/usr/bin/env", "-C", folder.path] + peer.command + ["\(port)"] + files(certificate)
        case .member(let executables, let redis):
            ["/usr/bin/env", "GATEWAY_TOKEN_SECRET=\(sharedSecret)"]
                + serving(executables.gateway, port, folder) + ["--redis-url", redis]
        case .sharded(let executables, let shards):
            serving(executables.gateway, port, folder, shards: shards)
        case .tuned(let executables, let recordings):
            serving(executables.gateway, port, folder) + ["--recordings-dir", recordings]
        }
    }

    /// The gateway makes its tables first, on a disk that may be busy.
    private static let patience = Duration.seconds(30)
    private static let sharedSecret = UUID().uuidString

    private static func serving(
        _ path: String,
        _ port: UInt16,
        _ folder: URL,
        shards: Int = 1
    ) -> [String] {
        [
            path, "serve", "--listen", "127.0.0.1:\(port)", "--shards", "\(shards)", "--data-dir",
            folder.path, "--no-limits", "--voice", "none", "--log-level", "error",
        ]
    }

    private static func files(_ certificate: Certificate?) -> [String] {
        certificate.map { [$0.certificateFile, $0.keyFile] } ?? []
    }

    var id: pid_t { process.processID }

    /// User and system time of all its threads, in nanoseconds.
    var cpuNs: Int64 { ProcessCost.cpuNs(of: id) }

    /// Bytes of memory that are its own.
    var memoryBytes: Int64 { ProcessCost.memoryBytes(of: id) }

    private func waitUntilItListens() -> Bool {
        let deadline = ContinuousClock.now + Self.patience
        while ContinuousClock.now < deadline {
            if isListening() { return true }
            usleep(25_000)
        }
        return false
    }

    private func isListening() -> Bool {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(handle) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
