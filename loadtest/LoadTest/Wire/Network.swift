import OpenSSL
import Protocol
import Transport

/// What all clients of a run share: the loop, the gateways, trust, and counters.
final class Network {
    let loop: EventLoop
    /// Gateways of the same sessions, at least one; who loses one goes to the next.
    let targets: [Target]
    let tls: TLSContext?
    var masks = MaskPool()

    var bytesIn = 0
    var bytesOut = 0
    var messagesIn = 0
    var messagesOut = 0
    /// Of all TIME_PINGs, in microseconds.
    var roundTrips = Histogram()
    /// Told of everything that is wrong on its own, whatever the game is at.
    var onBreach: (Law, Client, String) -> Void = { _, _, _ in }

    /// Connection attempts in a row before a client gives up.
    let maxAttempts: Int

    init(_ loop: EventLoop, _ targets: [Target], tls: TLSContext?, maxAttempts: Int = 6) {
        precondition(!targets.isEmpty, "clients need a gateway")
        self.loop = loop
        self.targets = targets
        self.tls = tls
        self.maxAttempts = maxAttempts
    }

    var target: Target { targets[0] }

    /// Counts from here on.
    func forgetTraffic() {
        (bytesIn, bytesOut, messagesIn, messagesOut) = (0, 0, 0, 0)
    }

    /// Does something later, on the loop.
    func after(_ ms: Int64, _ action: @escaping () -> Void) {
        _ = loop.schedule(at: loop.now + ms, action)
    }

    func report(_ law: Law, by client: Client, _ what: String) {
        onBreach(law, client, what)
    }
}
