import HTTP
import OpenSSL
import Protocol
import Timers
import Transport

/// The REST calls of the contract, one after the other over one connection. Lives on its loop.
final class RESTClient: ConnectionHandler {
    /// How long one call may take.
    static let patienceMs: Int64 = 15_000
    static let maxWaiting = 2_000

    struct Answer {
        let status: Int
        let body: [UInt8]

        /// Null when it is no JSON.
        var json: JSONValue { (try? JSONReader.read(body)) ?? .null }
    }

    typealias Completion = (Result<Answer, RunFailure>) -> Void

    private struct Call {
        let name: String
        let method: Method
        let bytes: [UInt8]
        let completion: Completion
        var isRetry = false
    }

    private let loop: EventLoop
    private let target: Target
    private let tls: TLSContext?
    private var connection: Connection?
    private var isOpen = false
    private var parser = ResponseParser()
    private var waiting: [Call] = []
    private var current: Call?
    private var deadline: Deadline?
    private(set) var callCount = 0

    init(_ loop: EventLoop, _ target: Target, tls: TLSContext?) {
        self.loop = loop
        self.target = target
        self.tls = tls
    }

    func call(
        _ method: Method,
        _ path: String,
        bearer: String? = nil,
        body: JSONValue? = nil,
        then completion: @escaping Completion
    ) {
        precondition(waiting.count < Self.maxWaiting, "too many calls at once")
        var head = "\(method.name) \(path) HTTP/1.1\r\nHost: \(target.authority)\r\n"
        if let bearer { head += "Authorization: Bearer \(bearer)\r\n" }
        var content: [UInt8] = []
        if let body {
            var writer = JSONWriter()
            writer.write(body)
            content = writer.bytes
            head += "Content-Type: application/json\r\n"
        }
        if body != nil || method == .post { head += "Content-Length: \(content.count)\r\n" }
        let name = "\(method.name) \(path)"
        waiting.append(
            Call(
                name: name,
                method: method,
                bytes: Array((head + "\r\n").utf8) + content,
                completion: completion
            )
        )
        advance()
    }

    func close() {
        connection?.abort()
    }

    private func advance() {
        guard current == nil, !waiting.isEmpty else { return }
        current = waiting.removeFirst()
        callCount += 1
        deadline = loop.schedule(at: loop.now + Self.patienceMs) { [weak self] in
            guard let self, let call = self.current else { return }
            self.connection?.abort()
            self.finish(.failure(.tookTooLong(call.name)))
        }
        send()
    }

    private func send() {
        guard let current else { return }
        if let connection, isOpen {
            connection.send(OutboundBytes(current.bytes))
        } else if connection == nil {
            parser = ResponseParser()
            connection = loop.connect(
                to: target.address,
                tls: tls.map { ($0, target.serverName) },
                handler: self
            )
        }
    }

    private func finish(_ result: Result<Answer, RunFailure>) {
        guard let call = current else { return }
        if let deadline { loop.cancel(deadline) }
        current = nil
        call.completion(result)
        advance()
    }

    // MARK: ConnectionHandler

    func opened(_ connection: Connection) {
        isOpen = true
        send()
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        var input = bytes
        do throws(ResponseError) {
            while let call = current,
                let response = try parser.next(&input, answering: call.method)
            {
                if !parser.keepsOpen {
                    connection.close()
                    self.connection = nil
                    isOpen = false
                }
                finish(.success(Answer(status: response.status.rawValue, body: response.body)))
                if self.connection == nil { break }
            }
        } catch {
            connection.abort()
            finish(.failure(.unexpected("an answer that is no HTTP: \(error)")))
        }
        return bytes.count
    }

    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}

    func closed(_ connection: Connection, _ reason: CloseReason) {
        guard connection === self.connection || self.connection == nil else { return }
        let wasOpen = isOpen
        self.connection = nil
        isOpen = false
        guard let call = current else { return }
        if wasOpen, !call.isRetry {
            // A kept connection may end while nobody looks; asked once more on a fresh one.
            current?.isRetry = true
            send()
        } else {
            finish(.failure(.unreachable("\(target): \(reason)")))
        }
    }
}
