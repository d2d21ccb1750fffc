/// One kind of work on the wire that every contender does, and how much of it.
struct WireWork {
    enum Kind {
        case echo(connections: Int, bytes: Int, messages: Int)
        case fanOut(receivers: Int, bytes: Int, times: Int)
        case connect(count: Int)
        /// TLS sessions taken up again.
        case resume(count: Int)
        case idle(count: Int, seconds: Double)
    }

    /// One of the figures it gives.
    struct Figure {
        var name: String
        var unit: String
        var budgets: [Budget] = []
    }

    /// One contender's need for one figure, once.
    struct Sample {
        var value: Double
        /// Time by the clock per unit in µs.
        var wall: Double?
    }

    var kind: Kind
    var isTLS: Bool
    var figures: [Figure]

    func isDone(by contender: Contender) -> Bool {
        switch (kind, contender) {
        case (.fanOut, _), (_, .gateway), (_, .floor): true
        case (_, .peer(let peer)): peer.echoes
        }
    }

    private static let cpu = "µs"
    private static let uWebSockets = Contender.peer(.uWebSockets)

    static func plain(scale: Int) -> [WireWork] {
        func work(_ kind: Kind, _ name: String, _ budgets: Budget...) -> WireWork {
            let figure = Figure(name: name, unit: cpu, budgets: budgets)
            return WireWork(kind: kind, isTLS: false, figures: [figure])
        }
        return [
            work(
                .echo(connections: 200, bytes: 64, messages: 100_000 / scale),
                "echo 64 B, 200 connections",
                .share(1.0, of: uWebSockets)
            ),
            work(
                .echo(connections: 2_000, bytes: 64, messages: 100_000 / scale),
                "echo 64 B, 2 000 connections",
                .share(0.9, of: uWebSockets)
            ),
            work(
                .fanOut(receivers: 100, bytes: 300, times: 1_000 / scale),
                "fan-out 300 B to 100"
            ),
            work(
                .fanOut(receivers: 1_000, bytes: 300, times: 200 / scale),
                "fan-out 300 B to 1 000",
                .share(0.95, of: uWebSockets),
                .share(1.0, of: .floor)
            ),
            work(
                .fanOut(receivers: 10_000 / scale, bytes: 300, times: 20),
                "fan-out 300 B to \(scale == 1 ? "10 000" : "\(10_000 / scale)")",
                .share(1.0, of: .floor)
            ),
            work(.connect(count: 4_000 / scale), "connect + upgrade", .share(1.5, of: .floor)),
            WireWork(
                kind: .idle(count: 5_000 / scale, seconds: 2),
                isTLS: false,
                figures: [
                    Figure(name: "idle connection, memory", unit: "B", budgets: [.atMost(1_024)]),
                    Figure(name: "idle connection, CPU", unit: "µs/s"),
                ]
            ),
        ]
    }

    static func tls(scale: Int) -> [WireWork] {
        func work(_ kind: Kind, _ name: String, _ unit: String, _ budgets: Budget...) -> WireWork {
            let figure = Figure(name: "TLS: \(name)", unit: unit, budgets: budgets)
            return WireWork(kind: kind, isTLS: true, figures: [figure])
        }
        return [
            work(
                .echo(connections: 200, bytes: 64, messages: 100_000 / scale),
                "echo 64 B, 200 connections",
                cpu,
                .share(1.0, of: uWebSockets)
            ),
            work(
                .fanOut(receivers: 1_000, bytes: 300, times: 100 / scale),
                "fan-out 300 B to 1 000",
                cpu,
                .share(1.05, of: .floor)
            ),
            work(
                .fanOut(receivers: 1_000, bytes: 2_048, times: 80 / scale),
                "fan-out 2 KiB to 1 000",
                cpu,
                .share(0.95, of: .floor)
            ),
            work(
                .connect(count: 1_500 / scale),
                "full handshake + upgrade",
                cpu,
                .share(1.0, of: .floor)
            ),
            work(
                .resume(count: 1_500 / scale),
                "resumed handshake + upgrade",
                cpu,
                .share(1.05, of: .floor)
            ),
            work(
                .idle(count: 2_000 / scale, seconds: 0),
                "idle connection, memory",
                "B",
                .atMost(17 * 1_024)
            ),
        ]
    }
}
