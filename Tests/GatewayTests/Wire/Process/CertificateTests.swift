import Foundation
import HTTP
import OpenSSL
import Protocol
import TestSupport
import Testing
import Transport

extension ProcessTests {
    /// Certificates are renewed while people play.
    @Suite struct CertificateTests {
        static let sockets = 40

        @Test func `SIGHUP takes a new certificate into use and drops nobody`() async throws {
            let folder = Deployment.newFolder()
            let (old, new) = (try Certificate(), try Certificate())
            defer {
                for folder in [folder, old.folder, new.folder] {
                    try? FileManager.default.removeItem(at: folder)
                }
            }
            let files = try Files(in: folder)
            try files.put(certificate: old, key: old)
            let (process, address) = try await GatewayProcess.serving(folder, files.options)
            let (trustsOld, trustsNew) = (try Self.trust(old), try Self.trust(new))
            let web = Web(address, tls: trustsOld)
            let created = try await web.call(.post, "/v1/sessions").json
            let session = try created.text("sessionId")
            var clients: [RawSocket] = []
            for _ in 1...Self.sockets {
                clients.append(
                    try await RawSocket(address, session: session, tls: trustsOld)
                )
            }
            let host = clients[0]
            host.hello("HOST", try created.text("hostAuthToken"))
            try await host.next("STATE_SNAPSHOT")

            // Half of a renewal, and none at all, leave things as they are.
            try files.put(certificate: new, key: old)
            try await reload(process, "the old ones stay")
            try files.put(garbage: "-----BEGIN CERTIFICATE-----\nnone\n")
            try await reload(process, "the old ones stay")
            try await expect(address, serves: trustsOld, not: trustsNew)

            try files.put(certificate: new, key: new)
            try await reload(process, "certificates read anew")
            try await expect(address, serves: trustsNew, not: trustsOld)
            // A ticket that the old certificate came with is of no use, and in nobody's way.
            try await expect(address, serves: trustsNew, not: trustsOld)

            for client in clients { _ = try await client.caughtUp() }
            #expect(try await web.call(.get, "/healthz").status == 200)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        /// Its standard input stays open, as at a terminal: who read a passphrase there would wait for ever.
        @Test func `an encrypted key is no reason to wait for somebody`() async throws {
            let shell = #"exec "$0" "$@" < <(exec sleep 120 >/dev/null 2>&1)"#
            let folder = Deployment.newFolder()
            let certificate = try Certificate()
            defer {
                certificate.remove()
                try? FileManager.default.removeItem(at: folder)
            }
            let files = try Files(in: folder)
            try files.put(certificate: certificate, key: certificate)
            let (process, address) = try await GatewayProcess.serving(
                folder,
                files.options,
                shell: shell
            )
            let encrypted = try certificate.encryptedKeyFile()
            try Data(contentsOf: URL(filePath: encrypted)).write(to: files.key)
            try await reload(process, "the old ones stay: \(files.key.path): is encrypted")
            let trusted = try Self.trust(certificate)
            #expect(try await Web(address, tls: trusted).call(.get, "/healthz").status == 200)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)

            let again = try GatewayProcess(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path] + files.options,
                shell: shell
            )
            var said: [String] = []
            while let line = try await again.line() { said.append(line) }
            #expect(try await again.status() == 78)
            #expect(said.count { $0.contains("\(files.key.path): is encrypted") } == 1, "\(said)")
        }

        @Test func `a certificate that soon expires is warned of`() async throws {
            let folder = Deployment.newFolder()
            let (short, long) = (try Certificate(days: 5), try Certificate(days: 90))
            defer {
                for folder in [folder, short.folder, long.folder] {
                    try? FileManager.default.removeItem(at: folder)
                }
            }
            let files = try Files(in: folder)
            try files.put(certificate: long, key: long)
            let (process, address) = try await GatewayProcess.serving(
                folder,
                files.options + ["--shards", "1"]
            )
            // The loop that answers has looked at the first certificate before.
            let trusted = try Self.trust(long)
            #expect(try await Web(address, tls: trusted).call(.get, "/healthz").status == 200)
            try files.put(certificate: short, key: short)
            process.signal(SIGHUP)
            var warnings: [String] = []
            while let line = try await process.line() {
                guard line.contains("TLS certificate") else { continue }
                warnings.append(line)
                process.signal(SIGTERM)
            }
            let warning = try #require(warnings.first)
            // In its first second it has five whole days before it.
            #expect(warning.contains("in 4 days") || warning.contains("in 5 days"), "\(warning)")
            #expect(warnings.count == 1)
            #expect(try await process.status() == 0)
        }

