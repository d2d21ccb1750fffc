import CHiredis
import Seeded
import TestSupport
import Testing

@testable import Redis

/// Commands to bytes, bytes to replies: without a server.
struct CodecTests {
    @Test func `commands are arrays of bulk strings`() {
        var buffer = CommandBuffer()
        buffer.append(["SET", "", .bytes([0, 13, 10, 255]), .integer(.min), .integer(.max), 0, -7])
        buffer.append([.text("grüß")])
        let expected =
            Array("*7\r\n$3\r\nSET\r\n$0\r\n\r\n$4\r\n".utf8) + [0, 13, 10, 255]
            + Array("\r\n$20\r\n-9223372036854775808\r\n$19\r\n9223372036854775807\r\n".utf8)
            + Array("$1\r\n0\r\n$2\r\n-7\r\n*1\r\n$6\r\ngrüß\r\n".utf8)
        #expect(Array(buffer.bytes) == expected)
        #expect(buffer.count == expected.count)
    }

    @Test func `a command without a word stops the process, as its reply never comes`() async {
        await #expect(processExitsWith: .failure) {
            var buffer = CommandBuffer()
            buffer.append([])
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `a buffer that is sent in pieces loses nothing`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var buffer = CommandBuffer()
        var expected: [UInt8] = []
        var sent: [UInt8] = []
        for _ in 0..<2_000 {
            let count = [0, 1, 9, 10, 100, 5_000, 200_000].randomElement(using: &random) ?? 0
            if count < 200_000 || Int.random(in: 0..<20, using: &random) == 0 {
                let byte = UInt8.random(in: 0...255, using: &random)
                buffer.append([.bytes([UInt8](repeating: byte, count: count))])
                expected += Array("*1\r\n$\(count)\r\n".utf8)
                expected += [UInt8](repeating: byte, count: count)
                expected += [13, 10]
            }
            let taken = Int.random(in: 0...min(buffer.count, 20_000), using: &random)
            sent += buffer.bytes.prefix(taken)
            buffer.drop(taken)
        }
        sent += buffer.bytes
        #expect(sent == expected)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `replies are the same however they are cut`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let replies = (0..<200).map { _ in Self.anyReply(depth: 0, &random) }
        let bytes = replies.flatMap(Self.encoded)
        #expect(Self.read(cut(bytes, longest: 40, &random)) == replies)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `no bytes stop the process`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            var bytes = Self.encoded(Self.anyReply(depth: 0, &random))
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default:
                    bytes.insert(
                        "0123456789$*-:\r\n".utf8.randomElement(using: &random) ?? 0,
                        at: place
                    )
                }
            }
            _ = Self.read([bytes[...]])
        }
    }

    @Test func `an array's length is not believed`() {
        for text in [
            "*1000000\r\n", "*2147483647\r\n", "*1\r\n*1\r\n*1000000\r\n",
            "*9223372036854775807\r\n",
        ] {
            #expect(Self.read([Array(text.utf8)[...]], maxValues: 1_000) == nil)
        }
        // Small ones in great number count as well.
        let many = String(repeating: "*1\r\n+x\r\n", count: 600)
        #expect(Self.read([Array("*600\r\n\(many)".utf8)[...]], maxValues: 1_000) == nil)
        #expect(Self.read([Array(many.utf8)[...]], maxValues: 1_000)?.count == 600)
    }

    @Test func `completions come out in the order they went in`() {
        var ring = CompletionRing()
        var next: Int64 = 0
        var expected: Int64 = 0
        for round in 0..<200 {
            for _ in 0..<(round % 7 * 20) {
                ring.append(CompletionRing.Entry(done: { _ in }, sentNs: next))
                next += 1
            }
            for _ in 0..<min(ring.count, round % 5 * 30) {
                #expect(ring.first?.sentNs == expected)
                let entry = ring.popFirst()
                #expect(entry?.sentNs == expected)
                expected += 1
            }
        }
        while let entry = ring.popFirst() {
            #expect(entry.sentNs == expected)
            expected += 1
        }
        #expect(expected == next)
        #expect(ring.isEmpty)
    }

    @Test func `waiting doubles up to a limit, and is never less than half of it`() {
        var least = BackOff()
        var most = BackOff()
        let leasts = (0..<8).map { _ in least.delayMs(random: 0) }
        let mosts = (0..<8).map { _ in most.delayMs(random: 0.999_999) }
        #expect(leasts == [25, 50, 100, 200, 400, 800, 1_000, 1_000])
        #expect(mosts == [49, 99, 199, 399, 799, 1_599, 1_999, 1_999])
        least.reset()
        #expect(least.delayMs(random: 0) == 25)
    }

    @Test func `what a server says is fit for a log`() {
        #expect(ServerWords.printable("ERR a\nb\u{1B}[31m") == "ERR a?b?[31m")
        #expect(
            ServerWords.printable(String(repeating: "x", count: 5_000)).count
                == ServerWords.maxShown
        )
        #expect(ServerWords.failure("READONLY You can't") == .notServing("READONLY You can't"))
        #expect(ServerWords.failure("LOADING") == .notServing("LOADING"))
        #expect(ServerWords.failure("READONLYISH x") == nil)
        #expect(ServerWords.failure("ERR LOADING") == nil)
        #expect(ServerWords.failure("") == nil)
    }

    // MARK: Replies

    /// All replies in these pieces; nil when the reader gave up.
    private static func read(_ pieces: [ArraySlice<UInt8>], maxValues: Int = 1 << 20)
        -> [RedisReply]?
    {
        guard let reader = redisReaderCreate() else { return nil }
        defer { redisReaderFree(reader) }
        let builder = ReplyBuilder(maxValues: maxValues)
        builder.attach(to: reader)
        var replies: [RedisReply] = []
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                let start = bytes.bindMemory(to: CChar.self).baseAddress
                _ = redisReaderFeed(reader, start, bytes.count)
            }
            while true {
                var reply: UnsafeMutableRawPointer?
                guard redisReaderGetReply(reader, &reply) == REDIS_OK else { return nil }
                if reply == nil { break }
                replies.append(builder.take())
            }
        }
        return withExtendedLifetime(builder) { replies }
    }

    private static func anyReply(depth: Int, _ random: inout SplitMix64) -> RedisReply {
        switch Int.random(in: 0..<(depth < 6 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .integer(Int64.random(in: .min ... .max, using: &random))
        case 2: .status("OK")
        case 3: .error("ERR \(Int.random(in: 0...9, using: &random))")
        case 4: .bytes([])
        case 5:
            .bytes(
                (0..<Int.random(in: 0...60, using: &random)).map {
                    UInt8(truncatingIfNeeded: $0 &* 7)
                }
            )
        case 6: .array([])
        default:
            .array(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    anyReply(depth: depth + 1, &random)
                }
            )
        }
    }

    private static func encoded(_ reply: RedisReply) -> [UInt8] {
        switch reply {
        case .null: Array("$-1\r\n".utf8)
        case .integer(let number): Array(":\(number)\r\n".utf8)
        case .status(let text): Array("+\(text)\r\n".utf8)
        case .error(let text): Array("-\(text)\r\n".utf8)
        case .bytes(let bytes): Array("$\(bytes.count)\r\n".utf8) + bytes + [13, 10]
        case .array(let items): Array("*\(items.count)\r\n".utf8) + items.flatMap(encoded)
        }
    }
}
