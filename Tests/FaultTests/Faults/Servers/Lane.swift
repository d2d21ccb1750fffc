import Dispatch
import Glibc
import Synchronization

/// One direction of a forwarded connection: one thread fills it, another empties it.
final class Lane: Sendable {
    private struct Piece {
        /// None: the end.
        let bytes: [UInt8]
        let dueUs: Int64
    }

    /// Pieces under way; the kernel keeps what comes beyond.
    private static let maxPieces = 1_024
    private static let pieceBytes = 64 * 1024

    private let lanes: Lanes
    private let pieces = Mutex<[Piece]>([])
    private let isFilled = DispatchSemaphore(value: 0)
    private let hasRoom = DispatchSemaphore(value: Lane.maxPieces)

    init(_ lanes: Lanes) {
        self.lanes = lanes
    }

    func fill(from source: Int32) {
        var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
        var dueUs: Int64 = 0
        var count: Int
        repeat {
            count = read(source, &buffer, buffer.count)
            // Nothing overtakes what is late.
            dueUs = max(dueUs, Self.nowUs + lanes.travelUs)
            hasRoom.wait()
            let piece = Piece(bytes: Array(buffer[..<max(0, count)]), dueUs: dueUs)
            pieces.withLock { $0.append(piece) }
            isFilled.signal()
        } while count > 0
    }

    func empty(into sink: Int32, _ direction: ProxyDirection) {
        var isOpen = true
        while true {
            isFilled.wait()
            let piece = pieces.withLock { $0.removeFirst() }
            hasRoom.signal()
            let waitUs = piece.dueUs - Self.nowUs
            if waitUs > 0 { usleep(UInt32(waitUs)) }
            lanes.waitUntilOpen(direction)
            guard !piece.bytes.isEmpty else { break }
            // Bytes that come when the other end is gone are thrown away.
            if isOpen { isOpen = Self.write(piece.bytes, to: sink) }
        }
        shutdown(sink, Int32(SHUT_WR))
    }

    private static func write(_ bytes: [UInt8], to sink: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let written = bytes[sent...].withUnsafeBytes {
                send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            sent += written
        }
        return true
    }

    private static var nowUs: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
