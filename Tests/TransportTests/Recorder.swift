import Dispatch
import Synchronization
import Testing

@testable import Transport

/// Events of connections, read from any thread.
struct Record {
    var opened = 0
    var closed: [CloseReason] = []
    var overflows = 0
    var drains = 0
    var received: [UInt8] = []
    var receivedCount = 0
    var notes: [String] = []
}

/// A handler that notes what happens and does what the test says.
final class Recorder: ConnectionHandler, @unchecked Sendable {
    /// Handlers alive, to see that none is left behind.
    static let alive = Atomic<Int>(0)

    var onOpened: (Connection) -> Void = { _ in }
    var onDrained: (Connection) -> Void = { _ in }
    var onOverflowed: (Connection) -> Void = { _ in }
    var onClosed: (Connection) -> Void = { _ in }
    /// Returns how many bytes are taken.
    var onReceived: (UnsafeMutableRawBufferPointer, Connection) -> Int = { bytes, _ in bytes.count }
    var keepsBytes = true
    let events = Events()

    init() { Self.alive.add(1, ordering: .relaxed) }
    deinit { Self.alive.subtract(1, ordering: .relaxed) }

    static func echo() -> Recorder {
        let recorder = Recorder()
        recorder.keepsBytes = false
        recorder.onReceived = { bytes, connection in
            connection.send(copying: UnsafeRawBufferPointer(bytes))
            return bytes.count
        }
        return recorder
    }

    func opened(_ connection: Connection) {
        events.note { $0.opened += 1 }
        onOpened(connection)
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        let taken = onReceived(bytes, connection)
        events.note { record in
            record.receivedCount += taken
            if keepsBytes { record.received += bytes[..<taken] }
        }
        return taken
    }

    func overflowed(_ connection: Connection) {
        events.note { $0.overflows += 1 }
        onOverflowed(connection)
    }

    func drained(_ connection: Connection) {
        events.note { $0.drains += 1 }
        onDrained(connection)
    }

    func closed(_ connection: Connection, _ reason: CloseReason) {
        onClosed(connection)
        events.note { $0.closed.append(reason) }
    }
}

/// A record that can be waited for.
final class Events: Sendable {
    /// A test that waits longer than this has failed.
    static let patienceMs = 60_000

    private let record = Mutex(Record())
    private let changed = DispatchSemaphore(value: 0)

    var now: Record { record.withLock { $0 } }

    func note(_ change: (inout Record) -> Void) {
        record.withLock { change(&$0) }
        changed.signal()
    }

    /// Waits until the record is as wanted; fails the test when it does not become so.
    @discardableResult
    func wait(
        _ wanted: (Record) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Record {
        let end = DispatchTime.now() + .milliseconds(Self.patienceMs)
        while true {
            let present = now
            if wanted(present) { return present }
            guard changed.wait(timeout: end) == .success else {
                Issue.record(
                    "did not come: closed \(present.closed), received \(present.receivedCount)",
                    sourceLocation: sourceLocation
                )
                return present
            }
        }
    }
}
