import Foundation
import Gateway
import Protocol
import TestSupport
import Testing

extension ProcessTests {
    /// The program below a prefix of its own, without the folder that it was built in.
    @Suite struct InstallationTests {
        private let prefix = Deployment.newFolder()

        private var share: URL { prefix.appending(path: "share/tripto-gateway") }
        private var data: String { prefix.appending(path: "data").path }

        /// Copies it first: what stands behind a link is found as well, and would be the build.
        private var shell: String {
            #"mkdir -p \#(prefix.path)/bin; cp "$0" \#(prefix.path)/bin/; exec \#(prefix.path)/bin/gatewayd "$@""#
        }

        private func put(_ name: String) throws {
            let place = share.appending(path: name)
            let files = FileManager.default
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            switch name {
            case "web":
                try Data("<h1>installed</h1>".utf8).write(to: place.appending(path: "index.html"))
            case _:
                try files.removeItem(at: place)
                try files.copyItem(
                    at: Self.tree.appending(path: "Sources/Games/Tripto/Content/Bundled"),
                    to: place
                )
                try files.copyItem(
                    at: Self.tree.appending(path: "Sources/Games/NameThatTune/Bundled/tunes"),
                    to: place.appending(path: "tunes")
                )
            }
        }

        private static let tree = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()

        @Test(arguments: ["web", "content"]) func `what an installation lacks is named, with 78`(
            missing: String
        ) async throws {
            defer { try? FileManager.default.removeItem(at: prefix) }
            for name in ["web", "content"] where name != missing { try put(name) }
            let process = try GatewayProcess(
                ["serve", "--listen", "127.0.0.1:0", "--data-dir", data],
                shell: "mkdir -p \(share.path); " + shell
            )
            var output = ""
            while let line = try await process.line() { output += line + "\n" }
            #expect(try await process.status() == 78)
            #expect(
                output.contains("no folder \(share.appending(path: missing).path)"),
                "\(output)"
            )
            #expect(!output.contains("listening"))
        }

        @Test func `what is installed beside the program is what it serves`() async throws {
            defer { try? FileManager.default.removeItem(at: prefix) }
            for name in ["web", "content"] { try put(name) }
            let (process, address) = try await GatewayProcess.serving(
                prefix.appending(path: "data"),
                shell: shell
            )
            let web = Web(address)
            #expect(try await web.call(.get, "/index.html").text == "<h1>installed</h1>")
            #expect(try await web.call(.post, "/v1/sessions").status == 201)
            #expect(try await web.call(.get, "/healthz").text == "ok\n\(Product.version)\n")
            let metrics = try await web.call(.get, "/metrics").text
            for name in [
                "cpu_seconds_total", "max_fds", "open_fds", "resident_memory_bytes",
                "start_time_seconds",
            ] {
                #expect(metrics.contains("\nprocess_\(name) "), "\(name)")
            }
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `packages that are given take the place of the bundled ones`() async throws {
            defer { try? FileManager.default.removeItem(at: prefix) }
            let missing = prefix.appending(path: "none").path
            let outcome = try await GatewayProcess.run(
                [
                    "serve", "--listen", "127.0.0.1:0", "--data-dir", data, "--content-dir",
                    missing,
                ]
            )
            #expect(outcome.status == 78)
            #expect(outcome.output.contains("the packages in \(missing) cannot be listed"))
        }
    }
}
