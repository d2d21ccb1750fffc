import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Transport

struct WatchTests {
    @Test func `input is told turn after turn until it is read`() throws {
        let pair = try Pair()
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            pair.watch(on: loop, .input) { seen in
                events.note { $0.notes.append(seen == .input ? "input" : "other") }
                if events.now.notes.count == 3 { pair.read() }
            }
            pair.write()
        }
        events.wait { $0.notes.count == 3 }
        // Bytes that came after the reading would be noted by now.
        for _ in 0..<10 { _ = loop.run { 0 } }
        #expect(events.now.notes == ["input", "input", "input"])
    }

    @Test func `it is served before all clients that have sent something`() throws {
        let recorder = Recorder()
        let server = try Server { _ in recorder }
        let pair = try Pair()
        defer { server.stop() }
        let clients = (0..<50).map { _ in RawClient(server.address) }
        let events = recorder.events
        events.wait { $0.opened == clients.count }
        let (isHeld, haveSent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        server.loop.execute {
            pair.watch(on: server.loop, .input) { _ in
                events.note { $0.notes.append("\($0.receivedCount)") }
                pair.read()
            }
            isHeld.signal()
            haveSent.wait()
        }
        isHeld.wait()
        for client in clients { client.write([1]) }
        pair.write()
        haveSent.signal()
        let record = events.wait { $0.receivedCount == clients.count && !$0.notes.isEmpty }
        #expect(record.notes == ["0"])
    }

    @Test func `what is asked for can change`() throws {
        let pair = try Pair()
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            pair.watch(on: loop, .input) { seen in
                events.note { $0.notes.append(seen == .output ? "output" : "other") }
                pair.watch?.interest = .input
            }
        }
        for _ in 0..<10 { _ = loop.run { 0 } }
        #expect(events.now.notes.isEmpty)
        loop.execute { pair.watch?.interest = [.input, .output] }
        events.wait { $0.notes == ["output"] }
    }

    @Test func `the end is told without being asked for`() throws {
        let pair = try Pair()
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            pair.watch(on: loop, []) { seen in
                events.note { $0.notes.append(seen.contains(.ending) ? "ending" : "other") }
                pair.watch?.cancel()
            }
            pair.closeFar()
        }
        events.wait { $0.notes == ["ending"] }
    }

    @Test func `one that is cancelled is not called for what has happened in the same turn`() throws
    {
        let first = try Pair()
        let second = try Pair()
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        loop.execute {
            first.watch(on: loop, .input) { _ in
                events.note { $0.notes.append("first") }
                Self.end(second, events)
                first.read()
            }
            second.watch(on: loop, .input) { _ in
                events.note { $0.notes.append("second") }
                Self.end(first, events)
                second.read()
            }
            // Both are told by the same epoll_wait.
            first.write()
            second.write()
        }
        events.wait { $0.notes.count == 2 }
        for _ in 0..<10 { _ = loop.run { 0 } }
        let notes = events.now.notes
        #expect(notes.contains("first") != notes.contains("second"))
        #expect(notes.contains("kept until the turn is over"))
    }

    /// Cancels, lets go and closes in the middle of a turn.
    private static func end(_ pair: Pair, _ events: Events) {
        weak let watch = pair.watch
        pair.watch?.cancel()
        pair.watch = nil
        pair.closeNear()
        if watch != nil { events.note { $0.notes.append("kept until the turn is over") } }
    }

    @Test func `a number that is given out again is nobody's yet`() throws {
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        for round in 0..<50 {
            let pair = try Pair()
            loop.execute {
                pair.watch(on: loop, .input) { _ in
                    events.note { $0.notes.append("\(round)") }
                    pair.watch?.cancel()
                    pair.closeNear()
                }
                pair.write()
            }
            events.wait { $0.notes.count == round + 1 }
        }
        #expect(events.now.notes == (0..<50).map { "\($0)" })
        #expect(loop.run { loop.watches.isEmpty && loop.cancelledWatches.isEmpty })
    }

    @Test func `it is served while the loop has no time for anybody else`() throws {
        let pair = try Pair()
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let events = Events()
        let isOver = Atomic(false)
        @Sendable func again() {
            if !isOver.load(ordering: .relaxed) { loop.inbox.put { again() } }
        }
        loop.execute {
            again()
            pair.watch(on: loop, .input) { _ in
                isOver.store(true, ordering: .relaxed)
                pair.read()
                events.note { $0.notes.append("served") }
            }
            pair.write()
        }
        events.wait { $0.notes == ["served"] }
    }

    @Test func `shutdown lets go of what handlers hold`() throws {
        final class Held: Sendable {}
        let loop = EventLoop(label: "watch")
        let pair = try Pair()
        weak var held: Held?
        do {
            let object = Held()
            held = object
            loop.run { pair.watch(on: loop, .input) { _ in _ = object } }
        }
        #expect(held != nil)
        loop.shutdown()
        for _ in 0..<1_000 where held != nil { usleep(1_000) }
        #expect(held == nil)
    }

    @Test func `a descriptor that can't be watched is refused`() throws {
        let loop = EventLoop(label: "watch")
        defer { loop.shutdown() }
        let isRefused = loop.run { loop.watch(-1, .input) { _ in } == nil && errno == EBADF }
        #expect(isRefused)
    }
}

/// Two connected sockets, the near one watched; the test's hand on both.
private final class Pair: @unchecked Sendable {
    private var near: Int32
    private var far: Int32
    var watch: DescriptorSource?

    init() throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        closeNear()
        closeFar()
    }

    func watch(
        on loop: EventLoop,
        _ interest: SocketEvents,
        _ handler: @escaping (SocketEvents) -> Void
    ) {
        watch = loop.watch(near, interest, handler)
    }

    func write() {
        var byte: UInt8 = 1
        _ = Glibc.write(far, &byte, 1)
    }

    func read() {
        var byte: UInt8 = 0
        _ = Glibc.read(near, &byte, 1)
    }

    func closeNear() {
        if near >= 0 { close(near) }
        near = -1
    }

    func closeFar() {
        if far >= 0 { close(far) }
        far = -1
    }
}
