import Dispatch
import Glibc
import OpenSSL
import Synchronization
import Testing

@testable import Transport

extension EventLoop {
    /// Runs `work` on the loop and waits for what it returns.
    func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
        let answer = Mutex<Result?>(nil)
        let done = DispatchSemaphore(value: 0)
        execute {
            let result = work()
            answer.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = answer.withLock({ $0 }) else { preconditionFailure("no answer") }
        return result
    }

    /// Waits, turn by turn, until `condition` holds on the loop.
    func wait(until condition: @escaping @Sendable () -> Bool) -> Bool {
        let end = DispatchTime.now() + .milliseconds(Events.patienceMs)
        while DispatchTime.now() < end {
            if run(condition) { return true }
            sched_yield()
        }
        return false
    }
}

/// A listener on a free port of 127.0.0.1 and the loops it lives on.
struct Server {
    let loops: [EventLoop]
    let listener: Listener

    var loop: EventLoop { loops[0] }
    var address: SocketAddress { listener.address }

    init(
        loops count: Int = 1,
        tls: TLSContext? = nil,
        limits: ConnectionLimits = ConnectionLimits(),
        refused: @escaping @Sendable (AcceptRefusal) -> Void = { _ in },
        accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) throws {
        loops = (0..<count).map { EventLoop(label: "test \($0)") }
        listener = try Listener(
            loopback,
            tls: tls,
            loops: loops,
            limits: limits,
            refused: refused,
            accept: accept
        )
    }

    /// A connection from the server's own first loop.
    func connect(_ handler: Recorder, tls: TLSContext? = nil) {
        let address = address
        loop.execute { [loop] in
            loop.connect(to: address, tls: tls.map { ($0, "localhost") }, handler: handler)
        }
    }

    func stop() {
        for loop in loops { loop.shutdown() }
    }
}

let loopback: SocketAddress = {
    guard let address = SocketAddress("127.0.0.1:0") else { preconditionFailure("no loopback") }
    return address
}()

/// Bytes that tell where they stand.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
}
