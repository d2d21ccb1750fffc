import Foundation
import Glibc
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
            let twice = try await run("import", good, good)
            #expect(twice.status == 1 && twice.output.contains("2 of the files are en/kyoto-two"))
            let own = folder.appending(path: "content").path
            #expect(!FileManager.default.fileExists(atPath: own))
        }

        @Test func `what root puts there is the owner's of the data directory`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            guard geteuid() == 0 else { try Test.cancel("this process may give nothing away") }
            let file = try await write("new.json")
            let nobody = 65_534
            try FileManager.default.setAttributes(
                [.ownerAccountID: nobody],
                ofItemAtPath: folder.path
            )
            #expect(try await run("import", file).status == 0)
            #expect(try await run("retire", "kyoto.sv").status == 0)
            for name in ["content", "content/en", "content/en/kyoto-two.json", "content/retired"] {
                let path = folder.appending(path: name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.ownerAccountID] as? Int == nobody, "\(name)")
            }
        }

        @Test func `what is retired in all languages comes back in all, or not at all`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            #expect(try await run("retire", "kyoto").status == 0)
            let one = try await run("retire", "kyoto.sv", "--undo")
            #expect(one.status == 1 && one.output.contains("in all languages, as kyoto"))
            #expect(try await run("retire", "kyoto", "--undo").status == 0)
            #expect(try await run("retire", "kyoto.sv", "--undo").status == 0)
        }

        @Test func `what is listed names what is retired in vain, and what lies in a wrong place`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = try await write("new.json")
            #expect(try await run("import", file).status == 0)
            let own = folder.appending(path: "content")
            try Data("kyoto # too easy\nkioto\nrome.fi\n".utf8).write(
                to: own.appending(path: "retired")
            )
            try FileManager.default.copyItem(
                at: own.appending(path: "en/kyoto-two.json"),
                to: own.appending(path: "kyoto-two.json")
            )
            let listed = try await run("list")
            #expect(listed.status == 0)
            let told = listed.output.split(separator: "\n").filter { !$0.contains("  ") }
            #expect(told.contains("left out: kyoto-two.json: kyoto-two.en belongs in another file"))
            #expect(told.contains("retired, but there is no such package: kioto"))
            #expect(told.contains("retired, but there is no such package: rome.fi"))
            #expect(told.filter { $0.hasPrefix("retired, but") }.count == 2)
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

        @Test func `all is spoken before anybody plays, as far as it fits, and once`() async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let place = folder.appending(path: "voice/ahead")
            func files() -> [URL] {
                let found = try? FileManager.default.contentsOfDirectory(
                    at: place,
                    includingPropertiesForKeys: [.fileSizeKey, .contentModificationDateKey]
                )
                return (found ?? []).sorted { $0.path < $1.path }
            }
            let first = try await run("voice", "--clips-ahead", "2")
            #expect(first.status == 0, "\(first.output)")
            let ending = #/([0-9]+) of [0-9]{4} clips are there, and the limit of 2 MiB/#
            let said = try #require(first.output.firstMatch(of: ending))
            #expect(
                first.output.contains(#/[0-9]+ of [0-9]{4} clips, [01] MiB\n/#),
                "it tells how far it is"
            )
            let kept = files()
            #expect(kept.count == Int(said.output.1) && kept.count >= 2)
            let bytes = try kept.reduce(0) {
                $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
            }
            #expect(bytes <= 2 << 20)
            let inodes = try kept.map {
                try FileManager.default.attributesOfItem(atPath: $0.path)[.systemFileNumber] as? Int
            }
            let second = try await run("voice", "--clips-ahead", "2")
            #expect(second.status == 0 && files() == kept)
            #expect(
                try kept.map {
                    try FileManager.default.attributesOfItem(atPath: $0.path)[.systemFileNumber]
                        as? Int
                } == inodes,
                "nothing is spoken twice"
            )

            let list = open(place.path, O_RDONLY | O_DIRECTORY)
            defer { close(list) }
            #expect(flock(list, LOCK_EX) == 0)
            let beside = try await run("voice", "--clips-ahead", "2")
            #expect(beside.status == 69)
            #expect(beside.output.contains("another process fills \(place.path)"))
            #expect(try await run("voice", "--clips-ahead", "0").status == 64)
            #expect(try await run("voice", "--clips-ahead", "-1").status == 64)
            let mute = try await run("voice", "--voice", "none")
            #expect(mute.status == 69 && mute.output.contains("no voice: nothing is spoken"))
        }

        @Test func `a person approves a text, and another text is approved no more`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            func row(_ id: String) async throws -> String {
                let listed = try await run("list").output.split(separator: "\n")
                return String(try #require(listed.first { $0.hasPrefix("\(id) ") }))
            }
            let file = try await write("new.json")
            #expect(try await run("import", file).status == 0)
            #expect(!(try await row("kyoto-two.en")).contains("approved"))
            let approved = try await run("approve", "kyoto-two.en", "--by", "Ada L")
            #expect(approved.status == 0 && approved.output.contains("kyoto-two.en is approved"))
            let list = folder.appending(path: "content/approved")
            let line = try String(contentsOf: list, encoding: .utf8)
            #expect(line.wholeMatch(of: #/kyoto-two\.en [0-9a-f]{32} [^ ]+Z Ada L\n/#) != nil)
            #expect(try await row("kyoto-two.en").contains(" approved "))
            #expect(try await run("approve", "kyoto.sv").status == 0, "a bundled one too")
            #expect(try await row("kyoto.sv").contains(" approved "))
            let json = try await run("list", "--json").output
            #expect(json.ranges(of: "\"approved\":true").count == 2)

            let other = try await write("other.json") {
                $0.replacing("zeppelins", with: "airships")
            }
            #expect(try await run("import", other).status == 0)
            #expect(try await row("kyoto-two.en").contains(" earlier text "))
            #expect(try await run("approve", "kyoto-two.en").status == 0)
            #expect(try await row("kyoto-two.en").contains(" approved "))
            let back = try await run("approve", "kyoto-two.en", "--undo")
            #expect(back.status == 0 && back.output.contains("is approved no more"))
            #expect(!(try await row("kyoto-two.en")).contains("approved"))
            #expect(try String(contentsOf: list, encoding: .utf8).hasPrefix("kyoto.sv "))

            for wrong in [
                ["atlantis.sv"], ["kyoto"], ["../kyoto.sv"], ["kyoto.sv", "--by", "a\nb"],
                ["kyoto.sv", "--by", String(repeating: "a", count: 41)],
            ] {
                let refused = try await GatewayProcess.run(
                    ["content", "approve"] + wrong + ["--data-dir", folder.path]
                )
                #expect(refused.status == 64, "\(wrong)")
            }
        }

        @Test func `of a gateway that wants a person's word nothing else is offered`() async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(
                folder,
                environment: ["GATEWAY_CONTENT_APPROVED_ONLY": "true"]
            )
            func offers(_ sv: Int, _ en: Int) async throws -> Bool {
                let web = Web(address)
                for _ in 0..<300 {
                    var totals: [Int64] = []
                    for locale in ["sv", "en"] {
                        let path = "/v1/games/tripto/themes?locale=\(locale)"
                        totals.append(try await web.call(.get, path).json.int("total"))
                    }
                    if totals == [Int64(sv), Int64(en)] { return true }
                    try await Task.sleep(for: .milliseconds(100))
                }
                return false
            }
            #expect(try await offers(0, 0), "nobody has approved what comes along")
            #expect(try await run("approve", "kyoto.sv").status == 0)
            #expect(try await offers(1, 0))
            let file = try await write("new.json")
            #expect(try await run("import", file).status == 0)
            #expect(try await run("approve", "kyoto-two.en").status == 0)
            #expect(try await offers(1, 1))
            let other = try await write("other.json") {
                $0.replacing("zeppelins", with: "airships")
            }
            #expect(try await run("import", other).status == 0)
            #expect(try await offers(1, 0), "another text is approved no more")
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        /// As the page does: who changes the folder by what it holds is alone with it.
        @Test(arguments: [["approve", "kyoto.sv"], ["retire", "kyoto.sv"], ["import"]])
        func `a command waits for whoever changes the folder`(_ command: [String]) async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = try await write("new.json")
            let own = folder.appending(path: "content")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let list = open(own.path, O_RDONLY | O_DIRECTORY)
            defer { close(list) }
            #expect(flock(list, LOCK_EX) == 0)
            let words = command == ["import"] ? ["import", file] : command
            let process = try GatewayProcess(["content"] + words + ["--data-dir", folder.path])
            try await Task.sleep(for: .seconds(4))
            #expect(try FileManager.default.contentsOfDirectory(atPath: own.path).isEmpty)
            #expect(flock(list, LOCK_UN) == 0)
            #expect(try await process.status() == 0)
            #expect(!(try FileManager.default.contentsOfDirectory(atPath: own.path)).isEmpty)
        }
    }
}
