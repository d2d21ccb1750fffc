import HTTP
import Testing

struct RequestParserTests {
    var parser = RequestParser(limits: RequestLimits())

    @Test mutating func `a request is read with all its parts`() throws {
        let text = """
            POST /v1/sessions?name=A%20b&x HTTP/1.1\r
            Host: play.test:8080\r
            content-TYPE:application/json \t\r
            X-Empty:\r
            Content-Length: 4\r
            \r
            {  }
            """
        let read = try parser.request(text)
        let request = try #require(read)
        #expect(request.method == .post)
        #expect(request.target.path == "/v1/sessions")
        #expect(request.target.queryValue("name") == "A b")
        #expect(request.minorVersion == 1)
        #expect(request.headers.first("Content-Type") == "application/json")
        #expect(request.headers.first("x-empty") == "")
        #expect(request.headers.first("missing") == nil)
        #expect(request.body == Array("{  }".utf8))
        #expect(request.keepAlive)
    }

    @Test mutating func `pipelined requests come out one by one`() {
        let get = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        let post = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        let parsed = parser.read(get + post + get)
        let body: Headers = ["Host": "a", "Content-Length": "3"]
        #expect(
            parsed == [.get("/1"), .request("POST", "/2", body, Array("abc".utf8)), .get("/1")]
        )
        #expect(parser.isIdle)
    }

    @Test mutating func `chunks are put together, their extensions and trailers dropped`() {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
        let chunks = "5;a=\"b\"\r\nhello\r\n00A\r\n, chunked!\r\n0\r\nX-Sum: 7\r\n\r\n"
        let parsed = parser.read(head + chunks + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
        let headers: Headers = ["Host": "a", "Transfer-Encoding": "Chunked"]
        #expect(
            parsed == [
                .request("PUT", "/", headers, Array("hello, chunked!".utf8)), .get("/next"),
            ]
        )
    }

    /// RFC 9112 §7.1: zeros before a size, §7.1.1: blanks, tokens and quoted strings behind it.
    @Test(arguments: [
        "00000000000000000005", "5;a", "5;a=b;c", "5 ; a = b\t;\tc", "5;a=\"\"",
        "5;a=\"x;\\\"=\t\\\\å\"",
        "5;a=\"x\" ;b",
    ])
    mutating func `whatever the grammar of a chunk allows is taken`(size: String) {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let headers: Headers = ["Host": "a", "Transfer-Encoding": "chunked"]
        let parsed = parser.read(head + size + "\r\nhello\r\n000;last\r\n\r\n")
        #expect(parsed == [.request("PUT", "/", headers, Array("hello".utf8))])
    }

    /// RFC 9112 §3 and §3.2.4, RFC 9110 §2.5.
    @Test mutating func `a line of 8 000 bytes is taken, a later minor version, and a star`() throws
    {
        let long = "/" + String(repeating: "a", count: 8000 - "GET / HTTP/1.1".utf8.count)
        let parsed = parser.read("GET \(long) HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(parsed == [.get(long)])
        for digit in 2...9 {
            let request = try parser.request("GET / HTTP/1.\(digit)\r\nHost: a\r\n\r\n")
            #expect(request?.minorVersion == 1 && request?.keepAlive == true)
        }
        let star = try parser.request("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(star?.method == .options && star?.target.path == "/")
        let named = parser.read("GET http://a/x HTTP/1.1\r\nHost:\r\n\r\n")
        #expect(named == [.get("/x", ["Host": ""])] || named == [.get("http://a/x", ["Host": ""])])
    }

    @Test mutating func `a chunked body may fill the limit to the byte, no more`() {
        var small = RequestParser(limits: RequestLimits(maxBodyBytes: 4))
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let headers: Headers = ["Host": "a", "Transfer-Encoding": "chunked"]
        let full = small.read(head + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n")
        #expect(full == [.request("PUT", "/", headers, Array("abcd".utf8))])
        let tooFull = small.read(head + "2\r\nab\r\n3\r\n")
        #expect(tooFull == [.refused(.bodyTooLarge)])
    }

    @Test mutating func `a body whose length is told may fill the limit to the byte, no more`() {
        var small = RequestParser(limits: RequestLimits(maxBodyBytes: 4))
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: "
        let full = small.read(head + "4\r\n\r\nabcd")
        let headers: Headers = ["Host": "a", "Content-Length": "4"]
        #expect(full == [.request("PUT", "/", headers, Array("abcd".utf8))])
        let tooFull = small.read(head + "5\r\n\r\n")
        #expect(tooFull == [.refused(.bodyTooLarge)])
    }

    @Test mutating func `what follows an upgrade is not touched`() throws {
        var bytes = Array(
            "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: x, Upgrade\r\nUpgrade: websocket\r\n\r\n"
                .utf8
        )
        let frame: [UInt8] = [0x81, 0x80, 1, 2, 3, 4]
        bytes += frame
        let rest = try bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            guard case .request(let request) = try parser.next(&input) else {
                Issue.record("no request")
                return [UInt8]()
            }
            #expect(request.headers.contains("Upgrade"))
            return Array(input)
        }
        #expect(rest == frame)
    }

    @Test mutating func `a client that waits is asked to go on`() {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n"
        let headers: Headers = ["Host": "a", "Expect": "100-Continue", "Content-Length": "2"]
        let first = parser.read(head)
        #expect(first == [.continueExpected])
        #expect(!parser.isIdle)
        let second = parser.read("ab")
        #expect(second == [.request("PUT", "/", headers, Array("ab".utf8))])
        let atOnce = parser.read(head + "ab")
        #expect(atOnce == [.request("PUT", "/", headers, Array("ab".utf8))])
    }

    @Test mutating func `nobody waits for an empty body, nor in HTTP 1·0`() {
        let empty = parser.read("GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n")
        #expect(empty == [.get("/", ["Host": "a", "Expect": "100-continue"])])
        let old = parser.read("PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        #expect(old == [])
    }

    @Test(arguments: [
        ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
        ("1.1", "Connection: foo, CLOSE\r\n", false), ("1.1", "Connection: closed\r\n", true),
        ("1.1", "Connection: keep-alive\r\nConnection: close\r\n", false), ("1.0", "", false),
        ("1.0", "Connection: Keep-Alive\r\n", true),
        ("1.0", "Connection: keep-alive, close\r\n", false),
    ])
    mutating func `who keeps the connection`(version: String, line: String, keeps: Bool) throws {
        let request = try parser.request("GET / HTTP/\(version)\r\nHost: a\r\n\(line)\r\n")
        #expect(request?.keepAlive == keeps)
    }

    @Test mutating func `a parser is idle until a request begins`() {
        #expect(parser.isIdle)
        var parsed = parser.read("\r\n")
        #expect(parsed == [] && parser.isIdle)
        parsed = parser.read("G")
        #expect(parsed == [] && !parser.isIdle)
        parsed = parser.read("ET / HTTP/1.1\r\nHost: a\r\n\r\n\r\n")
        #expect(parsed == [.get("/")] && parser.isIdle)
        parsed = parser.read("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(parsed == [.get("/")] && parser.isIdle)
    }

    @Test func `limits hold to the byte`() {
        let text = "GET /1234 HTTP/1.1\r\nHost: a\r\n\r\n"
        let exact = RequestLimits(
            maxLineBytes: "GET /1234 HTTP/1.1".utf8.count,
            maxHeaderBytes: "Host: a\r\n\r\n".utf8.count,
            maxBodyBytes: 0,
            maxHeaders: 1
        )
        var parser = RequestParser(limits: exact)
        #expect(parser.read(text + "\r\n" + text) == [.get("/1234"), .get("/1234")])
        for (change, reason) in [
            ({ $0.maxHeaderBytes -= 1 }, RequestError.Reason.headTooLarge),
            ({ $0.maxHeaders -= 1 }, .tooManyHeaders),
            ({ $0.maxLineBytes -= 1 }, .targetTooLong),
        ] as [((inout RequestLimits) -> Void, RequestError.Reason)] {
            var limits = exact
            change(&limits)
            var parser = RequestParser(limits: limits)
            #expect(parser.read(text) == [.refused(reason)])
        }
    }

    @Test func `a copy of a parser goes its own way`() {
        var one = RequestParser(limits: RequestLimits())
        #expect(one.read("GET /a") == [])
        var two = one
        #expect(two.read("b HTTP/1.1\r\nHost: a\r\n\r\n") == [.get("/ab")])
        #expect(one.read("c HTTP/1.1\r\nHost: a\r\n\r\n") == [.get("/ac")])
    }

    @Test func `a parser at rest is small`() {
        #expect(MemoryLayout<RequestParser>.size <= 64)
    }
}
