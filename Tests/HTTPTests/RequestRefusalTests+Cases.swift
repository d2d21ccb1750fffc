import HTTP

extension RequestRefusalTests {
    static let requestLines: [Case] = [
        Case("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET /  HTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case(" GET / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET /\r\n\r\n", .requestLineMalformed, 400),
        Case("GET / http/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET / HTTP/1.10\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET / HTTP/11\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLineMalformed, 400),
        Case("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .versionUnsupported, 505),
        Case("GET / HTTP/0.9\r\nHost: a\r\n\r\n", .versionUnsupported, 505),
        Case("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .versionUnsupported, 505),
        Case("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", .methodUnsupported, 501),
        Case("PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n", .methodUnsupported, 501),
        Case(String(repeating: "A", count: 9000) + " / HTTP/1.1\r\n\r\n", .methodUnsupported, 501),
        Case("\r\n" + String(repeating: "A", count: 9000), .methodUnsupported, 501),
        Case("GET " + String(repeating: "a", count: 9000), .targetTooLong, 414),
    ]

    static let targets: [Case] = [
        Case(target: "*"), Case(target: "a:80"), Case(target: "x/y"), Case(target: "ftp://a/"),
        Case(target: "http:///x"), Case(target: "http://a@b/x"), Case(target: "http://"),
        Case(target: "/#x"), Case(target: "/å"), Case(target: "/a\\b"), Case(target: "/\u{7F}"),
        Case(target: "/%"), Case(target: "/%4"), Case(target: "/%zz"), Case(target: "/%00"),
        Case(target: "/%0a"), Case(target: "/%7f"), Case(target: "/a%2fb"), Case(target: "/a%2Fb"),
        Case(target: "/a%5cb"), Case(target: "/a%5Cb"), Case(target: "/%ff"),
        Case(target: "/%c0%af"),
        Case(target: "/."), Case(target: "/.."), Case(target: "/a/../b"), Case(target: "/a/./b"),
        Case(target: "/a/.."), Case(target: "/%2e%2e/b"), Case(target: "/.%2E/b"),
        Case(target: "http://a/../b"), Case(target: "/?a=%"), Case(target: "/?a=%00"),
        Case(target: "/?%ff"),
        Case(target: "/" + String(repeating: "a", count: 8000), .targetTooLong, 414),
        Case(target: "/" + String(repeating: "a", count: 9000), .targetTooLong, 414),
    ]

    static let fields: [Case] = [
        Case("GET / HTTP/1.1\nHost: a\n\n", .bareLineFeed, 400),
        Case("GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed, 400),
        Case("GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed, 400),
        Case("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed, 400),
        Case("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", .headerMalformed, 400),
        Case(lines: "X : b", .headerMalformed, 400),
        Case(lines: ": b", .headerMalformed, 400),
        Case(lines: "X", .headerMalformed, 400),
        Case(lines: "X y: b", .headerMalformed, 400),
        Case(lines: "X: b\0", .headerMalformed, 400),
        Case(lines: "X: \u{7F}", .headerMalformed, 400),
        Case(lines: "Xå: b", .headerMalformed, 400),
        Case(lines: "X: a\r\n b", .headerFolded, 400),
        Case(lines: "X: a\r\n\tb", .headerFolded, 400),
        Case("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .headerFolded, 400),
        Case("GET / HTTP/1.1\r\n\r\n", .hostMissingOrRepeated, 400),
        Case(lines: "Host: a", .hostMissingOrRepeated, 400),
        Case("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", .hostMissingOrRepeated, 400),
        Case("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .hostMalformed, 400),
        Case("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .hostMalformed, 400),
        Case("GET / HTTP/1.1\r\nHost: u@b\r\n\r\n", .hostMalformed, 400),
        Case("GET / HTTP/1.1\r\nHost:\r\n\r\n", .hostMalformed, 400),
        Case("GET / HTTP/1.1\r\nHost: :80\r\n\r\n", .hostMalformed, 400),
        Case("GET / HTTP/1.0\r\nHost: \r\n\r\n", .hostMalformed, 400),
        Case("OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n", .hostMalformed, 400),
        Case(lines: String(repeating: "X: b\r\n", count: 63) + "X: b", .tooManyHeaders, 431),
        Case(lines: "X: " + String(repeating: "b", count: 8192), .headTooLarge, 431),
        Case(lines: "Expect: miracles", .expectationUnsupported, 417),
    ]

    static let framings: [Case] = [
        Case(lines: "Content-Length: 1\r\nContent-Length: 2", .contentLengthRepeated, 400),
        Case(lines: "Content-Length: 1\r\nContent-Length: 1", .contentLengthRepeated, 400),
        Case(lines: "Content-Length: 1, 1", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: +1", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: -1", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: 1 1", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: 0x1", .contentLengthMalformed, 400),
        Case(lines: "Content-Length:", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: 9223372036854775808", .contentLengthMalformed, 400),
        Case(lines: "Content-Length: 65537", .bodyTooLarge, 413),
        Case(lines: "Content-Length: 9223372036854775807", .bodyTooLarge, 413),
        Case(
            lines: "Content-Length: 1\r\nTransfer-Encoding: chunked",
            .contentLengthWithTransferEncoding,
            400
        ),
        Case(
            lines: "Transfer-Encoding: chunked\r\ncontent-length: 1",
            .contentLengthWithTransferEncoding,
            400
        ),
        Case(lines: "Transfer-Encoding: chunked, chunked", .transferEncodingMalformed, 400),
        Case(
            lines: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            .transferEncodingMalformed,
            400
        ),
        Case(lines: "Transfer-Encoding: chunked, gzip", .transferEncodingMalformed, 400),
        Case(lines: "Transfer-Encoding:", .transferEncodingMalformed, 400),
        Case(lines: "Transfer-Encoding: chunked,", .transferEncodingMalformed, 400),
        Case(lines: "Transfer-Encoding: ,chunked", .transferEncodingMalformed, 400),
        Case(
            lines: "Transfer-Encoding: chunked\r\nTransfer-Encoding:",
            .transferEncodingMalformed,
            400
        ),
        Case(lines: "Transfer-Encoding: chunked\u{B}", .headerMalformed, 400),
        Case(lines: "Transfer-Encoding: gzip, chunked", .transferCodingUnsupported, 501),
        Case(lines: "Transfer-Encoding: identity", .transferCodingUnsupported, 501),
        Case(lines: "Transfer-Encoding: xchunked", .transferCodingUnsupported, 501),
        Case(lines: "Transfer-Encoding: \"chunked\"", .transferCodingUnsupported, 501),
        Case(lines: "Transfer-Encoding : chunked", .headerMalformed, 400),
        Case(
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
            .transferEncodingMalformed,
            400
        ),
        Case(chunks: "\r\n", .chunkMalformed), Case(chunks: ";x\r\n", .chunkMalformed),
        Case(chunks: "g\r\n", .chunkMalformed), Case(chunks: "-1\r\n", .chunkMalformed),
        Case(chunks: "+1\r\na\r\n", .chunkMalformed), Case(chunks: "0x1\r\na\r\n", .chunkMalformed),
        Case(chunks: " 1\r\na\r\n", .chunkMalformed), Case(chunks: "1 \r\na\r\n", .chunkMalformed),
        Case(chunks: "1\na\r\n", .chunkMalformed), Case(chunks: "1\n\na\r\n", .chunkMalformed),
        Case(chunks: "1\rX", .chunkMalformed),
        Case(chunks: "1;a\nb", .chunkMalformed), Case(chunks: "1;\0\r\n", .chunkMalformed),
        Case(chunks: "1\r\nab\r\n", .chunkMalformed), Case(chunks: "1\r\na\n", .chunkMalformed),
        Case(chunks: "1\r\na\r0", .chunkMalformed),
        Case(chunks: "1;\r\na", .chunkMalformed), Case(chunks: "1; \r\na", .chunkMalformed),
        Case(chunks: "1;;a\r\n", .chunkMalformed), Case(chunks: "1;a=\r\n", .chunkMalformed),
        Case(chunks: "1;a=b=c\r\n", .chunkMalformed), Case(chunks: "1;=b\r\n", .chunkMalformed),
        Case(chunks: "1;bad[=x\r\n", .chunkMalformed), Case(chunks: "1;a b\r\n", .chunkMalformed),
        Case(chunks: "1;a=\"x\r\n", .chunkMalformed),
        Case(chunks: "1;a=\"x\"y\r\n", .chunkMalformed),
        Case(chunks: "1;a=\"x\\\r\n", .chunkMalformed), Case(chunks: "1;a \r\n", .chunkMalformed),
        Case(chunks: "1;a=b \r\n", .chunkMalformed), Case(chunks: "1;\"a\"\r\n", .chunkMalformed),
        Case(chunks: String(repeating: "0", count: 16 + 1025), .chunkOverheadTooLarge),
        Case(
            chunks: String(repeating: String(repeating: "0", count: 115) + "1\r\na\r\n", count: 11),
            .chunkOverheadTooLarge
        ),
        Case(chunks: "10001\r\n", .bodyTooLarge, 413),
        Case(chunks: "FFFFFFFFFFFFFFFFF\r\n", .bodyTooLarge, 413),
        Case(chunks: "8000000000000000\r\n", .bodyTooLarge, 413),
        Case(chunks: "1;" + String(repeating: "x", count: 1025), .chunkOverheadTooLarge),
        Case(
            chunks: String(
                repeating: "1;" + String(repeating: "x", count: 99) + "\r\na\r\n",
                count: 11
            ),
            .chunkOverheadTooLarge
        ),
        Case(chunks: "0\r\n" + String(repeating: "x", count: 1025), .chunkOverheadTooLarge),
        Case(chunks: "0\r\nX: y\n", .trailerMalformed), Case(chunks: "0\r\n\n", .trailerMalformed),
        Case(chunks: "0\r\nX\r\n\r\n", .trailerMalformed),
        Case(
            chunks: "0\r\n" + String(repeating: "X: y\r\n", count: 17) + "\r\n",
            .trailerMalformed
        ),
    ]
}
