import Foundation
import HTTP
import TestSupport
import Testing
import Transport

/// nginx before one gateway or two, as deploy/nginx has it.
struct PrivateNginx {
    let address: SocketAddress
    /// The same where it waits for a client no longer than 300 ms, so that a case that leaves it waiting ends.
    let hurriedAddress: SocketAddress
    /// Its log of requests.
    let accessLog: URL
    private let process: GuardedProcess

    private static let program = "/usr/sbin/nginx"

    struct Unstarted: Error { let log: String }

    init(
        before gateway: SocketAddress,
        and other: SocketAddress? = nil,
        isBuffering: Bool = true,
        passesUpgrades: Bool = true
    ) async throws {
        let address = try Deployment.loopback().with(port: FreePort.find())
        let hurriedAddress = try Deployment.loopback().with(port: FreePort.find())
        let folder = Scratch.place("nginx")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appending(path: "nginx.conf")
        let text = try Self.configuration(
            folder,
            address,
            hurried: hurriedAddress,
            before: gateway,
            and: other,
            isBuffering: isBuffering,
            passesUpgrades: passesUpgrades
        )
        try Data(text.utf8).write(to: configuration)
        let log = folder.appending(path: "error.log").path
        process = try GuardedProcess(
            [Self.program, "-c", configuration.path, "-e", log],
            folder: folder
        )
        self.address = address
        self.hurriedAddress = hurriedAddress
        accessLog = folder.appending(path: "access.log")
        for _ in 1...1_200 {
            let web = Web(address)
            if case .some = try? await web.call(.get, "/healthz") { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Unstarted(log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }

    func end() { process.end() }

    private static func configuration(
        _ folder: URL,
        _ address: SocketAddress,
        hurried hurriedAddress: SocketAddress,
        before gateway: SocketAddress,
        and other: SocketAddress?,
        isBuffering: Bool,
        passesUpgrades: Bool
    ) throws -> String {
        let sample = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "deploy/nginx/gateway.conf")
        let site = try String(contentsOf: sample, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .filter { other != nil || !$0.contains("127.0.0.1:8082") }
            .filter { passesUpgrades || !$0.contains("proxy_set_header Upgrade") }
            .joined(separator: "\n")
            .replacing("127.0.0.1:8082", with: "\(other ?? gateway)")
            .replacing("/var/log/nginx/gateway.log", with: "\(folder.path)/access.log")
            .replacing("127.0.0.1:8081", with: "\(gateway)")
        let scratch = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
        func listening(_ address: SocketAddress, patience: String) -> String {
            let lines = ["client_header_timeout", "client_body_timeout", "keepalive_timeout"]
                .map { "\($0) \(patience);" }
            return (["listen \(address);"] + lines).joined(separator: "\n")
        }
        let own = site.replacing("listen 8080;", with: listening(address, patience: "60s"))
        let hurried = site[(site.range(of: "\nserver {")?.lowerBound ?? site.startIndex)...]
            .replacing("listen 8080;", with: listening(hurriedAddress, patience: "300ms"))
        return """
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            events {}
            http {
            \(scratch)
            keepalive_requests 2;
            proxy_request_buffering \(isBuffering ? "on" : "off");
            \(own)
            \(hurried)
            }
            """
    }

    /// Counts the answers in `bytes` that the gateway gave: nginx speaks HTML.
    static func answersOfGateway(in bytes: [UInt8]) throws -> Int {
        // To a client of HTTP/0.9 it gives the body alone (RFC 1945 §6).
        guard bytes.starts(with: "HTTP/".utf8) else {
            return bytes.isEmpty || bytes.starts(with: "<html>".utf8) ? 0 : 1
        }
        var parser = ResponseParser()
        var bytes = bytes
        return try bytes.withUnsafeMutableBytes { bytes in
            var input = bytes
            var count = 0
            while let response = try parser.next(&input) ?? parser.finish() {
                if response.headers.first("Content-Type") != "text/html" { count += 1 }
            }
            return count
        }
    }
}
