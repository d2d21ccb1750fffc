import Foundation
import Glibc

/// A server that is measured: a process of its own on a free port, gone when it is let go.
final class ServerProcess {
    enum Kind {
        case floor(String, Certificate?)
        case gateway(String, Certificate?)
        /// One of several gateways that share a Redis.
        case member(String, redis: String)

        var certificate: Certificate? {
            switch self {
            case .floor(_, let certificate), .gateway(_, let certificate): certificate
            case .member: nil
            }
        }
    }

    enum Problem: Error {
        case didNotStart(String)
        case didNotEndWell(String)
    }

    let port: UInt16
    private let process = Process()
    private let folder: URL

    init(_ kind: Kind) throws {
        port = try Self.freePort()
        folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        switch kind {
        case .floor(let path, let certificate):
            process.executableURL = URL(filePath: path)
            process.arguments =
                ["\(port)"] + (certificate.map { [$0.certificateFile, $0.keyFile] } ?? [])
        case .gateway(let path, let certificate):
            process.executableURL = URL(filePath: path)
            process.arguments =
                Self.serving(port, folder) + ["--conformance-echo"]
                + (certificate.map {
                    ["--tls-cert", $0.certificateFile, "--tls-key", $0.keyFile]
                } ?? [])
        case .member(let path, let redis):
            process.executableURL = URL(filePath: path)
            process.arguments = Self.serving(port, folder) + ["--redis-url", redis]
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["GATEWAY_TOKEN_SECRET": Self.sharedSecret]
            ) { $1 }
        }
        try process.run()
        guard waitUntilItListens() else { throw Problem.didNotStart("\(kind)") }
    }

    private static let sharedSecret = UUID().uuidString

    private static func serving(_ port: UInt16, _ folder: URL) -> [String] {
        [
            "serve", "--listen", "127.0.0.1:\(port)", "--shards", "1", "--data-dir", folder.path,
            "--no-limits", "--log-level", "error",
        ]
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    var id: pid_t { process.processIdentifier }

    /// User and system time of all its threads, in nanoseconds.
    var cpuNs: Int64 { ProcessCost.cpuNs(of: id) }

    /// Bytes of memory that are its own.
    var memoryBytes: Int64 { ProcessCost.memoryBytes(of: id) }

    private static func freePort() throws -> UInt16 {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(handle) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> UInt16? in
                guard bind(handle, raw, length) == 0, getsockname(handle, raw, &length) == 0 else {
                    return nil
                }
                return UInt16(bigEndian: pointer.pointee.sin_port)
            }
        }
        guard let port else { throw Problem.didNotStart("no free port") }
        return port
    }

    private func waitUntilItListens() -> Bool {
        for _ in 0..<200 {
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

/// A certificate for this run alone.
final class Certificate {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2", "-subj", "/CN=localhost", "-keyout", keyFile, "-out", certificateFile,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
    }

    var certificateFile: String { folder.appending(path: "cert.pem").path }
    var keyFile: String { folder.appending(path: "key.pem").path }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
