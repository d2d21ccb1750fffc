import Gateway
import HTTP
import OpenSSL
import Protocol
import Synchronization
import Transport

/// A server that is told of errors in Sentry's protocol, on a free port of 127.0.0.1.
final class TrackingServer: Sendable {
    static let key = "0123456789abcdef0123456789abcdef"
    static let project = "42"

    private let loop = EventLoop(label: "tracking server")
    private let listener: Transport.Listener
    private let requests = Mailbox<Request>()
    private let count: Counts

    private final class Counts: Sendable {
        let connections = Atomic<Int>(0)
        let requests = Atomic<Int>(0)
    }

    /// - Parameter answer: nil for none at all.
    init(
        tls: TLSContext? = nil,
        answer: Response? = Response(.ok, type: "application/json", body: #"{"id":"1"}"#)
    ) throws {
        let (requests, count) = (requests, Counts())
        self.count = count
        listener = try Transport.Listener(try Deployment.loopback(), tls: tls, loops: [loop]) { _ in
            count.connections.add(1, ordering: .relaxed)
            return Reader { request, connection in
                count.requests.add(1, ordering: .relaxed)
                requests.put(request)
                guard let answer else { return }
                var bytes: [UInt8] = []
                answer.serialize(for: request, to: &bytes)
                connection.send(OutboundBytes(bytes))
            }
        }
    }

    deinit { loop.shutdown() }

    var connectionCount: Int { count.connections.load(ordering: .relaxed) }
    var requestCount: Int { count.requests.load(ordering: .relaxed) }

    func dsn(_ scheme: String = "http", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(Self.key)@\(host):\(listener.address.port)/errors/\(Self.project)"
    }

    /// Waits for the next one.
    func told() async throws -> Told {
        guard let request = try await requests.take() else { throw OutOfPatience() }
        return try Told(request)
    }

    private final class Reader: ConnectionHandler {
        private var parser = RequestParser(limits: RequestLimits())
        private let read: (Request, Connection) -> Void

        init(_ read: @escaping (Request, Connection) -> Void) { self.read = read }

        func opened(_ connection: Connection) {}
        func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
            var input = bytes
            while case .request(let request)? = try? parser.next(&input) {
                read(request, connection)
            }
            return bytes.count
        }
        func overflowed(_ connection: Connection) {}
        func drained(_ connection: Connection) {}
        func closed(_ connection: Connection, _ reason: CloseReason) {}
    }

    /// An envelope with one event, read to the byte: what a server may refuse is refused here.
    struct Told {
        let request: Request
        let event: JSONValue

        var text: String { String(decoding: request.body, as: UTF8.self) }
        func tag(_ name: String) -> String? { event["tags"]?[name]?.string }

        init(_ request: Request) throws {
            self.request = request
            func want(_ isSo: Bool, _ what: String) throws {
                guard isSo else {
                    let heard = String(decoding: request.body, as: UTF8.self)
                    throw SocketClient.Unexpected(wanted: what, heard: heard)
                }
            }
            try want(request.method == .post, "POST")
            let path = "/errors/api/\(TrackingServer.project)/envelope/"
            try want(request.target.rawPath == path, path)
            let type = request.headers.first("Content-Type")
            try want(type == "application/x-sentry-envelope", "an envelope's type")
            let client = "tripto-gateway/\(Product.version)"
            let auth =
                "Sentry sentry_version=7, sentry_client=\(client), sentry_key=\(TrackingServer.key)"
            try want(request.headers.first("X-Sentry-Auth") == auth, auth)
            let lines = request.body.split(separator: 10, omittingEmptySubsequences: false)
            try want(lines.count == 4 && lines[3].isEmpty, "three lines")
            let head = try JSONReader.read(Array(lines[0]))
            let item = try JSONReader.read(Array(lines[1]))
            event = try JSONReader.read(Array(lines[2]))
            let id = try head.text("event_id")
            try want(id.wholeMatch(of: #/[0-9a-f]{32}/#) != nil, "an id of 32 digits")
            try want(event["event_id"]?.string == id, "one id")
            try want(item["type"] == "event", "an event")
            try want(item["length"]?.int == Int64(lines[2].count), "its length")
            for time in [try head.text("sent_at"), try event.text("timestamp")] {
                let form = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#
                try want(time.wholeMatch(of: form) != nil, "a time by RFC 3339")
            }
            try want(event["platform"] == "other", "a platform")
            try want(
                event["release"]?.string == "tripto-gateway@\(Product.version)",
                "the release"
            )
            let members: Set<String> = [
                "event_id", "timestamp", "platform", "level", "logger", "release", "environment",
                "message", "fingerprint", "tags",
            ]
            try want(
                Set((event.object?.members ?? []).map(\.key)) == members,
                "\(members.sorted())"
            )
        }
    }
}
