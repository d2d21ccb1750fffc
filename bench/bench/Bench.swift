import ArgumentParser
import Foundation

/// Figures as ratios against a floor measured in the same run: machines are shared and noisy, so a
/// time by itself says little.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure the gateway against a bare C epoll server, interleaved in one run.",
        discussion: """
            Server CPU per unit of work (user and system time of the server's process), the median of \
            the rounds and their spread. The clients run in this process and are not counted. \
            Everything stays on 127.0.0.1.
            """
    )

    @Option(help: "The gateway's executable.") var gateway = ".build/release/gatewayd"
    @Option(help: "The floor's executable.") var floor = ".build/release/floor"
    @Option(help: "The load test's executable.") var loadtest = ".build/release/loadtest"
    @Option(help: "Rounds; floor and gateway take turns.") var rounds = 5
    @Option(help: "Rooms that live on one Redis.") var rooms = 20_000
    @Option(help: "Only work whose name contains this.") var only: String?
    @Flag(help: "A tenth of the work, to see that everything runs.") var quick = false

    func run() throws {
        let scale = quick ? 10 : 1
        let certificate = try Certificate()
        defer { certificate.remove() }
        print(Machine.description)
        print(Row.header)
        for work in WireWork.all(scale: scale) where isWanted(work.name) {
            let row = try measure(work, certificate)
            print(row)
        }
        for row in try RedisWork.rows(
            rounds: rounds,
            scale: scale,
            where: isWanted
        ) { print(row) }
        if isWanted("redis: a session's step, 64 deep") {
            for row in try StepWork.rows(rounds: rounds, scale: scale) { print(row) }
        }
        for row in try ArchiveWork.rows(
            rounds: rounds,
            scale: scale,
            where: isWanted
        ) { print(row) }
        if isWanted("room") {
            for row in try RoomWork.rows(rounds: rounds, scale: scale) { print(row) }
        }
        if isWanted("cluster") {
            for row in try ClusterWork.rows(
                gateway: gateway,
                loadtest: loadtest,
                rounds: rounds,
                scale: scale
            ) { print(row) }
        }
        if isWanted("living rooms") {
            for row in try LivingRooms.rows(count: rooms / scale) { print(row) }
        }
    }

    private func isWanted(_ name: String) -> Bool {
        only.map(name.contains) ?? true
    }

    private func measure(_ work: WireWork, _ certificate: Certificate) throws -> Row {
        var floors: [Double] = []
        var gateways: [Double] = []
        for round in 0..<rounds {
            Progress.show("\(work.name): round \(round + 1) of \(rounds)")
            let tls = work.isTLS ? certificate : nil
            floors.append(try work.run(on: .floor(floor, tls)))
            gateways.append(try work.run(on: .gateway(gateway, tls)))
        }
        Progress.clear()
        return Row(name: work.name, unit: work.unit, floor: floors, gateway: gateways)
    }
}
