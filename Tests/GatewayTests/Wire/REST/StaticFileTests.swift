import ExampleGame
import Foundation
import Gateway
import HTTP
import Protocol
import Testing

/// The web clients' files (RFC 9110 §8.8.3, §13, §14).
@Suite struct StaticFileTests {
    static let script = "export const answer = 42\n"
    static let worker = "self.onfetch = () => {}\n"
    static let long = String(repeating: script, count: 100)

    /// A gateway that serves a few files, with a secret beside them.
    private func serving(_ test: (Deployment) async throws -> Void) async throws {
        let folder = Deployment.newFolder()
        let web = folder.appending(path: "web")
        for (path, text) in [
            "web/player/index.html": "player page", "web/tv/index.html": "tv page",
            "web/host/index.html": "host page<!-- accounts --><script>a()</script>",
            "web/shared/app.js": Self.script,
            "web/player/worker.js": Self.worker, "web/shared/long.js": Self.long,
            "web/shared/missing.en.html": "missing page",
            "web/shared/missing.sv.html": "ingen sida", "web/shared/page.html": "a page",
            "web/.hidden": "hidden", "secret.txt": "outside",
        ] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let deployment = try Deployment(folder: folder) { $0.webDirectory = web.path }
        try await test(deployment)
        await deployment.stop()
    }

