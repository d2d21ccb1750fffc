import HTTP
import Synchronization
import Transport

/// A port of this machine on which requests are answered, until it is let go.
final class StandServer: Sendable {
    /// Bytes of the whole answer; nil: none comes.
    typealias Answer = @Sendable (Request) -> [UInt8]?

    private let loop = EventLoop(label: "stand")
    private let listener: Mutex<Listener?> = Mutex(nil)

    deinit { loop.shutdown() }

    var url: String { "http://127.0.0.1:\(listener.withLock { $0?.address.port ?? 0 })" }

    func serve(_ answer: @escaping Answer) throws {
        guard let address = SocketAddress("127.0.0.1:0") else { return }
        let made = try Listener(address, loops: [loop]) { _ in Visitor(answer) }
        listener.withLock { $0 = made }
    }

    private final class Visitor: ConnectionHandler {
        private let answer: Answer
        private var parser = RequestParser(limits: RequestLimits(maxBodyBytes: 1 << 20))

        init(_ answer: @escaping Answer) { self.answer = answer }

        func opened(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func drained(_ connection: Connection) {}
        func closed(_ connection: Connection, _ reason: CloseReason) {}

        func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
            var input = bytes
            while !input.isEmpty {
                guard case .request(let request)? = try? parser.next(&input) else { break }
                if let output = answer(request) { connection.send(OutboundBytes(output)) }
            }
            return bytes.count
        }
    }
}
