extension HostileRequest {
    static let all =
        lengths + transferEncodings + chunkedBodies + fields + requestLines + targets + hosts
        + connections

    /// RFC 9112 §6.2, §6.3.
    static let lengths: [HostileRequest] = [
        .post("Content-Length: 2\r\nContent-Length: 3", "{}", .closes(400)),
        .post("Content-Length: 0\r\nContent-Length: 2", "{}", .closes(400)),
        .post("Content-Length: 2\r\nContent-Length: 2", "{}", .closes(400)),
        .post("Content-Length: 2\r\ncontent-length: 66", "{}", .closes(400)),
        .post("Content-Length: 2, 2", "{}", .closes(400)),
        .post("Content-Length: 2,", "{}", .closes(400)),
        .post("Content-Length: +2", "{}", .closes(400)),
        .post("Content-Length: -2", "{}", .closes(400)),
        .post("Content-Length: 2 2", "{}", .closes(400)),
        .post("Content-Length: 0x2", "{}", .closes(400)),
        .post("Content-Length: 2.0", "{}", .closes(400)),
        .post("Content-Length: 2e0", "{}", .closes(400)),
        .post("Content-Length: 1_0", "{}", .closes(400)),
        .post("Content-Length: \"2\"", "{}", .closes(400)),
        .post("Content-Length: 2;a", "{}", .closes(400)),
        .post("Content-Length: ２", "{}", .closes(400)),
        .post("Content-Length:", "{}", .closes(400)),
        .post("Content-Length: \u{B}2", "{}", .closes(400)),
        .post("Content-Length: 2\u{0}", "{}", .closes(400)),
        .post("Content-Length : 2", "{}", .closes(400)),
        .post("Content-Length\t: 2", "{}", .closes(400)),
        .post("Content-Length\u{0}: 2", "{}", .closes(400)),
        .post("X: y\r\n Content-Length: 2", "{}", .closes(400)),
        .post("X: y\nContent-Length: 2", "{}", .closes(400)),
        .post("X: y\rContent-Length: 2", "{}", .closes(400)),
        .post("Content-Length: 4294967298", "{}", .closes(413)),
        .post("Content-Length: 9223372036854775808", "{}", .closes(400)),
        .post("Content-Length: 18446744073709551618", "{}", .closes(400)),
        .post("Content-Length: 0000000002", "{}", .goesOn(201)),
        .post("Content-Length:2", "{}", .goesOn(201)),
        .post("CONTENT-length: \t2 \t", "{}", .goesOn(201)),
        .post("Content_Length: 66", "", .goesOn(201)),
        .post("Content-Length-: 66", "", .goesOn(201)),
        .get("Content-Length: \(behind.utf8.count)", .swallows(200)),
    ]

