import ArgumentParser
import GatewayClient
import GatewayClientTransport
import OpenSSL
import Transport

/// A run under way: begins on its loop and says once how it ended.
protocol Run: AnyObject {
    typealias Ending = (Result<Report, ClientFailure>) -> Void

    func start()
}

/// Something that goes on until it is over, and does things at a pace meanwhile.
protocol Paced: AnyObject {
    var network: Network { get }
    var isOver: Bool { get }
}

extension Paced {
    /// Does something again and again. By the clock, not after the last time, so that the pace does not drift;
    /// what is late is left out.
    func every(
        us pauseUs: Int64,
        since lastUs: Int64 = Ticks.nowUs,
        _ action: @escaping (Self) -> Void
    ) {
        let nowUs = Ticks.nowUs
        let nextUs = max(lastUs + pauseUs, nowUs)
        network.after((nextUs - nowUs + 500) / 1_000) { [weak self] in
            guard let self, !isOver else { return }
            action(self)
            every(us: pauseUs, since: nextUs, action)
        }
    }

    func every(ms: Int64, _ action: @escaping (Self) -> Void) { every(us: ms * 1_000, action) }
}

/// The end of a run; its exit code after sysexits.
enum Outcome: Int32, Sendable {
    case kept = 0
    /// A law was broken, or the game went wrong.
    case broken = 1
    /// The gateway can't be reached.
    case unreachable = 69

    init(_ failure: ClientFailure) {
        Console.say("\(failure)")
        self = if case .unreachable = failure { .unreachable } else { .broken }
    }

    func exit() throws { if self != .kept { throw ExitCode(rawValue) } }
}

/// The gateway, and the place where the figures go.
struct CommonOptions: ParsableArguments, Sendable {
    @Option(
        help: """
            The gateway: http, https, ws or wss, and a loopback address. Repeatable: clients are dealt \
            out over gateways that share their stores.
            """
    )
    var url = ["http://127.0.0.1:8080"]

    @Flag(help: "Take any certificate, such as a self-signed one.")
    var insecure = false

    @Option(help: ArgumentHelp("Write the figures to this file as JSON.", valueName: "file"))
    var json: String?

    func validate() throws { _ = try targets() }

    private func targets() throws -> [Target] {
        let targets = try url.map { try Target(option: $0) }
        try require(Set(targets.map(\.isTLS)).count == 1, "--url: all with TLS, or none")
        return targets
    }

    /// Gives a run its loop, waits for it on the calling thread, and exits as it ended.
    func run(_ make: @escaping @Sendable (Network, @escaping Run.Ending) -> any Run) throws {
        let targets = try targets()
        let tls: TLSContext?
        do throws(ClientFailure) {
            tls = targets[0].isTLS ? try .client(trustsAnyCertificate: insecure) : nil
        } catch { return try Outcome(error).exit() }
        let loop = EventLoop(label: "loadtest")
        let ending: Outcome = outcome(on: loop) { [json] done in
            let keeper = Keeper()
            keeper.run = make(Network(loop, targets, tls: tls)) { result in
                guard keeper.run != nil else { return }
                // The circle of closures that keeps the run alive ends here.
                keeper.run = nil
                switch result {
                case .success(let report): done(report.publish(to: json) ? .kept : .broken)
                case .failure(let failure): done(Outcome(failure))
                }
            }
            keeper.run?.start()
        }
        loop.shutdown()
        try ending.exit()
    }

    private final class Keeper {
        var run: (any Run)?
    }
}

extension ParsableArguments {
    func require(_ condition: Bool, _ message: String) throws {
        guard condition else { throw ValidationError(message) }
    }
}

extension Target {
    init(option url: String) throws {
        do throws(Problem) {
            try self.init(url: url)
        } catch { throw ValidationError("--url: \(error)") }
    }
}
