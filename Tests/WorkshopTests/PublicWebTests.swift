import Making
import ProviderStand
import Testing

@testable import Workshop

/// A reader of strangers' addresses, with servers that lead it astray.
@Suite struct PublicWebTests {
    private static let limits = WebLimits(bytes: 1 << 20, ms: 900_000)

    private func web(_ stand: WebStand) throws -> PublicWeb {
        try PublicWeb(home: try #require(WebBase(stand.url)), client: "us/1")
    }

    private func fault(_ web: PublicWeb, _ address: String) async -> WebFault? {
        await fault(web, WebRequest(address))
    }

    private func fault(_ web: PublicWeb, _ request: WebRequest) async -> WebFault? {
        do throws(WebFault) {
            _ = try await web.read(request, within: Self.limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a page is read with its kind, and a redirect at home is followed`() async throws {
        let stand = try WebStand { call in
            switch call.path {
            case "/start": .page(302, [], headers: ["Location": "/next?a=b"])
            case "/next":
                .page(200, type: "Audio/MP4; x=y", [1, 2, 3], headers: ["Retry-After": "7"])
            case _: .page(404, [])
            }
        }
        let page = try await web(stand).read("\(stand.url)/start", within: Self.limits)
        #expect(page.status == 200 && page.mediaType == "audio/mp4" && page.body == [1, 2, 3])
        #expect(page.retryAfterSeconds == 7)
        #expect(stand.calls.last?.query == ["a": "b"])
        #expect(try await web(stand).read("\(stand.url)/none", within: Self.limits).status == 404)
    }

    @Test func `no address and no redirect leads into a private network`() async throws {
        let other = try WebStand { _ in .page(200, [1]) }
        let stand = try WebStand { call in
            call.path == "/round"
                ? .page(302, [], headers: ["Location": "/round"])
                : .page(302, [], headers: ["Location": other.url + "/x"])
        }
        let web = try web(stand)
        for address in [
            "\(stand.url)/away", "\(stand.url)/round", "\(other.url)/x", "https://127.0.0.1:1/",
            "https://localhost:1/", "https://[::1]/", "https://10.0.0.1/", "https://192.168.1.1/",
            "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/", "file:///etc/passwd", "ftp://a/",
            "", "https://", "http://a b/", "https://user@127.0.0.1/", "//127.0.0.1/",
            "https://\(String(repeating: "a", count: 3_000))",
        ] {
            #expect(await fault(web, address) == .forbidden, "\(address)")
        }
        #expect(other.calls.isEmpty)
        #expect(stand.calls.count { $0.path == "/round" } == 4, "three redirects are followed")
    }

    @Test func `a stranger leads nobody back home`() throws {
        let home = "http://10.0.0.5:8080"
        let web = try PublicWeb(home: try #require(WebBase(home)), client: "us/1")
        let homes = web.homes(of: WebRequest("\(home)/a"))
        #expect(throws: WebFault.forbidden) { try web.place(of: "\(home)/a", homes: []) }
        #expect(try web.place(of: "\(home)/a", homes: homes).path == "/a")
        let elsewhere = try web.place(of: "https://example.org", homes: [])
        #expect(elsewhere.path == "/")
    }

    @Test func `a pass and a form reach the operator's servers, and nobody else`() async throws {
        let (pass, key) = (WebPass(bearer: "t0ken"), WebPass(basic: "app:s3cret"))
        let accounts = try WebStand { call in
            call.path == "/away"
                ? .page(307, [], headers: ["Location": "/api/token"])
                : .page(200, Array("\(call.form ?? "")".utf8))
        }
        let stand = try WebStand { call in
            switch call.path {
            case "/away": .page(302, [], headers: ["Location": "\(accounts.url)/x"])
            case "/round": .page(302, [], headers: ["Location": "/end"])
            case _: .page(200, [1])
            }
        }
        let (home, second) = (WebBase(stand.url), WebBase(accounts.url))
        let web = try PublicWeb(home: try #require(home), accounts: second, client: "us/1")
        let form = WebRequest("\(accounts.url)/api/token", pass: key, form: "a=b")
        #expect(try await web.read(form, within: Self.limits).body == Array("a=b".utf8))
        let sent = try #require(accounts.calls.last)
        #expect(sent.authorization == "Basic YXBwOnMzY3JldA==" && sent.form == "a=b")
        let round = WebRequest("\(stand.url)/round", pass: pass)
        #expect(try await web.read(round, within: Self.limits).status == 200)
        #expect(stand.calls.map(\.path) == ["/round", "/end"])
        #expect(stand.calls.allSatisfy { $0.authorization == "Bearer t0ken" && $0.form == nil })
        for request in [
            WebRequest("\(stand.url)/away", pass: pass),
            WebRequest("\(accounts.url)/away", pass: key, form: "a=b"),
            WebRequest("\(accounts.url)/away", form: "a=b"),
            // Answers lead nobody to the accounts' server, and strangers are told nothing.
            WebRequest("\(stand.url)/away"), WebRequest("\(accounts.url)/x"),
            WebRequest("https://nobody.invalid/", pass: pass),
            WebRequest("https://nobody.invalid/", form: "a=b"),
        ] {
            #expect(await fault(web, request) == .forbidden, "\(request.address)")
        }
        #expect(accounts.calls.map(\.path) == ["/api/token", "/away", "/away"])
    }

    @Test func `a pass is what a header can carry, and never printed`() throws {
        let pass = try #require(WebPass(basic: "app:s3cret"))
        for text in ["\(pass)", String(reflecting: WebRequest("a", pass: pass))] {
            #expect(!text.contains("s3cret") && !text.contains("YXBw"), "\(text)")
        }
        var dumped = ""
        dump(WebRequest("a", pass: pass), to: &dumped)
        #expect(!dumped.contains("YXBw"))
        for text in [
            "", ":", "a:", ":b", "ab", "a:b c", "a:b\n", "a:ö",
            "a:" + String(repeating: "b", count: 5_000),
        ] {
            #expect(WebPass(basic: text) == nil, "\(text)")
        }
        for text in ["", "a b", "a\r\nX: y", "å"] { #expect(WebPass(bearer: text) == nil) }
    }

    @Test func `a body without end and silence have their limits`() async throws {
        let stand = try WebStand { call in
            call.path == "/endless" ? .endless(type: "text/plain") : .silence
        }
        let web = try web(stand)
        #expect(await fault(web, "\(stand.url)/endless") == .tooLarge)
        do throws(WebFault) {
            _ = try await web.read("\(stand.url)/", within: WebLimits(bytes: 10, ms: 300))
            Issue.record("silence is no page")
        } catch {
            #expect(error == .slow)
        }
        let gone = try PublicWeb(home: try #require(WebBase("http://127.0.0.1:1")), client: "us/1")
        #expect(await fault(gone, "http://127.0.0.1:1/") == .away)
    }
}
