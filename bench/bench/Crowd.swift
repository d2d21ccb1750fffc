import Dispatch
import OpenSSL
import Synchronization
import Transport
import WebSocket

/// Many clients of one server on one loop, as light as they can be: they count, they don't look.
///
/// Confined to its loop, but for what `run` waits for.
final class Crowd: @unchecked Sendable {
    enum Security {
        case plain
        case tls
        /// Each connection takes up the newest session of those before.
        case resumedTLS
    }

    /// An act of a server that ends the measurement.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// For one piece of work, however busy the machine is.
    private static let patienceSeconds = 120.0

    let loop = EventLoop(label: "crowd")
    private let address: SocketAddress
    private let tls: TLSContext?
    private let path: String
    fileprivate(set) var members: [Member] = []
    private let done = DispatchSemaphore(value: 0)
    private var awaited = 0

    init(port: UInt16, _ security: Security, path: String) throws {
        guard let address = SocketAddress("127.0.0.1:\(port)") else {
            preconditionFailure("no address: \(port)")
        }
        self.address = address
        switch security {
        case .plain: tls = nil
        case .tls: tls = try .client(.insecure)
        case .resumedTLS: tls = try .client(.insecure, resumes: true)
        }
        self.path = path
    }

    /// Connects `count` more, some at a time, and waits until all are upgraded.
    func connect(_ count: Int) throws {
        try run { crowd in
            crowd.awaited = count
            for _ in 0..<min(count, 64) { crowd.connectOne() }
            crowd.toConnect = count - min(count, 64)
        }
    }

    private var toConnect = 0

    private func connectOne() {
        let member = Member(self)
        members.append(member)
        _ = loop.connect(
            to: address,
            tls: tls.map { ($0, "localhost") },
            handler: member,
            timeoutMs: 30_000
        )
    }

    fileprivate func upgraded() {
        if toConnect > 0 {
            toConnect -= 1
            connectOne()
        }
        count()
    }

    /// Sends one message from each, and the next as soon as it is back, `total` in all.
    func echo(_ message: [UInt8], total: Int) throws {
        let frame = Self.frame(message)
        try run { crowd in
            crowd.awaited = total
            crowd.toSend = total
            for member in crowd.members where crowd.toSend > 0 {
                crowd.toSend -= 1
                member.echo(
                    frame,
                    answerBytes: message.count + FrameWriter.headerBytes(payload: message.count)
                )
            }
        }
    }

    fileprivate var toSend = 0

    /// Publishes a message `times` times, each once all have heard the one before. All of it runs on
    /// the loop: were it to wait for another thread, servers would fall asleep in between.
    func fanOut(_ message: [UInt8], times: Int) throws {
        let frame = Self.frame(message)
        let answerBytes = message.count + FrameWriter.headerBytes(payload: message.count)
        try run { crowd in
            crowd.publication = (frame, answerBytes)
            crowd.toPublish = times
            crowd.publish()
        }
    }

    private var publication: (frame: OutboundBytes, answerBytes: Int)?
    private var toPublish = 0

    private func publish() {
        guard let publication else { return }
        toPublish -= 1
        awaited = members.count
        for member in members { member.expect(publication.answerBytes) }
        members[0].send(publication.frame)
    }

    fileprivate func count() {
        awaited -= 1
        guard awaited == 0 else { return }
        if toPublish > 0 { publish() } else { done.signal() }
    }

    /// Waits until everything awaited has come.
    private func run(_ work: @escaping @Sendable (Crowd) -> Void) throws {
        loop.execute { work(self) }
        let isDone = done.wait(timeout: .now() + Self.patienceSeconds) == .success
        if let failure = failure.withLock({ $0 }) { throw failure }
        guard isDone else { throw Problem(description: "no answer any more") }
    }

    fileprivate func fail(_ what: String) {
        guard !hasLeft else { return }
        failure.withLock { $0 = $0 ?? Problem(description: what) }
        done.signal()
    }

    private let failure = Mutex<Problem?>(nil)

    /// Words of the server from now on, such as goodbye, are nobody's business.
    func leave() {
        loop.queue.sync {
            hasLeft = true
            members = []
        }
        loop.shutdown()
    }

    fileprivate var hasLeft = false

    private static func frame(_ message: [UInt8]) -> OutboundBytes {
        var frame: [UInt8] = []
        message.withUnsafeBytes { FrameWriter.append(.binary, $0, mask: 0x1234_5678, to: &frame) }
        return OutboundBytes(frame)
    }

    fileprivate var head: [UInt8] {
        Handshake.requestHead(
            host: "\(address)",
            path: path,
            key: Handshake.key(nonce: SecureRandom.bytes(count: 16)),
            protocols: [],
            headers: []
        )
    }
}

/// One client.
final class Member: ConnectionHandler {
    private let crowd: Crowd
    private weak var connection: Connection?
    private var isUpgraded = false
    private var missing = 0
    private var echoed: (frame: OutboundBytes, bytes: Int)?

    fileprivate init(_ crowd: Crowd) {
        self.crowd = crowd
    }

    func opened(_ connection: Connection) {
        self.connection = connection
        connection.send(OutboundBytes(crowd.head))
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int {
        guard !crowd.hasLeft else { return bytes.count }
        guard isUpgraded else {
            let end = Array("\r\n\r\n".utf8)
            guard bytes.count >= 4, bytes.suffix(4).elementsEqual(end) else { return 0 }
            isUpgraded = true
            crowd.upgraded()
            return bytes.count
        }
        missing -= bytes.count
        guard missing <= 0 else { return bytes.count }
        guard missing == 0 else {
            crowd.fail("more came than was awaited")
            return bytes.count
        }
        if let echoed, crowd.toSend > 0 {
            crowd.toSend -= 1
            missing = echoed.bytes
            connection.send(echoed.frame)
        }
        crowd.count()
        return bytes.count
    }

    func overflowed(_ connection: Connection) {}
    func drained(_ connection: Connection) {}
    func closed(_ connection: Connection, _ reason: CloseReason) {
        crowd.fail("the server closed: \(reason)")
    }

    fileprivate func echo(_ frame: OutboundBytes, answerBytes: Int) {
        echoed = (frame, answerBytes)
        missing = answerBytes
        connection?.send(frame)
    }

    fileprivate func expect(_ bytes: Int) {
        echoed = nil
        missing = bytes
    }

    fileprivate func send(_ frame: OutboundBytes) {
        connection?.send(frame)
    }
}
