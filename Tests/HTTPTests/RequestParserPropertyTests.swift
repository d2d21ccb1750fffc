import HTTP
import Seeded
import Testing
import TestSupport

struct RequestParserPropertyTests {
    /// Random good requests on one connection and what they must be read as.
    struct Traffic {
        var bytes: [UInt8] = []
        var expected: [Parsed] = []

        init(requests: Int, _ random: inout SplitMix64) {
            for _ in 0..<requests { add(&random) }
        }

        private mutating func add(_ random: inout SplitMix64) {
            let method = ["GET", "POST", "PUT", "BREW"].randomElement(using: &random) ?? "GET"
            let path = ["/", "/a/b.js", "/%C3%A5", "//x"].randomElement(using: &random) ?? "/"
            var headers: Headers = ["Host": "play.test"]
            for index in 0..<Int.random(in: 0...5, using: &random) {
                headers.append(
                    "X-\(index)",
                    ["", "a", "a, b", "å \t x"].randomElement(using: &random) ?? ""
                )
            }
            let body = random.bytes(Int.random(in: 0...200, using: &random))
            var framed: [UInt8] = []
            switch Int.random(in: 0...2, using: &random) {
            case 0: break
            case 1:
                headers.append("Content-Length", String(body.count))
                framed = body
            default:
                headers.append("Transfer-Encoding", "chunked")
                framed = chunked(body, &random)
            }
            if Bool.random(using: &random) { bytes += "\r\n".utf8 }
            bytes += "\(method) \(path)?q=1 HTTP/1.1\r\n".utf8
            for (name, value) in headers { bytes += "\(name):  \(value) \r\n".utf8 }
            bytes += "\r\n".utf8
            bytes += framed
            expected.append(.request(method, path, headers, framed.isEmpty ? [] : body))
        }

        private func chunked(_ body: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
            var bytes: [UInt8] = []
            for piece in cut(body, longest: 60, &random) {
                let size = String(piece.count, radix: 16, uppercase: Bool.random(using: &random))
                bytes += "\(size)\(Bool.random(using: &random) ? ";x=y" : "")\r\n".utf8
                bytes += piece
                bytes += "\r\n".utf8
            }
            return bytes + "0\r\n\(Bool.random(using: &random) ? "T: 1\r\n" : "")\r\n".utf8
        }
    }

    @Test func `cut anywhere, the requests are the same`() {
        for seed in 0..<1_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let traffic = Traffic(requests: 3, &random)
            var parser = RequestParser(limits: RequestLimits())
            let longest = [1, 5, 60, 1_000].randomElement(using: &random) ?? 1
            if parser.read(pieces: cut(traffic.bytes, longest: longest, &random))
                != traffic.expected
            {
                Issue.record("seed \(seed), reads of at most \(longest) bytes")
                return
            }
        }
    }

    @Test func `every single cut of a stream gives the same requests`() {
        var random = SplitMix64(seed: 3)
        let traffic = Traffic(requests: 4, &random)
        for position in traffic.bytes.indices {
            var parser = RequestParser(limits: RequestLimits())
            let pieces = [traffic.bytes[..<position], traffic.bytes[position...]]
            if parser.read(pieces: pieces) != traffic.expected {
                Issue.record("cut at \(position)")
                return
            }
        }
    }

    @Test func `requests with bytes turned are read or refused, the same in any pieces`() {
        var refusals: Set<RequestError.Reason> = []
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = Traffic(requests: 2, &random).bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let position = Int.random(in: 0..<bytes.count, using: &random)
                bytes[position] =
                    [0, 9, 10, 13, 32, 37, 58, 59, 0xFF].randomElement(using: &random) ?? 0
            }
            var whole = RequestParser(limits: RequestLimits())
            var pieces = whole
            let parsed = whole.read(bytes)
            if parsed != pieces.read(pieces: cut(bytes, longest: 40, &random)) {
                Issue.record("seed \(seed)")
                return
            }
            if case .refused(let reason) = parsed.last { refusals.insert(reason) }
        }
        #expect(refusals.count >= 6)
    }

    @Test func `garbage never becomes a request`() {
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.bytes(Int.random(in: 0...600, using: &random))
            var whole = RequestParser(limits: RequestLimits(maxLineBytes: 100, maxHeaderBytes: 200))
            var pieces = whole
            let parsed = whole.read(bytes)
            let again = pieces.read(pieces: cut(bytes, longest: 30, &random))
            let isRefusedAtMost = parsed.allSatisfy {
                if case .refused = $0 { true } else { false }
            }
            if parsed != again || !isRefusedAtMost {
                Issue.record("seed \(seed)")
                return
            }
        }
    }
}
