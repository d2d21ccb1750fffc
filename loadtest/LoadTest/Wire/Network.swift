import OpenSSL
import Protocol
import Transport

/// What all clients of a run share: the loop, the gateway, trust, and counters.
final class Network {
    let loop: EventLoop
    let target: Target
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

    init(_ loop: EventLoop, _ target: Target, tls: TLSContext?) {
        self.loop = loop
        self.target = target
        self.tls = tls
    }

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
