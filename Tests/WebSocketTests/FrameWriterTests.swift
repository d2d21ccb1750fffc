import Testing
import WebSocket

struct FrameWriterTests {
    static let lengths = [0, 1, 2, 7, 8, 9, 124, 125, 126, 127, 65_535, 65_536, 70_001]

    static func payload(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    @Test(arguments: lengths)
    func `a server's frame has the shortest header and no mask`(length: Int) {
        let payload = Self.payload(length)
        var output: [UInt8] = [0xAA]
        payload.withUnsafeBytes { FrameWriter.append(.binary, $0, to: &output) }
        #expect(output == [0xAA] + Frame(first: 0x82, payload: payload, mask: nil).bytes)
        #expect(output.count == 1 + FrameWriter.headerBytes(payload: length) + length)
    }

    @Test(arguments: lengths)
    func `a client's frame is masked with the key as it stands in memory`(length: Int) {
        let payload = Self.payload(length)
        let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        let mask = key.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        var output: [UInt8] = []
        payload.withUnsafeBytes {
            FrameWriter.append(.text, $0, fin: false, mask: mask, to: &output)
        }
        #expect(output == Frame(first: 0x01, payload: payload, mask: key).bytes)
    }

    @Test(arguments: lengths)
    func `a header alone goes to raw memory`(length: Int) {
        var memory = [UInt8](repeating: 0xEE, count: FrameWriter.maxHeaderBytes)
        let count = memory.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map {
                FrameWriter.writeHeader(.continuation, payload: length, fin: false, to: $0)
            }
        }
        let frame = Frame(first: 0x00, payload: Self.payload(length), mask: nil).bytes
        #expect(count == frame.count - length)
        #expect(memory.prefix(frame.count - length) == frame.prefix(frame.count - length))
        #expect(memory.dropFirst(frame.count - length).allSatisfy { $0 == 0xEE })
    }

    @Test func `a close carries its code and reason`() {
        var output: [UInt8] = []
        FrameWriter.appendClose(.goingAway, reason: "drain", mask: nil, to: &output)
        #expect(output == [0x88, 7, 0x03, 0xE9] + "drain".utf8)
        output = []
        FrameWriter.appendClose(nil, mask: nil, to: &output)
        #expect(output == [0x88, 0])
        output = []
        FrameWriter.appendClose(.normal, mask: 0, to: &output)
        #expect(output == [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
    }

    @Test(arguments: ["a", "å", "€", "😀"], 0...3)
    func `a long reason is cut between characters`(character: String, ascii: Int) {
        let reason = String(repeating: "x", count: ascii) + String(repeating: character, count: 124)
        var output: [UInt8] = []
        FrameWriter.appendClose(.normal, reason: reason, mask: nil, to: &output)
        var reader = MessageReader(endpoint: .client, limits: MessageLimits())
        guard case .close(1000, let text) = reader.read(output).first else {
            Issue.record("no close")
            return
        }
        #expect(reason.utf8.starts(with: text))
        #expect(text.count <= 123 && text.count > 123 - character.utf8.count)
    }

    @Test func `a control frame that breaks the rules is our own mistake`() async {
        await #expect(processExitsWith: .failure) {
            var output: [UInt8] = []
            [UInt8](repeating: 0, count: 126).withUnsafeBytes {
                FrameWriter.append(.ping, $0, to: &output)
            }
        }
        await #expect(processExitsWith: .failure) {
            var output: [UInt8] = []
            FrameWriter.appendClose(CloseCode(rawValue: 1005), mask: nil, to: &output)
        }
    }
}
