import Rooms
import Transport
import WebSocket

/// A client's end: keeps the messages it gets.
final class Listener: FrameSink {
    private(set) var heard: [String] = []
    private(set) var byteCount = 0
    private(set) var closeCode: CloseCode?
    private(set) var flushCount = 0
    private(set) var isSeated = false
    /// The client is gone, and nobody has noticed.
    var isDeserted = false
    /// The way to it and back, as it is measured; nil: nobody does.
    var roundTripUs: Int64?

    func send(_ frames: OutboundBytes) {
        heard.append(frames.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        byteCount += frames.withUnsafeBytes { $0.count }
    }

    func sitDown() { isSeated = true }

    func flush() { flushCount += 1 }

    func whenWritten(_ action: @escaping () -> Void) { action() }

    func close(_ code: CloseCode, reason: String) { closeCode = code }
}
