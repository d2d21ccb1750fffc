import Foundation
import Glibc

/// A server that is measured: a process of its own on a free port, gone when it is let go.
final class ServerProcess {
    enum Kind {
        case floor(String, Certificate?)
        case gateway(String, Certificate?)

        var certificate: Certificate? {
            switch self {
            case .floor(_, let certificate), .gateway(_, let certificate): certificate
            }
        }
    }

    enum Problem: Error {
        case didNotStart(String)
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
                [
                    "serve", "--listen", "127.0.0.1:\(port)", "--shards", "1", "--data-dir",
                    folder.path, "--no-limits", "--conformance-echo", "--log-level", "error",
                ]
                + (certificate.map {
                    ["--tls-cert", $0.certificateFile, "--tls-key", $0.keyFile]
                } ?? [])
        }
        try process.run()
        guard waitUntilItListens() else { throw Problem.didNotStart("\(kind)") }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// User and system time of all its threads, in nanoseconds (clock_getcpuclockid(3)).
    var cpuNs: Int64 {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process.processIdentifier, &clock) == 0,
            clock_gettime(clock, &time) == 0
        else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Bytes of memory that are its own.
    var memoryBytes: Int64 {
        let path = "/proc/\(process.processIdentifier)/smaps_rollup"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let kilobytes = text.split(separator: "\n")
            .filter { $0.hasPrefix("Private_Dirty:") || $0.hasPrefix("Private_Clean:") }
            .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int64($0) } }
        return kilobytes.reduce(0, +) * 1024
    }

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
