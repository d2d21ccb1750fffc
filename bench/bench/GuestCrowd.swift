import Dispatch
import Protocol
import Transport

/// The guests of many rooms on one loop.
///
/// Confined to its loop, but for what `run` waits for.
final class GuestCrowd: @unchecked Sendable {
    /// Connections under way at one time.
    private static let doors = 64

    let address: SocketAddress
    private let loop = EventLoop(label: "guests")
    private var guests: [Guest] = []
    private var waiting: ArraySlice<Guest> = []
    private var missing = 0
    private let done = DispatchSemaphore(value: 0)
    private(set) var hasLeft = false

    /// Messages of the guests since it was set to nothing.
    struct Heard {
        var snapshots = 0
        /// Of the documents and patches that seated somebody.
        var bytes = 0
        /// Messages that were neither.
        var others = 0
        /// Commands that were sent.
        var commands = 0
    }

    private var heard = Heard()

    init(port: UInt16) {
        guard let address = SocketAddress("127.0.0.1:\(port)") else {
            preconditionFailure("no address: \(port)")
        }
        self.address = address
    }

    /// Connects guests, and waits until each has its document.
    func seat(_ role: Role, tokens: [(token: String, path: String)]) {
        run { crowd in
            let guests = tokens.map {
                Guest(role, token: $0.token, path: $0.path, crowd: crowd)
            }
            crowd.guests += guests
            crowd.connect(guests)
        }
    }

    private func connect(_ guests: [Guest]) {
        missing = guests.count
        waiting = guests[...]
        for _ in 0..<min(Self.doors, guests.count) { connectNext() }
    }

    private func connectNext() {
        guard let guest = waiting.popFirst() else { return }
        _ = loop.connect(to: address, handler: guest, timeoutMs: 30_000)
    }

    func seated(bySnapshot isSnapshot: Bool, byteCount: Int) {
        heard.snapshots += isSnapshot ? 1 : 0
        heard.bytes += byteCount
        missing -= 1
        connectNext()
        if missing == 0 { done.signal() }
    }

    func heardOther() {
        heard.others += 1
    }

    /// All players go at once, the hosts do something, and the players come back; waits until each
    /// knows what it missed.
    func dropPlayers(while hostsSay: String) -> Heard {
        run { crowd in
            crowd.heard = Heard()
            for guest in crowd.guests where guest.role == .player { guest.drop() }
            for guest in crowd.guests where guest.role == .host { guest.say(hostsSay) }
            // Later than the commits of what the hosts said.
            _ = crowd.loop.schedule(at: crowd.loop.now + 200) {
                crowd.connect(crowd.guests.filter { $0.role == .player })
            }
        }
        return loop.queue.sync { heard }
    }

    func hostsSay(_ type: String) {
        run { crowd in
            for guest in crowd.guests where guest.role == .host { guest.say(type) }
            crowd.done.signal()
        }
    }

    // MARK: A living-room pace

    /// Every player pulls the brake, every host pauses and resumes, each at its own times, evenly
    /// spread.
    func play(forMs: Int64, pullEveryMs: Int64, pauseEveryMs: Int64) -> Heard {
        run { crowd in
            crowd.heard = Heard()
            let endAt = crowd.loop.now + forMs
            crowd.repeatSaying(["BRAKE_PULL"], by: .player, everyMs: pullEveryMs, until: endAt)
            let switches = ["HOST_PAUSE", "HOST_RESUME"]
            crowd.repeatSaying(switches, by: .host, everyMs: pauseEveryMs, until: endAt)
            _ = crowd.loop.schedule(at: endAt) { crowd.done.signal() }
        }
        return loop.queue.sync { heard }
    }

    private func repeatSaying(
        _ types: [String],
        by role: Role,
        everyMs: Int64,
        until endAt: ServerTime
    ) {
        let speakers = guests.filter { $0.role == role }
        for (index, guest) in speakers.enumerated() {
            let firstAt = loop.now + everyMs * Int64(index) / Int64(speakers.count)
            say(types, turn: 0, guest, at: firstAt, everyMs: everyMs, until: endAt)
        }
    }

    private func say(
        _ types: [String],
        turn: Int,
        _ guest: Guest,
        at time: ServerTime,
        everyMs: Int64,
        until endAt: ServerTime
    ) {
        guard time < endAt else { return }
        _ = loop.schedule(at: time) { [self] in
            heard.commands += 1
            guest.say(types[turn % types.count], payload: #"{"atClientMs":1}"#)
            say(types, turn: turn + 1, guest, at: time + everyMs, everyMs: everyMs, until: endAt)
        }
    }

    // MARK: The loop

    private func run(_ work: @escaping @Sendable (GuestCrowd) -> Void) {
        loop.execute { work(self) }
        done.wait()
    }

    func leave() {
        loop.queue.sync {
            hasLeft = true
            guests = []
            waiting = []
        }
        loop.shutdown()
    }
}
