import HTTP
import Testing

struct ResponseTests {
    static func request(
        _ method: Method = .get,
        minorVersion: Int = 1,
        headers: Headers = ["Host": "a"]
    ) throws -> Request {
        Request(
            method: method,
            target: try RequestTarget("/"),
            minorVersion: minorVersion,
            headers: headers
        )
    }

    static func text(
        _ response: Response,
        for request: Request?,
        date: String? = nil,
        closing: Bool = false
    ) -> (text: String, keepsOpen: Bool) {
        var output: [UInt8] = []
        let keepsOpen = response.serialize(for: request, date: date, closing: closing, to: &output)
        return (String(decoding: output, as: UTF8.self), keepsOpen)
    }

    @Test func `an answer has its length and its date`() throws {
        let response = Response(.ok, type: MediaType.text, body: "hallå")
        let (text, keepsOpen) = Self.text(
            response,
            for: try Self.request(),
            date: "Sun, 06 Nov 1994 08:49:37 GMT"
        )
        #expect(
            text == """
                HTTP/1.1 200 OK\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 6\r
                Date: Sun, 06 Nov 1994 08:49:37 GMT\r
                \r
                hallå
                """
        )
        #expect(keepsOpen)
    }

    @Test func `HEAD gets the length but not the body`() throws {
        let (text, keepsOpen) = Self.text(
            Response(.ok, body: [1, 2, 3]),
            for: try Self.request(.head)
        )
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        #expect(keepsOpen)
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `some answers have no body, whatever a route put there`(status: Status) throws {
        let response = Response(status, headers: ["Content-Length": "9"], body: [1, 2])
        let (text, _) = Self.text(response, for: try Self.request())
        #expect(text == "HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)\r\n\r\n")
    }

    @Test func `a route cannot break the framing`() throws {
        let headers: Headers = ["Content-Length": "99", "Transfer-Encoding": "chunked"]
        let (text, _) = Self.text(
            Response(.ok, headers: headers, body: [0x61]),
            for: try Self.request()
        )
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")
    }

    @Test func `a route's own date gives way to the server's`() throws {
        let response = Response(.noContent, headers: ["Date": "mine"])
        let own = Self.text(response, for: try Self.request()).text
        #expect(own == "HTTP/1.1 204 No Content\r\nDate: mine\r\n\r\n")
        let given = Self.text(response, for: try Self.request(), date: "now").text
        #expect(given == "HTTP/1.1 204 No Content\r\nDate: now\r\n\r\n")
    }

    @Test func `the connection closes when either side wants it`() throws {
        let close = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        let keep = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"
        let plain = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let wanting: Headers = ["Host": "a", "Connection": "close"]
        let keeping: Headers = ["Connection": "keep-alive"]
        let cases: [(Request?, Bool, Response, String, Bool)] = [
            (try Self.request(), false, Response(.ok), plain, true),
            (try Self.request(), true, Response(.ok), close, false),
            (try Self.request(headers: wanting), false, Response(.ok), close, false),
            (try Self.request(minorVersion: 0), false, Response(.ok), close, false),
            (try Self.request(minorVersion: 0, headers: keeping), false, Response(.ok), keep, true),
            (
                try Self.request(), false, Response(.ok, headers: ["Connection": "Close"]), close,
                false
            ),
            (nil, false, Response(.ok), close, false),
        ]
        for (request, closing, response, text, keepsOpen) in cases {
            #expect(Self.text(response, for: request, closing: closing) == (text, keepsOpen))
        }
    }

    @Test func `what to upgrade to is said for this hop`() throws {
        let response = Response(.upgradeRequired, headers: ["Upgrade": "websocket"])
        let (text, keepsOpen) = Self.text(response, for: try Self.request())
        #expect(text.contains("\r\nConnection: Upgrade\r\n") && keepsOpen)
        let last = Self.text(response, for: try Self.request(), closing: true)
        #expect(last.text.contains("\r\nConnection: Upgrade, close\r\n") && !last.keepsOpen)
    }

    @Test func `a switch of protocols keeps its own fields`() throws {
        let headers: Headers = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Content-Length": "0",
        ]
        let (text, keepsOpen) = Self.text(
            Response(.switchingProtocols, headers: headers),
            for: try Self.request(),
            date: "never"
        )
        #expect(
            text
                == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        )
        #expect(!keepsOpen)
    }
}
