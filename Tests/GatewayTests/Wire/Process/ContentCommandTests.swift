import Foundation
import TestSupport
import Testing

extension ProcessTests {
    /// Commands by which an operator handles packages, beside a gateway that serves.
    @Blocking @Suite struct ContentCommandTests {
        private let folder = Deployment.newFolder()

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func run(_ arguments: String...) async throws -> GatewayProcess.Outcome {
            try await GatewayProcess.run(["content"] + arguments + ["--data-dir", folder.path])
        }

        /// A bundled package under another name, with a theme of its own.
        private func write(
            _ name: String,
            _ change: (String) -> String = { $0 }
        ) async throws -> String {
            let text = try await run("export", "kyoto.en").output
                .replacing("\"kyoto.en\"", with: "\"kyoto-two.en\"")
                .replacing("\"id\": \"kyoto\"", with: "\"id\": \"kyoto-two\"")
                .replacing("\"temples\"", with: "\"zeppelins\"")
            let path = folder.appending(path: name).path
            try Data(change(text).utf8).write(to: URL(filePath: path))
            return path
        }

        @Test func `a file is checked, and its faults are named with line and rule`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let good = try await write("good.json")
            #expect(try await GatewayProcess.run(["content", "check", good]).status == 0)
            let leaking = try await write("leaking.json") {
                $0.replacing("Lower your voices", with: "Off to Kyoto")
            }
            let leak = try await GatewayProcess.run(["content", "check", good, leaking])
            #expect(leak.status == 1)
            let text = try String(contentsOfFile: leaking, encoding: .utf8)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.firstIndex { $0.contains("\"intro\"") }) + 1
            #expect(
                leak.output.contains("\(leaking):\(line): error intro [name] The text says Kyoto.")
            )
            let misspelt = try await write("misspelt.json") {
                $0.replacing("\"banter\"", with: "\"chatter\"")
            }
            let spelling = try await GatewayProcess.run(["content", "check", misspelt])
            #expect(spelling.status == 1)
            #expect(spelling.output.contains("chatter is no key of a round package"))
            let missing = folder.appending(path: "nothing.json").path
            let nothing = try await GatewayProcess.run(["content", "check", missing])
            #expect(nothing.status == 1 && nothing.output.contains("\(missing): "))
            let imported = try await run("import", good, leaking)
            #expect(imported.status == 1 && imported.output.contains("nothing was imported"))
            let own = folder.appending(path: "content").path
            #expect(!FileManager.default.fileExists(atPath: own))
        }

        @Test func `what is imported is played without a restart, until it is retired`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(folder)
            func offered(_ count: Int) async throws -> Bool {
                let web = Web(address)
                for _ in 0..<300 {
                    let answer = try await web.call(
                        .get,
                        "/v1/games/tripto/themes?locale=en&theme=zeppelins"
                    )
                    if answer.text.contains("\"matching\":\(count)") { return true }
                    try await Task.sleep(for: .milliseconds(100))
                }
                return false
            }
            #expect(try await offered(0))
            let file = try await write("new.json")
            let imported = try await run("import", file)
            #expect(imported.status == 0, "\(imported.output)")
            #expect(try await offered(1), "the gateway that serves reads it")
            let exported = try await run("export", "kyoto-two.en")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(
                exported.output.trimmingCharacters(in: .newlines)
                    == text.trimmingCharacters(in: .newlines)
            )
            let listed = try await run("list")
            let row = listed.output.split(separator: "\n").first { $0.hasPrefix("kyoto-two.en ") }
            let cells = try #require(row).split(separator: " ").map { String($0) }
            #expect(cells == ["kyoto-two.en", "en", "normal", "own", "folder", "0"])
            #expect(listed.output.contains("\nkyoto.sv "))

            #expect(try await run("retire", "kyoto-two.en").status == 0)
            #expect(try await offered(0), "the gateway that serves sees it")
            #expect(try await run("list").output.contains("retired"))
            #expect(try await run("retire", "kyoto-two.en", "--undo").status == 0)
            #expect(try await offered(1))
            #expect(try await run("retire", "atlantis").status == 64)
            #expect(try await run("export", "atlantis.sv").status == 64)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `what is played is counted`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stats = try await run("stats")
            #expect(stats.status == 0)
            let rows = stats.output.split(separator: "\n").map {
                $0.split(separator: " ").map { String($0) }
            }
            let listed = try await run("list").output.split(separator: "\n").dropFirst()
            #expect(rows.contains(["all", "\(listed.count)"]))
            for locale in ["en", "sv"] {
                let count = listed.count {
                    $0.split(separator: " ").dropFirst().first == locale[...]
                }
                #expect(rows.contains(["locale", locale, "\(count)"]))
            }
            #expect(rows.contains { $0.starts(with: ["continent", "europe"]) })
            #expect(rows.contains { $0.starts(with: ["difficulty", "hard"]) })
            let json = try await run("list", "--json")
            #expect(json.output.hasPrefix("[{\"id\":\"agra.en\",\"locale\":\"en\""))
        }
    }
}
