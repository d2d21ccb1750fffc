import Testing

@testable import WebSocket

struct MessageReaderTests {
    @Test func `a reader at rest is small`() {
        #expect(MemoryLayout<MessageReader>.size <= 64)
    }

    @Test func `a whole frame is handed up where it lies`() throws {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        var bytes = Frame(first: 0x81, payload: Array("in place".utf8)).bytes
        try bytes.withUnsafeMutableBytes { buffer in
            var input = buffer
            guard case .text(let text) = try reader.next(&input) else {
                Issue.record("no text")
                return
            }
            let start = try #require(buffer.baseAddress)
            #expect(text.baseAddress == UnsafeRawPointer(start + 6))
            #expect(Array(text) == Array("in place".utf8))
            #expect(input.isEmpty)
        }
    }

    @Test func `one read may hold many messages, and the first half of another`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        let one = Frame(first: 0x81, payload: [0x31]).bytes
        #expect(reader.read(one + one + one.dropLast()) == [.text("1"), .text("1")])
        #expect(reader.read([one[6]] + one) == [.text("1"), .text("1")])
    }

    @Test func `the limit counts the whole message, to the byte`() {
        let limits = MessageLimits(maxMessageBytes: 10)
        let half = [UInt8](repeating: 0, count: 5)
        var whole = MessageReader(endpoint: .server, limits: limits)
        #expect(
            whole.read(Frame(first: 0x82, payload: half + half).bytes) == [.binary(half + half)]
        )
        #expect(
            whole.read(Frame(first: 0x82, payload: half + half + [0]).bytes)
                == [.violation(.messageTooBig)]
        )
        var parts = MessageReader(endpoint: .server, limits: limits)
        #expect(parts.read(Frame(first: 0x02, payload: half).bytes) == [])
        #expect(parts.read(Frame(first: 0x80, payload: half).bytes) == [.binary(half + half)])
        #expect(parts.read(Frame(first: 0x02, payload: half).bytes) == [])
        #expect(
            parts.read(Frame(first: 0x80, payload: half + [0]).bytes)
                == [.violation(.messageTooBig)]
        )
    }

    @Test func `too big is known from the header alone`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits(maxMessageBytes: 10))
        #expect(reader.read(Frame(first: 0x82, claimed: 11).bytes) == [.violation(.messageTooBig)])
    }

    @Test func `a message of no limits may hold nothing`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits(maxMessageBytes: 0))
        #expect(reader.read(Frame(first: 0x81).bytes) == [.text([])])
        #expect(reader.read(Frame(first: 0x89, payload: [1]).bytes) == [.ping([1])])
        #expect(reader.read(Frame(first: 0x81, payload: [1]).bytes) == [.violation(.messageTooBig)])
    }

    @Test func `fragments are counted, also the empty ones`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits(maxFragments: 3))
        let fragment = Frame(first: 0x00).bytes
        #expect(
            reader.read(Frame(first: 0x01).bytes + fragment + Frame(first: 0x80).bytes) == [
                .text([])
            ]
        )
        #expect(
            reader.read(Frame(first: 0x01).bytes + fragment + fragment + fragment)
                == [.violation(.tooManyFragments)]
        )
    }

    @Test func `a text fails at its first wrong byte, before its frame is whole`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        let bytes = Frame(first: 0x81, payload: [0x61, 0xF4, 0x90, 0x80, 0x80, 0x61]).bytes
        #expect(reader.read(Array(bytes.prefix(8))) == [])
        #expect(reader.read([bytes[8]]) == [.violation(.invalidUTF8)])
    }

    @Test func `a violation is final`() {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        #expect(reader.read(Frame(first: 0x83).bytes) == [.violation(.reservedOpcode)])
        #expect(reader.read(Frame(first: 0x81).bytes) == [.violation(.reservedOpcode)])
    }

    @Test func `an event out of pieces stays readable until the next call`() throws {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        let payload = [UInt8](0...99)
        var bytes = Frame(first: 0x82, payload: payload).bytes
        try bytes.withUnsafeMutableBytes { buffer in
            var first = UnsafeMutableRawBufferPointer(rebasing: buffer[..<50])
            var second = UnsafeMutableRawBufferPointer(rebasing: buffer[50...])
            let early = try reader.next(&first).map(Seen.init)
            #expect(early == nil)
            guard case .binary(let message) = try reader.next(&second) else {
                Issue.record("no binary")
                return
            }
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            #expect(Array(message) == payload)
        }
    }

    @Test func `a copy of a reader goes its own way`() {
        var one = MessageReader(endpoint: .server, limits: MessageLimits())
        let frame = Frame(first: 0x82, payload: [1, 2, 3, 4]).bytes
        let other = Frame(first: 0x82, payload: [1, 2, 9, 9]).bytes
        #expect(one.read(Array(frame.prefix(8))) == [])
        var two = one
        #expect(two.read(Array(other.suffix(2))) == [.binary([1, 2, 9, 9])])
        #expect(one.read(Array(frame.suffix(2))) == [.binary([1, 2, 3, 4])])
    }

    @Test func `memory grows with what arrived, not with what was promised`() {
        var buffer = Buffer()
        defer { buffer.free() }
        let piece = [UInt8](repeating: 7, count: 10)
        piece.withUnsafeBytes { buffer.append($0, atMost: 1 << 40) }
        #expect(buffer.capacity <= 20)
        var reallocations = 0
        for _ in 0..<10_000 {
            let before = buffer.capacity
            piece.withUnsafeBytes { buffer.append($0, atMost: 1 << 40) }
            reallocations += buffer.capacity == before ? 0 : 1
        }
        #expect(buffer.count == 100_010)
        #expect(buffer.capacity <= 2 * buffer.count)
        #expect(reallocations <= 14)
    }

    @Test func `memory stops at the most a message can become`() {
        var buffer = Buffer()
        defer { buffer.free() }
        let piece = [UInt8](repeating: 7, count: 60)
        piece.withUnsafeBytes { buffer.append($0, atMost: 100) }
        piece.prefix(40).withUnsafeBytes { buffer.append($0, atMost: 100) }
        #expect(buffer.capacity == 100)
    }
}