    /// RFC 9112 §6.1, §6.3, §11.2.
    static let transferEncodings: [HostileRequest] =
        [
            ("Transfer-Encoding: chunked\r\nContent-Length: 2", 400),
            ("Content-Length: 2\r\nTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding: chunked\r\nContent-Length: 0", 400),
            ("Transfer-Encoding: identity\r\nContent-Length: 2", 400),
            ("Transfer-Encoding: chunked, chunked", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", 400),
            ("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", 501),
            ("Transfer-Encoding: chunked, gzip", 400), ("Transfer-Encoding: gzip, chunked", 501),
            ("Transfer-Encoding: gzip", 501), ("Transfer-Encoding: identity", 501),
            ("Transfer-Encoding: xchunked", 501), ("Transfer-Encoding: chunked2", 501),
            ("Transfer-Encoding: \"chunked\"", 501), ("Transfer-Encoding: chunked;q=1", 501),
            ("Transfer-Encoding: chunked chunked", 501), ("Transfer-Encoding: chun ked", 501),
            ("Transfer-Encoding: chunked,", 400), ("Transfer-Encoding: ,chunked", 400),
            ("Transfer-Encoding: chunked, ,", 400), ("Transfer-Encoding:", 400),
            ("Transfer-Encoding: chunked\r\nTransfer-Encoding:", 400),
            ("Transfer-Encoding: \u{B}chunked", 400), ("Transfer-Encoding: chunked\u{B}", 400),
            ("Transfer-Encoding: \u{C}chunked", 400), ("Transfer-Encoding: chunked\u{0}", 400),
            ("Transfer-Encoding: \u{A0}chunked", 501), ("Transfer-Encoding: chunＫed", 501),
            ("Transfer-Encoding : chunked", 400), ("Transfer-Encoding\t: chunked", 400),
            (" Transfer-Encoding: chunked", 400), ("Transfer-Encoding:\r\n chunked", 400),
            ("X: y\r\n\tTransfer-Encoding: chunked", 400),
            ("X: y\nTransfer-Encoding: chunked", 400), ("X: y\rTransfer-Encoding: chunked", 400),
            ("Transfer-Encoding: chunked\rX: y", 400), ("Transfer-Encoding\r\n: chunked", 400),
        ].map { lines, status in .post(lines, "0\r\n\r\n", .closes(status)) } + [
            .post("Transfer-Encoding:\tchunked ", "0\r\n\r\n", .goesOn(201)),
            .post("transfer-encoding: CHUNKED", "2\r\n{}\r\n0\r\n\r\n", .goesOn(201)),
            .post("Transfer_Encoding: chunked", "", .goesOn(201)),
            .post("X-Transfer-Encoding: chunked", "", .goesOn(201)),
            .line("POST /v1/sessions HTTP/1.0\r\nTransfer-Encoding: chunked", .closes(400)),
            .line(
                "POST /v1/sessions HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\n"
                    + "Transfer-Encoding: chunked",
                .closes(400)
            ),
        ]

    /// RFC 9112 §7.1.
    static let chunkedBodies: [HostileRequest] =
        [
            "0x2\r\n{}\r\n0\r\n\r\n", "+2\r\n{}\r\n0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n",
            " 2\r\n{}\r\n0\r\n\r\n", "2 \r\n{}\r\n0\r\n\r\n", "2\t\r\n{}\r\n0\r\n\r\n",
            "\r\n2\r\n{}\r\n0\r\n\r\n", "2,2\r\n{}\r\n0\r\n\r\n", "2_\r\n{}\r\n0\r\n\r\n",
            "2\n{}\r\n0\r\n\r\n", "2\r{}\r\n0\r\n\r\n", "2\r\n{}0\r\n\r\n",
            "2\r\n{}\n0\r\n\r\n", "2\r\n{}\r0\r\n\r\n", "2\r\n{}\r\n\r\n0\r\n\r\n",
            "1\r\n{}\r\n0\r\n\r\n", "3\r\n{}\r\n0\r\n\r\n", "g\r\n", ";a\r\n{}\r\n0\r\n\r\n",
            "2;a\n{}\r\n0\r\n\r\n", "2;a\rb\r\n{}\r\n0\r\n\r\n", "2;\u{0}\r\n{}\r\n0\r\n\r\n",
            "2;\r\n{}\r\n0\r\n\r\n", "2;a[=b\r\n{}\r\n0\r\n\r\n", "2;a=\"b\r\n{}\r\n0\r\n\r\n",
            "2;a=\"b\"c\r\n{}\r\n0\r\n\r\n", "2;a \r\n{}\r\n0\r\n\r\n", "0;\r\n\r\n", "0\n\n",
            "0\r\n\n", "0\r\r\n",
            "0\r\nX: y\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\nX\r\n\r\n",
            "2;" + String(repeating: "a", count: 1_025) + "\r\n{}\r\n0\r\n\r\n",
        ].map { .chunks($0, .closes(400)) } + [
            .chunks("10000000000000002\r\n{}\r\n0\r\n\r\n", .closes(413)),
            .chunks("FFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", .closes(413)),
            .chunks("8000000000000002\r\n{}\r\n0\r\n\r\n", .closes(413)),
            .chunks("002\r\n{}\r\n000\r\n\r\n", .goesOn(201)),
            .chunks("00000000000000002\r\n{}\r\n0\r\n\r\n", .goesOn(201)),
            .chunks("2 ; a = \"b;\\\"\" ;c\r\n{}\r\n0\r\n\r\n", .goesOn(201)),
            .chunks("2;a=\"b\"\r\n{}\r\n0;last\r\n\r\n", .goesOn(201)),
            .chunks("0\r\nContent-Length: 66\r\n\r\n", .goesOn(201)),
            .chunks("0\r\nTransfer-Encoding: chunked\r\nHost: b\r\n\r\n", .goesOn(201)),
            .chunks("0\r\nConnection: close\r\n\r\n", .goesOn(201)),
        ]

    /// RFC 9112 §2.2, §5.1, §5.2; RFC 9110 §5.5.
    static let fields: [HostileRequest] =
        [
            "X : y", "X\t: y", ": y", "X", "X y: z", "X\u{0}: y", "X: \u{0}", "X: y\u{0}z",
            "X: \u{7F}", "X: \u{1B}[2J", "X\u{1}: y", "(X): y", "X@: y", "Xå: y", "\"X\": y",
            "X: y\r\n z", "X: y\r\n\tz", "X: y\r\n \r\n", "X: y\nZ: z", "X: y\rZ: z",
            "X: y\r\r\nZ: z",
        ].map { .get($0, .closes(400)) } + [
            .get("X: å\u{80}", .goesOn(200)), .get("X:", .goesOn(200)),
            .get("!#$%&'*+-.^_`|~: y", .goesOn(200)),
            .get("X: " + String(repeating: "y", count: 8_200), .closes(431)),
            .get(String(repeating: "X: y\r\n", count: 64) + "X: y", .closes(431)),
            HostileRequest("GET /healthz HTTP/1.1\nHost: a\n\n", .closes(400)),
            HostileRequest("GET /healthz HTTP/1.1\r\nHost: a\n\r\n", .closes(400)),
            HostileRequest("GET /healthz HTTP/1.1\r\nHost: a\r\n\n", .closes(400)),
            HostileRequest("GET /healthz HTTP/1.1\r\nHost: a\r\n\r", .closes(400)),
            HostileRequest("GET /healthz HTTP/1.1\rHost: a\r\r", .closes(400)),
            HostileRequest("GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n", .closes(400)),
        ]

    /// RFC 9112 §2.2, §2.3, §3.
    static let requestLines: [HostileRequest] = [
        HostileRequest("\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", .goesOn(200)),
        HostileRequest("\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", .closes(400)),
        HostileRequest("\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", .closes(400)),
        HostileRequest("\rGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", .closes(400)),
        .line(" GET /healthz HTTP/1.1", .closes(400)),
        .line("GET  /healthz HTTP/1.1", .closes(400)),
        .line("GET /healthz  HTTP/1.1", .closes(400)),
        .line("GET /healthz HTTP/1.1 ", .closes(400)),
        .line("GET\t/healthz\tHTTP/1.1", .closes(400)),
        .line("GET\u{B}/healthz HTTP/1.1", .closes(400)),
        .line("GET /healthz\rHTTP/1.1", .closes(400)),
        .line("GET /healthz \rHTTP/1.1", .closes(400)),
        .line("GET /healthz x HTTP/1.1", .closes(400)),
        .line("GET /healthz", .closes(400)),
        .line("GET", .closes(400)),
        .line("G\u{0}T /healthz HTTP/1.1", .closes(400)),
        .line("\"GET\" /healthz HTTP/1.1", .closes(400)),
        .line("GET /healthz http/1.1", .closes(400)),
        .line("GET /healthz HTTP/1.10", .closes(400)),
        .line("GET /healthz HTTP/01.1", .closes(400)),
        .line("GET /healthz HTTP/1,1", .closes(400)),
        .line("GET /healthz HTTP/+1.1", .closes(400)),
        .line("GET /healthz ICAP/1.0", .closes(400)),
        .line("GET /healthz HTTP/1.2", .goesOn(200)),
        .line("GET /healthz HTTP/2.0", .closes(505)),
        .line("GET /healthz HTTP/0.9", .closes(505)),
        HostileRequest("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .closes(505)),
        .line("CONNECT a:443 HTTP/1.1", .closes(501)),
        .line("CONNECT /healthz HTTP/1.1", .closes(501)),
        .line("OPTIONS * HTTP/1.1", .goesOn(405)),
        .line("PROPFIND / HTTP/1.1", .closes(501)),
        .line(String(repeating: "A", count: 9_000) + " / HTTP/1.1", .closes(501)),
        .line("get /healthz HTTP/1.1", .goesOn(405)),
        .line("BREW /healthz HTTP/1.1", .goesOn(405)),
        .line("TRACE /healthz HTTP/1.1", .goesOn(405)),
        .line("GET /healthz HTTP/1.0", .closes(200)),
        .line("GET /healthz HTTP/1.0\r\nConnection: keep-alive", .goesOn(200)),
    ]

    /// RFC 9112 §3.2.
    static let targets: [HostileRequest] = [
        .target("*", .closes(400)), .target("a:80", .closes(400)), .target("healthz", .closes(400)),
        .target("/healthz#x", .closes(400)), .target("#", .closes(400)),
        .target("/healthz\\x", .closes(400)), .target("/healthz\u{0}", .closes(400)),
        .target("/healthzå", .closes(400)), .target("/healthz%00", .closes(400)),
        .target("/healthz%0d%0aX:%20y", .closes(400)), .target("/healthz%", .closes(400)),
        .target("/x/../healthz", .closes(400)), .target("/%2e%2E/healthz", .closes(400)),
        .target("/x%2f..%2fhealthz", .closes(400)), .target("/./healthz", .closes(400)),
        .target("http:///healthz", .closes(400)), .target("http:/healthz", .closes(400)),
        .target("http://u@a/healthz", .closes(400)), .target("http://a b/healthz", .closes(400)),
        .target("ftp://a/healthz", .closes(400)), .target("http://a/x/../healthz", .closes(400)),
        .target("/" + String(repeating: "a", count: 8_000), .closes(414)),
        .target("/" + String(repeating: "a", count: 7_900), .goesOn(404)),
        .target("http://a/healthz", .goesOn(200)), .target("HTTPS://a:443/healthz", .goesOn(200)),
        // Then it is the target's host that counts, not the field's (§3.2.2); here all hosts are one.
        .target("http://b/healthz", .goesOn(200)),
        .target("/health%7a", .goesOn(200)), .target("/healthz?a=/../b", .goesOn(200)),
        .target("/healthz?http://a/", .goesOn(200)), .target("//healthz", .goesOn(404)),
        .target("/healthz;x", .goesOn(404)),
    ]

    /// RFC 9112 §3.2, RFC 9110 §7.2.
    static let hosts: [HostileRequest] = [
        .host("", .closes(400)), .host("Host: a\r\nHost: b\r\n", .closes(400)),
        .host("Host: a\r\nhost: a\r\n", .closes(400)), .host("Host: a, b\r\n", .closes(400)),
        .host("Host: a b\r\n", .closes(400)), .host("Host: u@a\r\n", .closes(400)),
        .host("Host: a/b\r\n", .closes(400)), .host("Host: a#b\r\n", .closes(400)),
        .host("Host: a?b\r\n", .closes(400)), .host("Host: å\r\n", .closes(400)),
        .host("Host: a\\b\r\n", .closes(400)), .host("Host: <a>\r\n", .closes(400)),
        .host("Host: a\r\n b\r\n", .closes(400)), .host("Host : a\r\n", .closes(400)),
        .host("Host: a\u{0}\r\n", .closes(400)), .host("X-Host: a\r\n", .closes(400)),
        .host("Host:\r\n", .closes(400)), .host("Host: :80\r\n", .closes(400)),
        HostileRequest("GET http://a/healthz HTTP/1.1\r\nHost:\r\n\r\n", .goesOn(200)),
        .host("HOST: [::1]:8080\r\n", .goesOn(200)),
    ]

    /// RFC 9110 §7.8, §10.1.1; RFC 9112 §9.
    static let connections: [HostileRequest] = [
        .get("Connection: close", .closes(200)),
        .get("Connection: keep-alive, CLOSE", .closes(200)),
        .get("Connection: closed", .goesOn(200)),
        .get("Connection: Host, Content-Length", .goesOn(200)),
        .post("Content-Length: 2\r\nExpect: miracles", "{}", .closes(417)),
        .post("Content-Length: 2\r\nExpect: 100-continue, 100-continue", "{}", .closes(417)),
        .post("Content-Length: 2\r\nExpect:", "{}", .closes(417)),
        .post("Content-Length: 2\r\nExpect: 100-continue", "{}", .goesOn(201)),
        .post("Content-Length: 65537\r\nExpect: 100-continue", "", .closes(413)),
        // A proxy that forwards these may take the connection for a tunnel from here on, whatever the answer.
        .get(
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings:",
            .closes(200)
        ),
        .line("GET /v1/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade", .closes(426)),
        .line(
            "GET /v1/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 777\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            .closes(426)
        ),
        .line("POST /v1/ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade", .closes(405)),
        .line("GET /v1/nothing HTTP/1.1\r\nUpgrade: websocket", .closes(404)),
    ]
}
