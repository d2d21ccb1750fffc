import Deflate
import Seeded
import Testing
import WebSocket

/// Compressed messages as frames.
struct CompressedMessageTests {
    private static let text = Array(String(repeating: "Vart är vi på väg? ", count: 60).utf8)

    private func reader(_ inflater: Inflater? = Inflater(), maxBytes: Int = 16_384) -> MessageReader
    {
        MessageReader(
            endpoint: .client,
            limits: MessageLimits(maxMessageBytes: maxBytes),
            inflater: inflater
        )
    }

    private func frame(
        _ opcode: Opcode,
        _ payload: [UInt8],
        fin: Bool = true,
        isCompressed: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        payload.withUnsafeBytes {
            FrameWriter.append(opcode, $0, fin: fin, isCompressed: isCompressed, to: &bytes)
        }
        return bytes
    }

    /// Reads with a cut after every `step` bytes.
    private func events(
        _ reader: inout MessageReader,
        _ bytes: [UInt8],
        step: Int
    ) throws(Violation) -> [String] {
        var seen: [String] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            var piece = Array(bytes[start..<min(start + step, bytes.count)])
            let found = piece.withUnsafeMutableBytes { memory -> Result<[String], Violation> in
                var input = memory
                var found: [String] = []
                do throws(Violation) {
                    while let event = try reader.next(&input) {
                        switch event {
                        case .text(let text): found.append(String(decoding: text, as: UTF8.self))
                        case .binary(let bytes): found.append("\(bytes.count) bytes")
                        case .ping: found.append("ping")
                        case .pong, .close: found.append("other")
                        }
                    }
                } catch {
                    return .failure(error)
                }
                return .success(found)
            }
            seen += try found.get()
        }
        return seen
    }

    @Test(arguments: [1, 7, 100, 10_000])
    func `whole, in fragments and around a ping it is the same text`(_ step: Int) throws {
        let small = deflated(Self.text)
        let half = small.count / 2
        let bytes =
            frame(.text, small, isCompressed: true)
            + frame(.text, Array(small[..<half]), fin: false, isCompressed: true)
            + frame(.ping, [1])
            + frame(.continuation, Array(small[half...]))
            + frame(.text, Self.text)
            + frame(.binary, small, isCompressed: true)
        var reader = reader()
        let text = String(decoding: Self.text, as: UTF8.self)
        let seen = try events(&reader, bytes, step: step)
        #expect(seen == [text, "ping", text, text, "\(Self.text.count) bytes"])
    }

    private func violation(_ bytes: [UInt8], _ inflater: Inflater?, maxBytes: Int = 16_384)
        -> Violation.Reason?
    {
        var reader = reader(inflater, maxBytes: maxBytes)
        do throws(Violation) {
            _ = try events(&reader, bytes, step: 10_000)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `the bit is refused where it may not be`() {
        let small = deflated(Self.text)
        #expect(violation(frame(.text, small, isCompressed: true), nil) == .reservedBits)
        #expect(violation(frame(.ping, [], isCompressed: true), Inflater()) == .reservedBits)
        let second =
            frame(.text, small, fin: false, isCompressed: true)
            + frame(.continuation, [], isCompressed: true)
        #expect(violation(second, Inflater()) == .reservedBits)
    }

    @Test func `what it inflates to is held to the same rules`() {
        let bomb = deflated([UInt8](repeating: 0x20, count: 100_000))
        let noText = deflated([UInt8](repeating: 0xFF, count: 600))
        #expect(violation(frame(.text, bomb, isCompressed: true), Inflater()) == .messageTooBig)
        #expect(violation(frame(.text, noText, isCompressed: true), Inflater()) == .invalidUTF8)
        #expect(
            violation(frame(.text, [0xFF, 0xFF], isCompressed: true), Inflater()) == .notDeflated
        )
        #expect(violation(frame(.binary, noText, isCompressed: true), Inflater()) == nil)
    }

    @Test func `of several frames those are compressed that gain by it`() throws {
        var random = SplitMix64(seed: 3)
        let noise = random.bytes(2_000)
        let frames =
            frame(.text, Array("short".utf8)) + frame(.text, Self.text) + frame(.binary, noise)
        let deflater = Deflater()
        let made = frames.withUnsafeBytes { bytes in
            CompressedFrames.make(of: bytes) { deflater.append($0, windowBits: 15, to: &$1) }
        }
        let smaller = try #require(made)
        #expect(smaller.count < frames.count - Self.text.count / 2)
        var reader = reader()
        let seen = try events(&reader, smaller, step: 10_000)
        #expect(seen == ["short", String(decoding: Self.text, as: UTF8.self), "2000 bytes"])
        let short = frame(.text, [UInt8](repeating: 0x20, count: 100))
        #expect(short.withUnsafeBytes { CompressedFrames.make(of: $0) { _, _ in } } == nil)
    }
}
