import Foundation
import HTTP
import Protocol
import ProviderStand
import Testing
import Transport

extension ProcessTests {
    /// Packages that a host orders, made by a gateway that serves, against providers on this machine.
    @Suite struct OrderTests {
        private let folder = Deployment.newFolder()

        private func serving(
            _ stand: ProviderStand,
            _ more: [String] = []
        ) async throws -> (process: GatewayProcess, web: Web) {
            let providers = [
                "--model", "m", "--model-url", "\(stand.url)/v1", "--knowledge-url",
                "\(stand.url)/knowledge", "--content-orders", "5",
            ]
            let (process, address) = try await GatewayProcess.serving(folder, providers + more)
            return (process, Web(address))
        }

        /// - Returns: the path of its orders, and the host's token.
        private func session(
            _ web: Web,
            _ settings: JSONValue = ["locale": "en"]
        ) async throws -> (path: String, host: String) {
            let made = try await web.call(.post, "/v1/sessions", ["settings": settings]).json
            return (
                "/v1/sessions/\(try made.text("sessionId"))", try made.text("hostAuthToken")
            )
        }

        private func ended(_ web: Web, _ path: String, _ host: String) async throws -> JSONValue {
            for _ in 0..<600 {
                let orders = try await web.call(.get, "\(path)/orders", bearer: host).json
                guard let order = orders.at("orders.0") else { break }
                if !["waiting", "making"].contains(try order.text("state")) { return order }
                try await Task.sleep(for: .milliseconds(100))
            }
            Issue.record("the order comes to no end")
            return .null
        }

        @Test func `what a host orders is made once, offered by its theme, and shown beforehand`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 8))
            let (process, web) = try await serving(stand)
            #expect(try await web.call(.get, "/v1/games").text.contains("\"takesOrders\":true"))
            let (path, host) = try await session(web)
            let order: JSONValue = ["theme": "zeppelins", "locale": "en"]
            for _ in 0..<2 {
                let answer = try await web.call(.post, "\(path)/orders", order, bearer: host)
                #expect(answer.status == 202)
            }
            let made = try await ended(web, path, host)
            #expect(try made.text("state") == "made", "\(made)")
            #expect(stand.calls.count { $0.task == "texts" } == 1)
            #expect(!stand.calls.contains { $0.task == "guesses" })
            // A host with that theme finds it, and sees all of it before it is played.
            let name = try await shown(web, theme: "zeppelins")
            #expect((0..<8).map { World.name($0) }.contains(name))
            let (other, stranger) = try await session(web)
            let none = try await web.call(.get, "\(other)/orders", bearer: stranger)
            #expect(none.text == "{\"orders\":[]}")

            // The same words again are another place.
            #expect(try await web.call(.post, "\(path)/orders", order, bearer: host).status == 202)
            #expect(try await ended(web, path, host).text("state") == "made")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "content/en").path
            )
            #expect(files.count == 2)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        /// The library looks at its folder every few seconds.
        private func shown(_ web: Web, theme: String) async throws -> String {
            for _ in 0..<300 {
                let offer = try await web.call(
                    .get,
                    "/v1/games/tripto/themes?locale=en&theme=\(theme)"
                )
                if try offer.json.int("matching") > 0 { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            let settings: JSONValue = ["locale": "en", "theme": .string(theme)]
            let (path, host) = try await session(web, settings)
            for _ in 0..<100 {
                let state = try await web.call(.get, "\(path)/state", bearer: host).json
                if let name = state.at("secret.destination.name")?.string { return name }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("nothing is shown")
            return ""
        }

        @Test func `a provider that is away is told, and what was begun goes on when it is back`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let order: JSONValue = ["theme": "zeppelins", "locale": "sv"]
            let broken = try ProviderStand(World(count: 4)) { call, _ in
                call.task == "frame" ? .status(401, retryAfter: nil) : .honest
            }
            let (first, web) = try await serving(broken, ["--content-approved-only"])
            let (path, host) = try await session(web)
            #expect(try await web.call(.post, "\(path)/orders", order, bearer: host).status == 202)
            let failed = try await ended(web, path, host)
            #expect(try failed.text("trouble") == "provider_away")
            #expect(failed.at("awaitsApproval") == true)
            first.signal(SIGTERM)
            #expect(try await first.status() == 0)

            let stand = try ProviderStand(World(count: 4))
            let (second, again) = try await serving(stand)
            #expect(
                try await again.call(.post, "\(path)/orders", order, bearer: host).status == 202
            )
            #expect(try await ended(again, path, host).text("state") == "made")
            #expect(stand.calls.count { $0.task == "texts" } == 0, "those are kept")
            second.signal(SIGTERM)
            #expect(try await second.status() == 0)
        }

        /// A theme is a setting, which everybody reads.
        @Test func `a place that its theme names is none that is made`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 4))
            let (process, web) = try await serving(stand)
            let (path, host) = try await session(web)
            let theme = "the harbour of \(World.name(0).uppercased())"
            let order: JSONValue = ["theme": .string(theme), "locale": "en"]
            #expect(try await web.call(.post, "\(path)/orders", order, bearer: host).status == 202)
            #expect(try await ended(web, path, host).text("state") == "made")
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: "content/en").path
            )
            #expect(files.count == 1 && files != ["\(World.name(0).lowercased()).json"])
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `only a host may order, in words and languages that something can be made of`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            let stand = try ProviderStand(World(count: 4))
            let (process, web) = try await serving(stand)
            let (path, host) = try await session(web)
            let orders = "\(path)/orders"
            let wrong: [JSONValue] = [
                [:], ["theme": "sea"], ["locale": "en"], ["theme": "", "locale": "en"],
                ["theme": "sea", "locale": "fi"], ["theme": "…!", "locale": "en"],
                ["theme": .string(String(repeating: "a", count: 81)), "locale": "en"],
                ["theme": "fuck them all", "locale": "en"],
                ["theme": "call 070-1234567", "locale": "en"], ["theme": 3, "locale": "en"],
                ["theme": "sea", "locale": "en", "count": 100],
            ]
            for body in wrong {
                let answer = try await web.call(.post, orders, body, bearer: host)
                #expect(answer.status == 400, "\(body)")
            }
            #expect(try await web.call(.post, orders, wrong[4], bearer: host).field == "locale")
            #expect(try await web.call(.post, orders, wrong[0]).status == 401)
            #expect(try await web.call(.get, orders).status == 401)
            let (_, other) = try await session(web)
            let order: JSONValue = ["theme": "sea", "locale": "en"]
            #expect(try await web.call(.post, orders, order, bearer: other).status == 401)
            #expect(stand.calls.isEmpty)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
        }

        @Test func `without a wish of the operator's nothing is made to order`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (process, address) = try await GatewayProcess.serving(folder)
            let web = Web(address)
            #expect(!(try await web.call(.get, "/v1/games").text.contains("takesOrders")))
            let (path, host) = try await session(web)
            let order: JSONValue = ["theme": "sea", "locale": "en"]
            #expect(try await web.call(.post, "\(path)/orders", order, bearer: host).status == 404)
            #expect(try await web.call(.get, "\(path)/orders", bearer: host).status == 404)
            process.signal(SIGTERM)
            #expect(try await process.status() == 0)
            for (value, name) in [
                ("-1", "--content-orders"), ("many", "--content-orders"), ("1", "--model"),
            ] {
                let refused = try await GatewayProcess.run([
                    "serve", "--listen", "127.0.0.1:0", "--data-dir", folder.path,
                    "--content-orders=\(value)",
                ])
                #expect(refused.status == 64 && refused.output.contains(name), "\(refused.output)")
            }
        }
    }
}