    @Test func `each role has its page`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let session = "0123456789abcdef"
            let pages = [
                "/": "player page", "/join/\(session)": "player page", "/tv": "tv page",
                "/tv/\(session)": "tv page", "/host": "host page<script>a()</script>",
                "/k7mwq2": "player page", "/K7M-WQ2": "player page",
                "/shared/app.js": Self.script,
            ]
            for (path, text) in pages {
                let answer = try await web.call(.get, path + "?t=x")
                #expect(answer.status == 200 && answer.text == text, "\(path)")
                #expect(answer.headers.first("X-Content-Type-Options") == "nosniff")
            }
            let script = try await web.call(.get, "/shared/app.js")
            #expect(script.headers.first("Content-Type")?.hasPrefix("text/javascript") == true)
            let page = try await web.call(.get, "/host")
            #expect(page.headers.first("Content-Type")?.hasPrefix("text/html") == true)
            let policy = page.headers.first("Content-Security-Policy")
            let sockets = "connect-src 'self' ws://gateway.test ws://play.test; "
            #expect(policy?.contains(sockets) == true)
            // A script of the page itself runs, and none that was put there: `a()` by its SHA-256.
            let digest = "qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4="
            #expect(policy?.contains("script-src 'self' 'sha256-\(digest)'; ") == true)
            let bare = try await web.call(.get, "/tv").headers.first("Content-Security-Policy")
            #expect(bare?.contains("script-src 'self'; ") == true)
        }
    }

    @Test func `hosted games' pages are served, and the player's page names the first's`()
        async throws
    {
        let folder = Deployment.newFolder()
        for (path, text) in [
            "web/player/index.html": "<head><!-- games --></head>",
            "web/games/tripto/player.js": Self.script, "web/games/tripto/tv.js": Self.script,
            "web/games/tripto/host/form.js": Self.script, "web/games/tripto/a/b.css": "",
            "web/games/absent/player.js": Self.script, "elsewhere/player.js": Self.script,
            "elsewhere/tv/picture.svg": "<svg/>",
        ] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        var quiz = HostedGame.hosting(Quiz.self)
        quiz.pages = folder.appending(path: "elsewhere").path
        let deployment = try Deployment(folder: folder, others: [quiz]) {
            $0.webDirectory = folder.appending(path: "web").path
        }
        let web = deployment.web()
        let page = try await web.call(.get, "/")
        #expect(
            page.text == """
                <head><link rel="preload" as="style" href="/games/tripto/a/b.css" fetchpriority="low">
                  <link rel="modulepreload" href="/games/tripto/player.js" fetchpriority="low"></head>
                """
        )
        for (path, status) in [
            "/games/tripto/tv.js": 200, "/games/tripto/host/form.js": 200,
            "/games/quiz/player.js": 200, "/games/quiz/tv/picture.svg": 200,
            "/games/absent/player.js": 404, "/games/quiz/tv.js": 404, "/games/quiz": 404,
        ] {
            #expect(try await web.call(.get, path).status == status, "\(path)")
        }
        await deployment.stop()
    }

    @Test func `a file that has not changed is not sent again`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let first = try await web.call(.get, "/shared/app.js")
            let tag = try #require(first.headers.first("ETag"))
            for match in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let answer = try await web.call(
                    .get,
                    "/shared/app.js",
                    headers: [("If-None-Match", match)]
                )
                #expect(answer.status == 304 && answer.body.isEmpty, "\(match)")
                #expect(answer.headers.first("ETag") == tag)
            }
            let answer = try await web.call(
                .get,
                "/shared/app.js",
                headers: [("If-None-Match", "\"x\"")]
            )
            #expect(answer.status == 200 && answer.text == Self.script)
        }
    }

    @Test func `a part of a file is sent where it is asked for`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let total = Self.script.utf8.count
            let parts = [
                ("bytes=0-5", 206, "export", "bytes 0-5/\(total)"),
                ("bytes=-3", 206, "42\n", "bytes \(total - 3)-\(total - 1)/\(total)"),
                ("bytes=\(total)-", 416, "", "bytes */\(total)"),
                ("lines=1-2", 200, Self.script, nil), ("bytes=5-2", 200, Self.script, nil),
            ]
            for (range, status, text, contentRange) in parts {
                let answer = try await web.call(.get, "/shared/app.js", headers: [("Range", range)])
                #expect(answer.status == status && answer.text == text, "\(range)")
                #expect(answer.headers.first("Content-Range") == contentRange, "\(range)")
            }
            let stale = try await web.call(
                .get,
                "/shared/app.js",
                headers: [("Range", "bytes=0-5"), ("If-Range", "\"old\"")]
            )
            #expect(stale.status == 200 && stale.text == Self.script)
        }
    }

    @Test func `nothing outside the folder, and nothing hidden, is served`() async throws {
        try await serving { deployment in
            let paths = [
                "/../secret.txt", "/%2e%2e/secret.txt", "/shared/../../secret.txt",
                "/shared/%2e%2e/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
                "/.hidden", "/%2ehidden", "//secret.txt", "/player", "/player/",
                "/\\..\\secret.txt",
                "/shared/app.js%00.html", "/etc/passwd", "//etc/passwd", "/gateway.sqlite",
            ]
            for path in paths {
                let answer = try await deployment.web().call(.get, path)
                #expect(answer.status == 404 || answer.status == 400, "\(path) \(answer.status)")
                #expect(!answer.text.contains("outside") && !answer.text.contains("hidden"))
            }
        }
    }

    @Test func `where nothing is a browser gets a page, and a program a line`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let asked = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]
            for path in ["/nothing", "/shared/none.js", "/K7MWQ", "/K7MWQ22", "/K7MWQ2/x"] {
                let page = try await web.call(.get, path, headers: asked)
                #expect(page.status == 404 && page.text == "missing page", "\(path)")
                #expect(page.headers.first("Content-Type")?.hasPrefix("text/html") == true)
                #expect(page.headers.contains("Content-Security-Policy"))
                let swedish = asked + [("Accept-Language", "sv-SE,sv;q=0.9,en;q=0.5")]
                let own = try await web.call(.get, path, headers: swedish)
                #expect(own.status == 404 && own.text == "ingen sida", "\(path)")
                #expect(own.headers.first("Content-Language") == "sv")
                #expect(own.headers.first("Vary") == "Accept, Accept-Language")
                let line = try await web.call(.get, path, headers: [("Accept", "*/*")])
                #expect(line.status == 404 && line.text == "There is no such page.\n", "\(path)")
            }
            #expect(try await web.call(.post, "/K7MWQ2").status == 405)
            #expect(try await web.call(.get, "/v1/K7MWQ2", headers: asked).status == 404)
        }
    }

    @Test func `what is text is sent smaller to whoever takes it so`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let path = "/shared/long.js"
            let small = [("Accept-Encoding", "br, gzip;q=0.8")]
            let plain = try await web.call(.get, path)
            let gzip = try await web.call(.get, path, headers: small)
            #expect(plain.text == Self.long && !plain.headers.contains("Content-Encoding"))
            #expect(gzip.headers.first("Content-Encoding") == "gzip")
            #expect(
                gzip.body.starts(with: [0x1F, 0x8B]) && gzip.body.count < Self.long.utf8.count / 4
            )
            for answer in [plain, gzip] {
                #expect(answer.headers.first("Vary") == "Accept-Encoding")
            }
            let tags = try [plain, gzip].map { try #require($0.headers.first("ETag")) }
            #expect(tags[0] != tags[1])

            for (tag, status) in zip(tags, [200, 304]) {
                let match = [("If-None-Match", tag)]
                #expect(try await web.call(.get, path, headers: small + match).status == status)
            }
            let part = try await web.call(.get, path, headers: small + [("Range", "bytes=0-5")])
            #expect(part.status == 206 && part.text == "export")
            let none = try await web.call(.get, path, headers: [("Accept-Encoding", "gzip;q=0")])
            #expect(none.text == Self.long)
        }
    }

    @Test func `the worker knows what it belongs to`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            let page = try await web.call(.get, "/")
            let release = try #require(page.headers.first("Web-Release"))
            let worker = try await web.call(.get, "/worker.js")
            #expect(worker.text == "const RELEASE = \"\(release)\";\n" + Self.worker)
        }
    }
}
