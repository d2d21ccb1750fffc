import Seeded
import Testing
import TestSupport
import WebSocket

struct MessageReaderPropertyTests {
    /// Frames of random messages, fragmented at random with control frames in between, and their events.
    struct Traffic {
        var bytes: [UInt8] = []
        var expected: [Seen] = []
        private let masks: Bool

        init(messages: Int, endpoint: Endpoint, _ random: inout SplitMix64) {
            switch endpoint {
            case .server: masks = true
            case .client: masks = false
            }
            for _ in 0..<messages { addMessage(&random) }
            if Bool.random(using: &random) {
                add(0x88, [0x03, 0xE9, 0x78], &random)
                expected.append(.close(1001, [0x78]))
            }
        }

        private mutating func add(_ first: UInt8, _ payload: [UInt8], _ random: inout SplitMix64) {
            let mask = masks ? random.bytes(4) : nil
            bytes += Frame(first: first, payload: payload, mask: mask).bytes
        }

        private mutating func addMessage(_ random: inout SplitMix64) {
            let isText = Bool.random(using: &random)
            let longest = [0, 3, 125, 126, 300].randomElement(using: &random) ?? 0
            let length = Int.random(in: 0...longest, using: &random)
            let characters = Array("ab cdefgh ijåäö€😀\u{10FFFF}")
            let text = (0..<length).map { _ in characters.randomElement(using: &random) ?? "x" }
            let payload = isText ? Array(String(text).utf8) : random.bytes(length)
            var rest = payload[...]
            var opcode: UInt8 = isText ? 1 : 2
            while Int.random(in: 0...3, using: &random) == 0 {
                let count = Int.random(in: 0...rest.count, using: &random)
                add(opcode, Array(rest.prefix(count)), &random)
                rest = rest.dropFirst(count)
                opcode = 0
                if Bool.random(using: &random) { addControl(&random) }
            }
            add(0x80 | opcode, Array(rest), &random)
            expected.append(isText ? .text(payload) : .binary(payload))
            if Int.random(in: 0...3, using: &random) == 0 { addControl(&random) }
        }

        private mutating func addControl(_ random: inout SplitMix64) {
            let payload = random.bytes(Int.random(in: 0...125, using: &random))
            if Bool.random(using: &random) {
                add(0x89, payload, &random)
                expected.append(.ping(payload))
            } else {
                add(0x8A, payload, &random)
                expected.append(.pong(payload))
            }
        }
    }

    @Test(arguments: [Endpoint.server, .client])
    func `cut and fragmented anyhow, the events are the same`(endpoint: Endpoint) {
        for seed in 0..<2_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let traffic = Traffic(messages: 4, endpoint: endpoint, &random)
            var reader = MessageReader(endpoint: endpoint, limits: MessageLimits())
            let longest = [1, 3, 20, 200, 2_000].randomElement(using: &random) ?? 1
            let seen = reader.read(pieces: cut(traffic.bytes, longest: longest, &random))
            if seen != traffic.expected {
                Issue.record("seed \(seed), reads of at most \(longest) bytes")
                return
            }
        }
    }

    @Test func `every single cut of a stream gives the same events`() {
        var random = SplitMix64(seed: 7)
        let traffic = Traffic(messages: 6, endpoint: .server, &random)
        for position in traffic.bytes.indices {
            var reader = MessageReader(endpoint: .server, limits: MessageLimits())
            let pieces = [traffic.bytes[..<position], traffic.bytes[position...]]
            if reader.read(pieces: pieces) != traffic.expected {
                Issue.record("cut at \(position)")
                return
            }
        }
    }

    @Test func `a large message in small reads comes out whole`() {
        var random = SplitMix64(seed: 11)
        let payload = random.bytes(200_000)
        var reader = MessageReader(
            endpoint: .server,
            limits: MessageLimits(maxMessageBytes: 200_000)
        )
        let bytes = Frame(first: 0x82, payload: payload).bytes
        #expect(reader.read(pieces: cut(bytes, longest: 900, &random)) == [.binary(payload)])
    }

    @Test(arguments: [Endpoint.server, .client])
    func `garbage ends in events or a violation, the same in any pieces`(endpoint: Endpoint) {
        var violations: Set<Violation.Reason> = []
        for seed in 0..<4_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = random.bytes(Int.random(in: 0...400, using: &random))
            if !bytes.isEmpty, Bool.random(using: &random) {
                // A header that gets further than pure noise does.
                bytes[0] =
                    [0x01, 0x02, 0x80, 0x81, 0x82, 0x88, 0x89].randomElement(using: &random) ?? 0
            }
            var whole = MessageReader(
                endpoint: endpoint,
                limits: MessageLimits(maxMessageBytes: 100)
            )
            var pieces = whole
            let seen = whole.read(bytes)
            let again = pieces.read(pieces: cut(bytes, longest: 7, &random))
            if seen != again {
                Issue.record("seed \(seed): \(seen) in one read, \(again) in pieces")
                return
            }
            if case .violation(let reason) = seen.last { violations.insert(reason) }
        }
        #expect(violations.count >= 8)
    }

    @Test func `valid traffic with one byte turned never traps`() {
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = Traffic(messages: 3, endpoint: .server, &random).bytes
            let position = Int.random(in: 0..<bytes.count, using: &random)
            bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &random)
            var whole = MessageReader(endpoint: .server, limits: MessageLimits())
            var pieces = whole
            let seen = whole.read(bytes)
            if seen != pieces.read(pieces: cut(bytes, longest: 50, &random)) {
                Issue.record("seed \(seed)")
                return
            }
        }
    }
}
