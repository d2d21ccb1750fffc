import Testing
import WebSocket

/// RFC 6455 §5, rule by rule.
struct FrameRuleTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let frames: [Frame]
        let expected: [Seen]

        init(_ description: String, _ frames: [Frame], _ expected: [Seen]) {
            testDescription = description
            self.frames = frames
            self.expected = expected
        }

        init(_ description: String, _ frame: Frame, _ reason: Violation.Reason) {
            self.init(description, [frame], [.violation(reason)])
        }
    }

    @Test(arguments: cases)
    func `a server obeys`(_ rule: Case) {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        #expect(reader.read(rule.frames.flatMap(\.bytes)) == rule.expected)
    }

    @Test(arguments: cases)
    func `a client obeys`(_ rule: Case) {
        var reader = MessageReader(endpoint: .client, limits: MessageLimits())
        let frames = rule.frames.map { frame in
            var frame = frame
            frame.mask = nil
            return frame
        }
        #expect(reader.read(frames.flatMap(\.bytes)) == rule.expected)
    }

    @Test(arguments: cases)
    func `reading byte by byte changes nothing`(_ rule: Case) {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        let bytes = rule.frames.flatMap(\.bytes)
        let seen = reader.read(pieces: bytes.indices.map { bytes[$0...$0] })
        #expect(seen == rule.expected)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8], [0x00, 0x80] as [UInt8])
    func `an opcode without a meaning is refused`(opcode: UInt8, fin: UInt8) {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits())
        #expect(reader.read(Frame(first: fin | opcode).bytes) == [.violation(.reservedOpcode)])
    }

    @Test func `each endpoint insists on the other's mask`() {
        var server = MessageReader(endpoint: .server, limits: MessageLimits())
        #expect(server.read(Frame(first: 0x81, mask: nil).bytes) == [.violation(.maskMissing)])
        var client = MessageReader(endpoint: .client, limits: MessageLimits())
        #expect(client.read(Frame(first: 0x81).bytes) == [.violation(.maskUnexpected)])
    }

    @Test func `close codes that must not travel are refused, the others pass`() {
        let allowed = Set(1000...1003).union(1007...1014).union(3000...4999)
        for code in 0...UInt16.max {
            var reader = MessageReader(endpoint: .server, limits: MessageLimits())
            let frame = Frame(first: 0x88, payload: [UInt8(code >> 8), UInt8(code & 0xFF)])
            let expected: Seen =
                allowed.contains(Int(code)) ? .close(code, []) : .violation(.closeCodeForbidden)
            if reader.read(frame.bytes) != [expected] {
                Issue.record("code \(code)")
            }
        }
    }

    @Test func `the examples of RFC 6455 §5·7 read as written`() {
        var client = MessageReader(endpoint: .client, limits: MessageLimits())
        #expect(client.read([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.text("Hello")])
        #expect(client.read([0x01, 0x03, 0x48, 0x65, 0x6C]) == [])
        #expect(client.read([0x80, 0x02, 0x6C, 0x6F]) == [.text("Hello")])
        #expect(client.read([0x89, 0x05] + "Hello".utf8) == [.ping(Array("Hello".utf8))])
        var server = MessageReader(endpoint: .server, limits: MessageLimits())
        let masked: [UInt8] = [
            0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
        ]
        #expect(server.read(masked) == [.text("Hello")])
    }

    @Test func `every violation has words that fit a close frame`() {
        for reason in Violation.Reason.allCases {
            #expect((1...123).contains(reason.description.utf8.count))
        }
    }

    @Test(arguments: [
        ([0xFF, 0x80], CloseCode.protocolError),
        (Frame(first: 0x81, payload: [0xFF]).bytes, .invalidPayload),
        (Frame(first: 0x81, claimed: 1 << 40).bytes, .messageTooBig),
        (Frame(first: 0x01).bytes + Frame(first: 0x00).bytes, .policyViolation),
    ])
    func `a violation names the code to close with`(bytes: [UInt8], code: CloseCode) {
        var reader = MessageReader(endpoint: .server, limits: MessageLimits(maxFragments: 1))
        var bytes = bytes
        #expect {
            try bytes.withUnsafeMutableBytes { buffer in
                var input = buffer
                _ = try reader.next(&input)
            }
        } throws: {
            ($0 as? Violation)?.closeCode == code
        }
    }
}
