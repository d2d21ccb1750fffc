import HTTP
import Seeded
import Testing
import TestSupport

struct ResponseParserTests {
    enum Read: Equatable {
        case response(Int, Headers, [UInt8])
        case refused(ResponseError)
    }

    /// Reads pieces, then the end of the connection.
    static func read(
        _ pieces: [ArraySlice<UInt8>],
        answering method: Method = .get,
        limits: RequestLimits = RequestLimits()
    ) -> [Read] {
        var parser = ResponseParser(limits: limits)
        var read: [Read] = []
        do throws(ResponseError) {
            for piece in pieces {
                let copy = UnsafeMutableRawBufferPointer.allocate(
                    byteCount: piece.count,
                    alignment: 1
                )
                defer { copy.deallocate() }
                copy.copyBytes(from: piece)
                var input = copy
                while let response = try parser.next(&input, answering: method) {
                    read.append(
                        .response(response.status.rawValue, response.headers, response.body)
                    )
                }
            }
            if let response = try parser.finish() {
                read.append(.response(response.status.rawValue, response.headers, response.body))
            }
        } catch {
            read.append(.refused(error))
        }
        return read
    }

    static func read(_ text: String, answering method: Method = .get) -> [Read] {
        let bytes = Array(text.utf8)
        let whole = read([bytes[...]], answering: method)
        #expect(read(bytes.indices.map { bytes[$0...$0] }, answering: method) == whole)
        return whole
    }

    @Test func `a body ends by length, by its last chunk, or with the connection`() {
        let length = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
        let chunks = "HTTP/1.1 404 \r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
        let rest = "HTTP/1.0 500\r\n\r\nall the rest"
        #expect(
            Self.read(length + chunks + rest) == [
                .response(200, ["Content-Length": "2"], Array("ab".utf8)),
                .response(404, ["Transfer-Encoding": "chunked"], Array("x".utf8)),
                .response(500, [:], Array("all the rest".utf8)),
            ]
        )
    }

    @Test func `some answers have no body`() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
        #expect(
            Self.read(head + head, answering: .head) == [
                .response(200, ["Content-Length": "9"], []),
                .response(200, ["Content-Length": "9"], []),
            ]
        )
        #expect(
            Self.read("HTTP/1.1 304 x\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 y\r\n\r\n") == [
                .response(304, ["Content-Length": "9"], []), .response(204, [:], []),
            ]
        )
    }

    @Test func `interim answers are passed over`() {
        #expect(
            Self.read("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                == [.response(200, ["Content-Length": "0"], [])]
        )
    }

    @Test func `a switch of protocols leaves what follows`() throws {
        var bytes = Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n".utf8)
        bytes += [0x81, 0x00]
        var parser = ResponseParser()
        try bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            let response = try parser.next(&input)
            #expect(response?.status == .switchingProtocols)
            #expect(Array(input) == [0x81, 0x00])
        }
    }

    @Test(arguments: [
        ("HTTP/2 200 OK\r\n\r\n", ResponseError.statusLineMalformed),
        ("HTTP/1.1 20 OK\r\n\r\n", .statusLineMalformed),
        ("HTTP/1.1 2000 OK\r\n\r\n", .statusLineMalformed),
        ("HTTP/1.1 099 OK\r\n\r\n", .statusLineMalformed),
        ("HTTP/1.1 200 OK\n\n", .headMalformed),
        ("HTTP/1.1 200 OK\r\nX : y\r\n\r\n", .headMalformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .framingMalformed),
        ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", .framingMalformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", .framingMalformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz", .chunkMalformed),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n", .bodyTooLarge),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nx", .bodyTooLarge),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", .truncated),
        ("HTTP/1.1 200 OK\r\nContent-Le", .truncated),
    ])
    func `what cannot be read is refused`(text: String, error: ResponseError) {
        #expect(Self.read(text) == [.refused(error)])
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\n\r\n", false),
    ])
    func `an answer says whether the connection goes on`(text: String, keepsOpen: Bool) throws {
        var parser = ResponseParser()
        var bytes = Array(text.utf8)
        try bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            _ = try parser.next(&input)
        }
        #expect(parser.keepsOpen == keepsOpen)
    }

    @Test func `answers with bytes turned are read or refused, the same in any pieces`() {
        let good = Array(
            """
            HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc\
            HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\nT: u\r\n\r\n
            """.utf8
        )
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    [0, 9, 10, 13, 32, 48, 57, 58, 0xFF].randomElement(using: &random) ?? 0
            }
            if Self.read([bytes[...]]) != Self.read(cut(bytes, longest: 20, &random)) {
                Issue.record("seed \(seed)")
                return
            }
        }
    }

    @Test func `what the server writes, the client reads, in any pieces`() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes: [UInt8] = []
            var expected: [Read] = []
            for _ in 0..<3 {
                let body = random.bytes(Int.random(in: 0...300, using: &random))
                let response = Response(.ok, headers: ["X": "y"], body: body)
                response.serialize(for: try ResponseTests.request(), to: &bytes)
                let headers: Headers = ["X": "y", "Content-Length": String(body.count)]
                expected.append(.response(200, headers, body))
            }
            if Self.read(cut(bytes, longest: 90, &random)) != expected {
                Issue.record("seed \(seed)")
                return
            }
        }
    }
}
