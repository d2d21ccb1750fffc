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

        /// As other commands, and the page: who changes the folder by what it holds is alone with it.
        @Test func `what is made waits for whoever changes the folder`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 4))
            let own = folder.appending(path: "content")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let list = open(own.path, O_RDONLY | O_DIRECTORY)
            defer { close(list) }
            #expect(flock(list, LOCK_EX) == 0)
            var facts = stat()
            #expect(fstat(list, &facts) == 0)
            let process = try GatewayProcess(arguments(stand, count: 1))
            // The kernel tells who waits for a lock on which file.
            func isAwaited() throws -> Bool {
                try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                    .contains { $0.contains("-> FLOCK") && $0.contains(":\(facts.st_ino) ") }
            }
            let deadline = ContinuousClock.now + .seconds(120)
            while try !isAwaited() {
                try #require(ContinuousClock.now < deadline, "nobody waits for the lock")
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(files("en").isEmpty && files("sv").isEmpty)
            #expect(flock(list, LOCK_UN) == 0)
            #expect(try await process.status() == 0)
            #expect(files("en").count == 1 && files("sv") == files("en"))
        }

        /// The machine's Redis hands the places out; one of two workers is killed while it has one.
        @Test func `twenty are made by several, of whom one is killed, and each is made once`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let redis = try PrivateRedis()
            defer { redis.kill() }
            let stand = try ProviderStand(World(count: 44))
            let sharing = ["--redis-url", redis.url]
            let providers = ["--model", "m"] + Array(arguments(stand, count: 20).suffix(6))
            let workers = try (0..<2).map { _ in
                try GatewayProcess(["content", "work"] + providers + sharing)
            }
            let maker = try GatewayProcess(
                arguments(stand, count: 20) + ["--players", "1"] + sharing
            )
            // The first worker has done some, and is in the middle of another.
            for _ in 0..<2 {
                let line = try await workers[0].line()
                #expect(line?.hasPrefix("did zeppelins-20-sv-en/") == true, "\(line ?? "")")
            }
            while try pending(redis) < 3 { try await Task.sleep(for: .milliseconds(5)) }
            workers[0].signal(SIGKILL)
            #expect(try await workers[0].status() != 0)
            #expect(files("en").count < 20)

            var made: [String] = []
            while let line = try await maker.line() {
                if line.hasPrefix("made ") { made.append(line) }
                #expect(!line.hasPrefix("failed "), "\(line)")
            }
            #expect(try await maker.status() == 0)
            #expect(made.count == 20 && Set(made).count == 20)
            #expect(files("en").count == 20 && files("sv") == files("en"))
            // Each step was asked for once, but for the one that was under way at the kill.
            #expect((40...41).contains(stand.calls.count { $0.task == "texts" }))
            #expect((40...41).contains(stand.calls.count { $0.task == "frame" }))
            #expect(try redis.command(["XLEN", "{making}:jobs"]) == "0")
            #expect(try pending(redis) == 0)
            let ended = try redis.command(["HVALS", "{making}:run:zeppelins-20-sv-en"])
            #expect(
                ended.split(separator: "\n").map { String($0) }
                    == Array(repeating: "ended", count: 20)
            )
            workers[1].signal(SIGTERM)
            _ = try await workers[1].status()
        }

        private func pending(_ redis: PrivateRedis) throws -> Int {
            let text = try redis.command(["XPENDING", "{making}:jobs", "workers"])
            return text.split(separator: "\n").first.flatMap { Int($0) } ?? 0
        }

        @Test func `a Redis that is away is one line, and a ticket that is none is taken down`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let redis = try PrivateRedis()
            defer { redis.kill() }
            let stand = try ProviderStand(World(count: 6))
            let sharing = ["--redis-url", redis.url]
            for fields in [
                ["run", "../..", "job", "x"], ["run", "nowhere", "job", "x"], ["a", "b"],
            ] {
                try redis.command(
                    ["XADD", "{making}:jobs", "*"] + fields
                        + ["players", "1", "calls", "9", "tokens", "9"]
                )
            }
            let outcome = try await GatewayProcess.run(
                arguments(stand, count: 1) + ["--players", "0"] + sharing
            )
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(files("en").count == 1)
            #expect(try redis.command(["XLEN", "{making}:jobs"]) == "0")
            redis.kill()
            let away = try await GatewayProcess.run(
                arguments(stand, count: 2) + ["--players", "0"] + sharing
            )
            #expect(away.status == 69, "\(away.output)")
            #expect(away.output.contains("the Redis for the jobs can't be reached"))
            let lonely = try await GatewayProcess.run(
                ["content", "work", "--model", "m", "--data-dir", folder.path]
            )
            #expect(lonely.status == 64 && lonely.output.contains("GATEWAY_REDIS_URL"))
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

        /// It is written anew once, which changes nothing of what these players know.
        @Test func `what a person should read again is told, and what is as it should be is not`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let name = World.name(0)
            let known = try ProviderStand(World(count: 1)) { call, _ in
                call.task == "guesses" ? .text("{\"guess\":\"\(name)\"}") : .honest
            }
            let easy = try await GatewayProcess.run(
                arguments(known, count: 1) + ["--players", "2"]
            )
            #expect(easy.status == 0, "\(easy.output)")
            let lines = easy.output.split(separator: "\n")
            for locale in ["sv", "en"] {
                let file = "\(locale)/\(name.lowercased()).json"
                #expect(lines.contains("review \(file): 2 of 2 players knew the place at 10."))
            }
            #expect(files("en").count == 1, "it is made all the same")
            try FileManager.default.removeItem(at: folder)

            let stand = try ProviderStand(World(count: 1))
            let plain = try await GatewayProcess.run(arguments(stand, count: 1))
            #expect(plain.status == 0 && plain.output.contains("1 of 1 made; "))
            #expect(!plain.output.contains("review "))
        }

        @Test func `there are no more players than nine, and none is a number too`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 1))
            for wrong in ["-1", "10"] {
                let refused = try await GatewayProcess.run(
                    arguments(stand, count: 1) + ["--players=\(wrong)"]
                )
                #expect(refused.status == 64 && refused.output.contains("--players: 0 to 9"))
            }
            #expect(stand.calls.isEmpty && files("en").isEmpty)
            for count in [0, 9] {
                try? FileManager.default.removeItem(at: folder)
                let outcome = try await GatewayProcess.run(
                    arguments(stand, count: 1) + ["--players", "\(count)"]
                )
                #expect(outcome.status == 0, "\(outcome.output)")
                let file = folder.appending(path: "content/en/\(World.name(0).lowercased()).json")
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.contains("\"measured\"") == (count > 0))
                #expect(text.contains(#/"players" ?: ?9/#) == (count == 9))
            }
        }
    }
}
