import Foundation
import HTTP
import Protocol
import Testing

/// Addresses as people type them, with a television's remote among others.
@Suite struct TypedAddressTests {
    private static let session = "0123456789abcdef"

    private func serving(_ test: (Deployment) async throws -> Void) async throws {
        let folder = Deployment.newFolder()
        for page in ["player", "tv", "host", "leaderboard"] {
            let place = folder.appending(path: "web/\(page)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data("\(page) page".utf8).write(to: place.appending(path: "index.html"))
        }
        let deployment = try Deployment(folder: folder) {
            $0.webDirectory = folder.appending(path: "web").path
        }
        try await test(deployment)
        await deployment.stop()
    }

    @Test func `capitals and a slash at the end lead to the page that is meant`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            for (typed, meant) in [
                ("/TV", "/tv"), ("/Tv/", "/tv"), ("/tv/", "/tv"), ("/tv//", "/tv"), ("//TV", "/tv"),
                ("/Host", "/host"), ("/host/?lang=sv&x=%20", "/host?lang=sv&x=%20"),
                ("/TV/\(Self.session)?t=x", "/tv/\(Self.session)?t=x"),
                ("/Join/\(Self.session)/?t=x", "/join/\(Self.session)?t=x"),
                ("/join", "/"), ("/JOIN/", "/"), ("/play", "/"), ("/Play?a=b", "/?a=b"),
                ("/join?code=k7m-wq2", "/K7MWQ2"), ("/join?code=nothing", "/?code=nothing"),
                ("/k7mwq2/", "/k7mwq2"), ("/Leaderboard/tripto/", "/leaderboard/tripto"),
            ] {
                for method in [HTTP.Method.get, .head] {
                    let answer = try await web.call(method, typed)
                    #expect(answer.status == 301, "\(typed)")
                    #expect(answer.headers.first("Location") == meant, "\(typed)")
                }
                let page = try await web.call(.get, meant)
                #expect(page.status == 200 && page.text.hasSuffix(" page"), "\(meant)")
            }
        }
    }

    @Test func `nothing leads to another house, or round in circles`() async throws {
        try await serving { deployment in
            for typed in [
                "//evil.test/tv", "/%2fevil.test", "/TV/x/y", "/nothing/", "/Shared/none.js", "/",
                "/leaderboard/", "/Leaderboard/%0d%0aX:%20y/", "/V1/games", "/tv/nothing",
            ] {
                // Of its own, as one with such a path may be the last on its connection.
                let answer = try await deployment.web().call(.get, typed)
                guard let place = answer.headers.first("Location") else { continue }
                #expect(place == "/leaderboard" && typed == "/leaderboard/", "\(typed) \(place)")
            }
        }
    }

    @Test func `an unknown path is unknown to every method`() async throws {
        try await serving { deployment in
            let web = deployment.web()
            for path in ["/nothing", "/nothing.js", "/shared/none.js", "/K7MWQ", "/TV", "/join"] {
                for method in [
                    HTTP.Method.post, .put, .delete, .options, .patch, .other("BREW"),
                ] {
                    let answer = try await web.call(method, path)
                    #expect(answer.status == 404, "\(method) \(path)")
                    #expect(answer.code == "not_found", "\(method) \(path)")
                }
            }
            #expect(try await web.call(.post, "/tv").status == 405)
            #expect(try await web.call(.post, "/tv/index.html").status == 405)
            #expect(try await web.call(.post, "/K7MWQ2").status == 405)
        }
    }
}