        @Test func `a probe says whether a gateway is ready, in plain text and over TLS`()
            async throws
        {
            let folders = [Deployment.newFolder(), Deployment.newFolder()]
            let certificate = try Certificate()
            defer {
                for folder in folders + [certificate.folder] {
                    try? FileManager.default.removeItem(at: folder)
                }
            }
            let files = try Files(in: folders[0])
            try files.put(certificate: certificate, key: certificate)
            let (secure, secureAt) = try await GatewayProcess.serving(folders[0], files.options)
            let (plain, plainAt) = try await GatewayProcess.serving(folders[1])
            for words in [["--listen", "\(plainAt)"], ["--listen", "\(secureAt)", "--tls"]] {
                let outcome = try await GatewayProcess.run(["probe"] + words)
                #expect(outcome.status == 0, "\(outcome.output)")
                #expect(outcome.output.hasPrefix("200 {\"status\":\"ready\""), "\(outcome.output)")
            }
            for process in [secure, plain] {
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }
            let outcome = try await GatewayProcess.run(["probe", "--listen", "\(plainAt)"])
            #expect(outcome.status == 69)
            #expect(outcome.output.contains("\(plainAt): "), "\(outcome.output)")
        }

        @Test func `tickets are good until the certificate is renewed, and harmless then`()
            async throws
        {
            let folder = Deployment.newFolder()
            let certificate = try Certificate()
            defer {
                for folder in [folder, certificate.folder] {
                    try? FileManager.default.removeItem(at: folder)
                }
            }
            let files = try Files(in: folder)
            try files.put(certificate: certificate, key: certificate)
            let (process, address) = try await GatewayProcess.serving(folder, files.options)
            let trust = try TLSContext.client(
                .authorities(file: certificate.certificateFile),
                resumes: true
            )
            for _ in 1...2 {
                for _ in 1...2 {
                    let answer = try await Web(address, tls: trust).call(.get, "/healthz")
                    #expect(answer.status == 200)
                }
                try await reload(process, "certificates read anew")
            }
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `TLS 1-2 is there for who asks for it`() async throws {
            let certificate = try Certificate()
            defer { certificate.remove() }
            let openssl = "openssl s_client -tls1_2 </dev/null 2>&1 -connect"
            for (more, expected) in [
                ([], "alert protocol version"),
                (["--tls-profile", "modern"], "alert protocol version"),
                (["--tls-profile", "intermediate"], "New, TLSv1.2"),
            ] {
                let folder = Deployment.newFolder()
                defer { try? FileManager.default.removeItem(at: folder) }
                let (process, address) = try await GatewayProcess.serving(
                    folder,
                    ["--tls-cert", certificate.certificateFile, "--tls-key", certificate.keyFile]
                        + more
                )
                let output = try await Self.run("\(openssl) \(address) || true")
                #expect(output.contains(expected), "\(more) \(output)")
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }
        }

        @Blocking private static func run(_ command: String) throws -> String {
            try Command.run("/bin/bash", ["-c", command])
        }

        private static func trust(_ certificate: Certificate) throws -> TLSContext {
            try .client(.authorities(file: certificate.certificateFile))
        }

        /// Has the certificates read, and waits for what the log says of it.
        private func reload(_ process: GatewayProcess, _ said: String) async throws {
            process.signal(SIGHUP)
            while let line = try await process.line() {
                guard line.contains("certificates") else { continue }
                #expect(line.contains(said), "\(line)")
                return
            }
            Issue.record("nothing was said of the certificates")
        }

        private func expect(
            _ address: SocketAddress,
            serves trusted: TLSContext,
            not other: TLSContext
        ) async throws {
            let answer = try await Web(address, tls: trusted).call(.get, "/healthz")
            #expect(answer.status == 200)
            await #expect(throws: Web.Gone.self) {
                try await Web(address, tls: other).call(.get, "/healthz")
            }
        }
    }

    /// The files that a gateway reads, replaced under its feet.
    private struct Files {
        let certificate: URL
        let key: URL

        var options: [String] { ["--tls-cert", certificate.path, "--tls-key", key.path] }

        init(in folder: URL) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            certificate = folder.appending(path: "certificate.pem")
            key = folder.appending(path: "key.pem")
        }

        func put(certificate other: Certificate, key keyOwner: Certificate) throws {
            try Data(contentsOf: URL(filePath: other.certificateFile)).write(to: certificate)
            try Data(contentsOf: URL(filePath: keyOwner.keyFile)).write(to: key)
        }

        func put(garbage: String) throws {
            try Data(garbage.utf8).write(to: certificate)
        }
    }
}
