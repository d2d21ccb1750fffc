import Foundation
import HTTP
import Protocol
import Testing

/// The web clients' files (RFC 9110 §8.8.3, §13, §14).
@Suite struct StaticFileTests {
    static let script = "export const answer = 42\n"

    /// A gateway that serves a few files, with a secret beside them.
    private func serving(_ test: (Deployment) async throws -> Void) async throws {
        let folder = Deployment.newFolder()
        let web = folder.appending(path: "web")
        for (path, text) in [
            "web/player/index.html": "player page", "web/tv/index.html": "tv page",
            "web/host/index.html": "host page", "web/shared/app.js": Self.script,
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
                "/tv/\(session)": "tv page", "/host": "host page", "/shared/app.js": Self.script,
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
            #expect(page.headers.contains("Content-Security-Policy"))
        }
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
                "/.hidden", "/%2ehidden", "//secret.txt", "/shared", "/shared/",
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
}
