import Deflate
import Rooms
import Transport
import WebSocket

/// A client that keeps what it gets, and weighs the patches among it when it is asked.
final class PatchEar: FrameSink {
    /// Bytes of patches.
    struct Weight {
        /// Their JSON.
        var plain = 0
        /// The same as frames for a client that takes them compressed, as every browser does.
        var compressed = 0
    }

    private var heard: [OutboundBytes] = []
    private let deflater = Deflater()

    func sitDown() {}

    var isDeserted: Bool { false }

    func send(_ frames: OutboundBytes) { heard.append(frames) }

    func flush() {}

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) {}

    func forget() { heard = [] }

    /// Of what came since it was told to forget.
    func weigh() -> Weight {
        var weight = Weight()
        for frames in heard { frames.withUnsafeBytes { weigh(Array($0), into: &weight) } }
        return weight
    }

    private func weigh(_ frames: [UInt8], into weight: inout Weight) {
        var frames = frames
        frames.withUnsafeMutableBytes { raw in
            var rest = raw
            var reader = MessageReader(
                endpoint: .client,
                limits: MessageLimits(maxMessageBytes: 1 << 20)
            )
            while let event = try? reader.next(&rest), case .text(let message) = event {
                guard message.starts(with: #"{"type":"STATE_PATCH""#.utf8) else { continue }
                weight.plain += message.count
                weight.compressed += compressedCount(message)
            }
        }
    }

    private func compressedCount(_ patch: UnsafeRawBufferPointer) -> Int {
        var frame: [UInt8] = []
        FrameWriter.append(.text, patch, to: &frame)
        let compressed = frame.withUnsafeBytes { plain in
            CompressedFrames.make(of: plain) { payload, output in
                deflater.append(payload, windowBits: 15, to: &output)
            }
        }
        return compressed?.count ?? frame.count
    }
}
