import Dispatch
import GatewayClient
import OpenSSL
import Synchronization
import Transport

/// A run under way: begins on its loop and says once how it ended.
protocol Run: AnyObject {
    func start()
}

/// Gives a run its loop, and waits for it on the calling thread.
enum Runner {
    static func run(
        _ options: RunOptions,
        _ make: @escaping @Sendable (Network, @escaping (Outcome) -> Void) -> any Run
    ) -> Outcome {
        let trust: TLSContext.Trust =
            options.trustsAnyCertificate
            ? .insecure : .authorities(file: "/etc/ssl/certs/ca-certificates.crt")
        let tls: TLSContext?
        do {
            tls = options.targets.contains(where: \.isTLS) ? try .client(trust, resumes: true) : nil
        } catch {
            Console.say("TLS can't be had: \(error)")
            return .unreachable
        }
        let loop = EventLoop(label: "loadtest")
        let ending = Mutex<Outcome?>(nil)
        let isOver = DispatchSemaphore(value: 0)
        loop.execute {
            let network = Network(loop, options.targets, tls: tls)
            let keeper = Keeper()
            let run = make(network) { outcome in
                guard keeper.run != nil else { return }
                ending.withLock { $0 = outcome }
                // The circle of closures that keeps the run alive ends here.
                keeper.run = nil
                isOver.signal()
            }
            keeper.run = run
            run.start()
        }
        isOver.wait()
        loop.shutdown()
        return ending.withLock { $0 } ?? .broken
    }

    private final class Keeper {
        var run: (any Run)?
    }
}
