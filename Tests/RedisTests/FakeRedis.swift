import TestSupport
import Transport

@testable import Redis

/// A server that greets like Redis and then answers what a real one never would.
final class FakeRedis: Sendable {
    private let loop = EventLoop(label: "fake")
    private let listener: Listener

    /// - Parameter answer: to each piece that came after the greeting; nil for nothing.
    init(
        greeting: String = "+OK\r\n+PONG\r\n",
        _ answer: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) throws {
        guard let address = SocketAddress("127.0.0.1:0") else { throw GuardedProcess.Failure() }
        listener = try Listener(address, loops: [loop]) { _ in Talker(greeting, answer) }
    }

    convenience init(answers text: String) throws {
        try self.init { _ in Array(text.utf8) }
    }

    var url: String { "redis://\(listener.address)" }

    func stop() {
        loop.shutdown()
    }

    private final class Talker: ConnectionHandler {
        private let greeting: String
        private let answer: (String) -> [UInt8]?

        init(_ greeting: String, _ answer: @escaping (String) -> [UInt8]?) {
            self.greeting = greeting
            self.answer = answer
        }

        func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
            let text = String(decoding: bytes, as: UTF8.self)
            let isGreeting = text.contains("PING")
            let answer = isGreeting ? Array(greeting.utf8) : answer(text)
            answer?.withUnsafeBytes { connection.send(copying: $0) }
            return bytes.count
        }

        func opened(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func drained(_ connection: Connection) {}
        func closed(_ connection: Connection, _ reason: CloseReason) {}
    }
}
