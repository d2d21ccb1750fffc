import Foundation

/// One kind of work on the wire, and how much of it.
struct WireWork {
    enum Kind {
        case echo(connections: Int, bytes: Int, messages: Int)
        case fanOut(receivers: Int, bytes: Int, times: Int)
        case connect(count: Int)
        case idle(count: Int)
    }

    var kind: Kind
    var isTLS: Bool

    /// The rows of the budget table that exist by now.
    static func all(scale: Int) -> [WireWork] {
        var all: [WireWork] = []
        for isTLS in [false, true] {
            let kinds: [Kind] = [
                .echo(connections: 200, bytes: 64, messages: 200_000 / scale),
                .echo(connections: 2_000, bytes: 64, messages: 200_000 / scale),
                .fanOut(receivers: 1_000, bytes: 300, times: 200 / scale),
                .fanOut(receivers: 1_000, bytes: 2_048, times: 200 / scale),
                .fanOut(receivers: 10_000 / scale, bytes: 300, times: 20),
                .connect(count: 4_000 / scale),
                .idle(count: 5_000 / scale),
            ]
            all += kinds.map { WireWork(kind: $0, isTLS: isTLS) }
        }
        return all
    }

    var name: String {
        let what =
            switch kind {
            case .echo(let connections, let bytes, _): "echo \(bytes) B, \(connections) connections"
            case .fanOut(let receivers, let bytes, _): "fan-out \(bytes) B to \(receivers)"
            case .connect: "connect + upgrade"
            case .idle: "idle connection, memory"
            }
        return isTLS ? "TLS: \(what)" : what
    }

    var unit: String {
        switch kind {
        case .echo, .fanOut, .connect: "µs"
        case .idle: "bytes"
        }
    }

    /// - Returns: server CPU per message, delivery or connection in µs; bytes per idle connection.
    func run(on kind: ServerProcess.Kind) throws -> Double {
        let server = try ServerProcess(kind)
        let path: String
        switch self.kind {
        case .echo, .connect, .idle: path = "/conformance/echo"
        case .fanOut: path = "/conformance/broadcast"
        }
        let crowd = try Crowd(port: server.port, isTLS: isTLS, path: path)
        defer { crowd.leave() }
        switch self.kind {
        case .echo(let connections, let bytes, let messages):
            let message = [UInt8](repeating: 0x61, count: bytes)
            crowd.connect(connections)
            crowd.echo(message, total: messages / 10)
            return cpu(of: server, per: messages) { crowd.echo(message, total: messages) }
        case .fanOut(let receivers, let bytes, let times):
            let message = [UInt8](repeating: 0x61, count: bytes)
            crowd.connect(receivers)
            crowd.fanOut(message, times: max(1, times / 10))
            return cpu(of: server, per: receivers * times) {
                crowd.fanOut(message, times: times)
            }
        case .connect(let count):
            crowd.connect(count / 10)
            return cpu(of: server, per: count) { crowd.connect(count) }
        case .idle(let count):
            crowd.connect(count / 10)
            Thread.sleep(forTimeInterval: 0.3)
            let before = server.memoryBytes
            crowd.connect(count)
            Thread.sleep(forTimeInterval: 0.3)
            return Double(server.memoryBytes - before) / Double(count)
        }
    }

    private func cpu(of server: ServerProcess, per units: Int, _ work: () -> Void) -> Double {
        let before = server.cpuNs
        work()
        return Double(server.cpuNs - before) / 1000 / Double(units)
    }
}
