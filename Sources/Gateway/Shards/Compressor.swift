import Deflate
import Transport
import WebSocket

/// Compresses what goes to those who asked for it: once for all receivers of the same bytes, which come
/// one behind the other in a fan-out.
///
/// Confined to its shard's loop.
final class Compressor {
    private struct Made {
        let plain: OutboundBytes
        let windowBits: Int
        let compressed: OutboundBytes
    }

    private let deflater = Deflater()
    private var latest: Made?

    func compressed(_ frames: OutboundBytes, for window: PerMessageDeflate) -> OutboundBytes {
        guard frames.count > CompressedFrames.minPayloadBytes else { return frames }
        if let latest, latest.windowBits == window.windowBits, latest.plain.isIdentical(to: frames)
        {
            return latest.compressed
        }
        let smaller = frames.withUnsafeBytes { bytes in
            CompressedFrames.make(of: bytes) { payload, output in
                deflater.append(payload, windowBits: window.windowBits, to: &output)
            }
        }
        let compressed = smaller.map { OutboundBytes($0, kind: frames.kind) } ?? frames
        latest = Made(plain: frames, windowBits: window.windowBits, compressed: compressed)
        return compressed
    }
}
