import Foundation
import HTTP
import Protocol
import Testing

extension ProcessTests {
    /// Protocol §1: several token secrets, the first signs and all verify.
    @Suite struct SecretTests {
        /// A secret in a file with these permissions.
        private func secret(_ number: UInt8, in folder: URL, mode: Int = 0o600) throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: "secret \(number)").path
            try Data(repeating: number, count: 32).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }

        @Test func `tokens outlive a new secret, as long as the old one is given too`() async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (old, new) = (try secret(1, in: folder), try secret(2, in: folder))
            var party: JSONValue = .null
            for (files, status) in [([old], 200), ([new, old], 200), ([new], 401)] {
                let (process, address) = try await GatewayProcess.serving(
                    folder,
                    files.flatMap { ["--token-secret-file", $0] }
                )
                let web = Web(address)
                if party == .null { party = try await web.call(.post, "/v1/sessions").json }
                let path = "/v1/sessions/\(try party.text("sessionId"))"
                let token: JSONValue = ["tvJoinToken": .string(try party.text("tvJoinToken"))]
                #expect(try await web.call(.post, "\(path)/tv", token).status == status, "\(files)")
                process.signal(SIGTERM)
                #expect(try await process.status() == 0)
            }
        }

        @Test func `the variable names files, or is the secret itself`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let (one, two) = (try secret(1, in: folder), try secret(2, in: folder))
            let short = folder.appending(path: "short").path
            try Data("short".utf8).write(to: URL(filePath: short))
            let missing = folder.appending(path: "a-path-of-more-than-32-bytes").path
            let shut = folder.appending(path: "shut").path
            try FileManager.default.createSymbolicLink(atPath: shut, withDestinationPath: missing)
            for (value, named) in [
                (one, nil), ("\(one),\(two)", nil), ("\(one), \(two)", nil),
                ("\(one),\(short)", "file 2 of 2 that GATEWAY_TOKEN_SECRET names has 5 bytes"),
                ("a secret with a / in it and more than 32 bytes", nil),
                // A secret may look like a path: none is repeated.
                (missing, "file 1 of 1"), (shut, "file 1 of 1"),
                ("\(one),\(missing)", "file 2 of 2"),
                ("./a/path/of/more/than/32/bytes/for/a/secret", "file 1 of 1"),
                ("../a/path/of/more/than/32/bytes/for/a/secret", "file 1 of 1"),
                ("a secret, with a comma and more than 32 bytes", "file 1 of 2"),
                (",", "names no file"),
                ("too short and no file", "21 bytes"),
            ] as [(String, String?)] {
                // An address that is not ours: it ends when it has come so far.
                let outcome = try await GatewayProcess.run(
                    ["--data-dir", folder.path, "--listen", "192.0.2.1:80"],
                    environment: ["GATEWAY_TOKEN_SECRET": value]
                )
                #expect(outcome.status == 78)
                #expect(
                    outcome.output.contains(named ?? "192.0.2.1:80"),
                    "\(value) \(outcome.output)"
                )
                for told in ["a secret, with", "a-path-of", "a/path/of"] {
                    #expect(!outcome.output.contains(told), "\(outcome.output)")
                }
            }
        }

        @Test func `an operator's token is long enough, and is never repeated`() async throws {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = try secret(1, in: folder)
            try Data("a-token-of-the-operator\n".utf8).write(to: URL(filePath: path))
            for (name, value, named) in [
                ("_FILE", path, "192.0.2.1:80"), ("", "a-token-of-the-operator", "192.0.2.1:80"),
                ("", "/a-token-of-the-operator", "192.0.2.1:80"),
                ("", "too-short-a-token", "the operator's token"),
                ("", "a token with blanks in it", "the operator's token"),
                ("", path, "GATEWAY_OPERATOR_TOKEN_FILE takes that"),
                ("_FILE", path + "x", "GATEWAY_OPERATOR_TOKEN_FILE names is not there"),
            ] {
                let outcome = try await GatewayProcess.run(
                    ["--data-dir", folder.path, "--listen", "192.0.2.1:80"],
                    environment: ["GATEWAY_OPERATOR_TOKEN\(name)": value]
                )
                #expect(outcome.status == 78)
                #expect(outcome.output.contains(named), "\(outcome.output)")
                for told in ["too-short-a", "with blanks", "a-token-of"] {
                    #expect(!outcome.output.contains(told), "\(outcome.output)")
                }
            }
        }

        @Test func `a secret that others can read is warned of, one they can write is refused`()
            async throws
        {
            let folder = Deployment.newFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            for (mode, said, mayServe) in [
                (0o600, "", true), (0o640, "", true), (0o644, "can be read by everybody", true),
                (0o622, "can be written by everybody", false),
            ] {
                let path = try secret(3, in: folder, mode: mode)
                let outcome = try await GatewayProcess.run([
                    "--data-dir", folder.path, "--listen", "192.0.2.1:80", "--token-secret-file",
                    path,
                ])
                #expect(outcome.status == 78)
                #expect(
                    outcome.output.contains("\(path) \(said)") == !said.isEmpty,
                    "\(outcome.output)"
                )
                #expect(outcome.output.contains("192.0.2.1:80") == mayServe, "\(outcome.output)")
            }
        }
    }
}
