import Foundation
import ProviderStand
import TestSupport
import Testing
import Transport

extension ProcessTests {
    /// Packages made by the command, from a theme to a gateway that plays them, against providers on this machine.
    @Blocking @Suite struct MakeContentTests {
        private static let theme = "zeppelins"
        private let folder = Deployment.newFolder()

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func arguments(_ stand: ProviderStand, count: Int) -> [String] {
            [
                "content", "make", "--theme", Self.theme, "--count", "\(count)", "--locale",
                "sv,en",
                "--model", "m", "--model-url", "\(stand.url)/v1", "--knowledge-url",
                "\(stand.url)/knowledge", "--data-dir", folder.path,
            ]
        }

        private func files(_ locale: String) -> [String] {
            let path = folder.appending(path: "content/\(locale)").path
            return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        @Test
        func
            `twenty are made though it is killed twice, none is lost or made twice, and all are offered`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 44))
            let (gateway, address) = try await GatewayProcess.serving(folder)
            var told: Set<String> = []
            for made in [4, 9] {
                let process = try GatewayProcess(arguments(stand, count: 20))
                var count = 0
                while count < made, let line = try await process.line() {
                    guard line.hasPrefix("made ") else { continue }
                    count += 1
                    told.insert(line)
                }
                process.signal(SIGKILL)
                #expect(try await process.status() != 0)
                #expect(count == made)
            }
            #expect(!files("en").isEmpty && files("en").count < 20)
            let outcome = try await GatewayProcess.run(arguments(stand, count: 20))
            #expect(outcome.status == 0, "\(outcome.output)")
            let lines = Set(
                outcome.output.split(separator: "\n").map { String($0) }.filter {
                    $0.hasPrefix("made ")
                }
            )
            #expect(lines.count == 20 && lines.isSuperset(of: told))
            #expect(outcome.output.contains("20 of 20 made; "))
            #expect(!outcome.output.contains("failed"))
            #expect(files("en").count == 20 && files("sv") == files("en"))
            // Each text was asked for once, but for a step that was under way at a kill.
            #expect((40...42).contains(stand.calls.count { $0.task == "texts" }))
            #expect((20...22).contains(stand.calls.count { $0.task == "frame" } / 2))

            let paths = ["en", "sv"].flatMap { locale in
                files(locale).map { folder.appending(path: "content/\(locale)/\($0)").path }
            }
            let checked = try await GatewayProcess.run(["content", "check"] + paths)
            #expect(checked.status == 0, "\(checked.output)")
            try await expectOffered(20, address)
            gateway.signal(SIGTERM)
            #expect(try await gateway.status() == 0)
        }

        private func expectOffered(_ count: Int, _ address: SocketAddress) async throws {
            let web = Web(address)
            var heard = ""
            for _ in 0..<300 {
                let answer = try await web.call(
                    .get,
                    "/v1/games/tripto/themes?locale=en&theme=\(Self.theme)"
                )
                heard = answer.text
                if heard.contains("\"matching\":\(count)") { return }
                try await Task.sleep(for: .milliseconds(100))
            }
            Issue.record("\(heard)")
        }

        @Test func `what goes wrong is one line, and never the key`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 1)) { call, _ in
                call.task == "www.wikidata.org" ? .honest : .status(401, retryAfter: nil)
            }
            let file = folder.appending(path: "key").path
            try Data("s3cret-key\n".utf8).write(to: URL(filePath: file))
            let refused = try await GatewayProcess.run(
                arguments(stand, count: 1) + ["--model-key-file", file]
            )
            #expect(refused.status == 69)
            #expect(refused.output.contains("does not accept the key"))
            #expect(refused.output.contains("it goes on from here"))
            #expect(!refused.output.contains("s3cret"))
            #expect(refused.output.split(separator: "\n").count == 1)
            #expect(stand.calls.last?.key == "Bearer s3cret-key")

            let away = try await GatewayProcess.run([
                "content", "make", "--theme", "sea", "--model", "m", "--data-dir", folder.path,
                "--model-url", "nonsense",
            ])
            #expect(away.status == 64 && away.output.contains("GATEWAY_MODEL_URL"))
            let nameless = try await GatewayProcess.run([
                "content", "make", "--theme", "sea", "--data-dir", folder.path,
            ])
            #expect(nameless.status == 64 && nameless.output.contains("GATEWAY_MODEL"))
            let wish = try await GatewayProcess.run([
                "content", "make", "--theme", "sea", "--locale", "fi", "--model", "m", "--data-dir",
                folder.path,
            ])
            #expect(wish.status == 64)
        }

        @Test func `what could not be made is named with its check, and another place is taken`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 2)) { call, _ in
                call.task == "texts" && call.user.contains(World.value(0, "P112"))
                    ? .text("no JSON") : .honest
            }
            let outcome = try await GatewayProcess.run(arguments(stand, count: 1))
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("failed \(World.name(0).lowercased()): "))
            #expect(outcome.output.contains("[broken-json] The answer is not JSON."))
            #expect(files("en") == ["\(World.name(1).lowercased()).json"])
        }
    }
}
