import Gateway
import Transport
import WebSocket

/// A client that measures the patches it gets.
final class PatchEar: Outlet {
    var patchBytes = 0

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
                    if message.starts(with: #"{"type":"STATE_PATCH""#.utf8) {
                        patchBytes += message.count
                    }
                }
            }
        }
    }

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) {}
}
