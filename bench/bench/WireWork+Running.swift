import Foundation
import TestSupport
import Transport

extension WireWork {
    /// Takes the contenders in turn, each round beginning with another; one that does not start or
    /// breaks is dismissed.
    ///
    /// - Returns: a row for each figure.
    func measure(
        _ field: inout Field,
        _ executables: Executables,
        _ certificate: Certificate,
        rounds: Int
    ) throws -> [Row] {
        var samples: [Contender: [[Sample]]] = [:]
        for round in 0..<rounds {
            let takers = field.contenders.filter(isDone)
            for index in takers.indices {
                let contender = takers[(index + round) % takers.count]
                Progress.show("\(figures[0].name): \(contender.name), round \(round + 1)")
                do {
                    let server = try ServerProcess(
                        .contender(contender, executables, isTLS ? certificate : nil)
                    )
                    samples[contender, default: []].append(try run(contender, server))
                } catch {
                    guard case .peer(let peer) = contender else { throw error }
                    field.dismiss(peer, "\(figures[0].name): \(error)")
                }
            }
        }
        Progress.clear()
        let takers = field.contenders.filter(isDone)
        return figures.enumerated().map { index, figure in
            Row(
                name: figure.name,
                unit: figure.unit,
                series: takers.map { contender in
                    let own = (samples[contender] ?? []).map { $0[index] }
                    return Row.Series(
                        name: contender.name,
                        values: own.map(\.value),
                        wall: own.compactMap(\.wall)
                    )
                },
                budgets: figure.budgets
            )
        }
    }

    /// - Returns: a sample for each figure.
    private func run(_ contender: Contender, _ server: ServerProcess) throws -> [Sample] {
        let path: String
        switch kind {
        case .echo, .connect, .resume, .idle: path = contender.echoPath
        case .fanOut: path = contender.roomPath
        }
        let security: Crowd.Security
        switch kind {
        case .resume: security = .resumedTLS
        case .echo, .fanOut, .connect, .idle: security = isTLS ? .tls : .plain
        }
        let crowd = try Crowd(port: server.port, security, path: path)
        defer { crowd.leave() }
        switch kind {
        case .echo(let connections, let bytes, let messages):
            let message = [UInt8](repeating: 0x61, count: bytes)
            try crowd.connect(connections)
            try crowd.echo(message, total: messages / 10)
            return [try sample(server, per: messages) { try crowd.echo(message, total: messages) }]
        case .fanOut(let receivers, let bytes, let times):
            let message = [UInt8](repeating: 0x61, count: bytes)
            try crowd.connect(receivers)
            try crowd.fanOut(message, times: max(1, times / 10))
            return [
                try sample(server, per: receivers * times) {
                    try crowd.fanOut(message, times: times)
                }
            ]
        case .connect(let count), .resume(let count):
            try crowd.connect(count / 10)
            return [try sample(server, per: count) { try crowd.connect(count) }]
        case .idle(let count, let seconds):
            return try idle(server, crowd, count, seconds)
        }
    }

    private func sample(
        _ server: ServerProcess,
        per units: Int,
        _ work: () throws -> Void
    ) rethrows -> Sample {
        let (cpuNs, startNs) = (server.cpuNs, EventLoop.monotonicNs)
        try work()
        let (cpuUs, wallUs) = (
            Double(server.cpuNs - cpuNs) / 1_000, Double(EventLoop.monotonicNs - startNs) / 1_000
        )
        return Sample(value: cpuUs / Double(units), wall: wallUs / Double(units))
    }

    /// Bytes of a connection, and CPU time of all of them in so many seconds.
    private func idle(
        _ server: ServerProcess,
        _ crowd: Crowd,
        _ count: Int,
        _ seconds: Double
    ) throws -> [Sample] {
        try crowd.connect(count / 10)
        Thread.sleep(forTimeInterval: 0.3)
        let before = server.memoryBytes
        try crowd.connect(count)
        Thread.sleep(forTimeInterval: 0.3)
        let bytes = Double(server.memoryBytes - before) / Double(count)
        let cpuNs = server.cpuNs
        Thread.sleep(forTimeInterval: seconds)
        let cpuUs = Double(server.cpuNs - cpuNs) / 1_000
        let connectionSeconds = Double(count + count / 10) * seconds
        return [Sample(value: bytes), Sample(value: cpuUs / connectionSeconds)]
    }
}
