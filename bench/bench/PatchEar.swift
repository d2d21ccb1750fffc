import Deflate
import Gateway
import Transport
import WebSocket

/// A client that measures the patches it gets.
final class PatchEar: Outlet {
    /// Their JSON.
    var patchBytes = 0
    /// The same as frames for a client that takes them compressed, as every browser does.
    var wireBytes = 0

    private let deflater = Deflater()

    func send(_ frames: OutboundBytes) {
        frames.withUnsafeBytes { bytes in
            var input = Array(bytes)
            input.withUnsafeMutableBytes { raw in
                var buffer = raw
                var reader = MessageReader(
                    endpoint: .client,
                    limits: MessageLimits(maxMessageBytes: 1 << 20)
                )
                while let event = try? reader.next(&buffer), case .text(let message) = event {
                    if message.starts(with: #"{"type":"STATE_PATCH""#.utf8) { measure(message) }
                }
            }
        }
    }

    private func measure(_ patch: UnsafeRawBufferPointer) {
        patchBytes += patch.count
        var frame: [UInt8] = []
        FrameWriter.append(.text, patch, to: &frame)
        let compressed = frame.withUnsafeBytes { plain in
            CompressedFrames.make(of: plain) { payload, output in
                deflater.append(payload, windowBits: 15, to: &output)
            }
        }
        wireBytes += compressed?.count ?? frame.count
    }

    func flush() {}

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) {}
}
