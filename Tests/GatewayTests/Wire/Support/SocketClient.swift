import Contract
import GatewayClient
import GatewayClientTransport
import OpenSSL
import Protocol
import Testing
import Transport

/// A test's end of a `Client` that does not come back by itself: what it hears waits here, each message
/// with the document that followed from it.
final class SocketClient: TestSocket, ClientDelegate, @unchecked Sendable {
    /// A message that came where another was awaited.
    struct Unexpected: Error, CustomStringConvertible {
        let wanted: String
        let heard: String
        var description: String { "awaited \(wanted), heard \(heard)" }
    }

    private let seat: Seat
    private let tls: TLSContext?
    /// Confined to the loop.
    private let client: Client
    private let heard = Mailbox<Heard>()

    /// The name of its document, as WELCOME gives it.
    private var projection = ""
    /// The document as of the last message that was read.
    private(set) var replica: Replica
    /// Every payload that was read, one behind the other.
    private var received: [UInt8] = []
    /// Every message that was read, but the ten-second pulse of timers.
    var log: [Message] = []
    /// The part of docs/api that tells of its session's game.
    private let contract: Contract
    /// Asks for a snapshot after every patch, and holds it against what patches gave.
    var asksAnew = false
    private(set) var comparisons = 0
    private(set) var mismatches: [String] = []

    /// Connects and greets; waits for nothing.
    init(
        _ address: SocketAddress,
        session: String,
        as role: Role,
        _ token: String,
        tls: TLSContext? = nil,
        contract: Contract = .tripto,
        replica: Replica = Replica()
    ) {
        let path = "/v1/ws?session=\(session)"
        seat = Seat(session: session, role: role, token: token, path: path)
        let gateway = LoopTransport.Gateway(
            address: address,
            authority: "gateway.test",
            serverName: "localhost"
        )
        let network = Network(
            LoopTransport(Wire.loop, [gateway], tls: tls),
            clientVersion: "1.0",
            devicePrefix: "device",
            maxAttempts: 0
        )
        client = Client(id: 1, seat: seat, attention: .document, network: network, replica: replica)
        self.tls = tls
        self.contract = contract
        self.replica = replica
        client.delegate = self
        Wire.loop.execute { [self] in client.connect() }
    }

    deinit {
        nonisolated(unsafe) let client = client
        Wire.loop.execute { client.breakOff(returnsAfterMs: nil) }
    }

    /// Another client of the same seat, that asks for what this one has not read.
    func resumed(at address: SocketAddress) -> SocketClient {
        SocketClient(
            address,
            session: seat.session,
            as: seat.role,
            seat.token,
            tls: tls,
            contract: contract,
            replica: replica
        )
    }

    var document: JSONValue { replica.document }
    var version: Int64 { replica.version }

    /// True when a word stands in anything that was read.
    func hasReceived(_ word: String) -> Bool {
        String(decoding: received, as: UTF8.self).contains(word)
    }

    // MARK: Saying

    func send(_ type: String, _ payload: JSONValue = [:], msgId: String? = nil) {
        guard let payload = payload.object else {
            preconditionFailure("a client says objects: \(payload)")
        }
        Wire.loop.execute { [self] in client.send(type, messageID: msgId, payload: payload) }
    }

    /// Says Close, and is not seen again.
    func leave() {
        Wire.loop.execute { [self] in client.leave(saying: false) }
    }

    /// Goes away without a word.
    func drop() {
        Wire.loop.execute { [self] in client.breakOff(returnsAfterMs: nil) }
    }

    // MARK: Hearing, on the loop

    func received(_ message: ReceivedMessage, by client: Client) {
        do {
            heard.put(.message(try Message(Array(message.bytes), client.replica)))
        } catch { heard.put(.violation("\(error)")) }
    }

    func violated(_ what: String, by client: Client) { heard.put(.violation(what)) }

    func dropped(_ client: Client, _ end: ClientEnd) {
        if case .closed(let code, let reason) = end { heard.put(.close(code, reason)) }
        heard.end()
    }

    // MARK: Hearing, in a test

    func hear() async throws -> Heard {
        let next = try await heard.take() ?? .gone
        if case .message(let message) = next { try follow(message) }
        return next
    }

    private func follow(_ message: Message) throws {
        received += message.bytes
        if message.payload["phase"] != "sync" { log.append(message) }
        #expect(contract.problems(ofTold: message.json).isEmpty)
        let before = replica
        replica = message.replica
        switch message.type {
        case "WELCOME":
            projection = try message.payload.text("projection")
        case "STATE_SNAPSHOT" where before.version == version:
            comparisons += 1
            if let difference = before.difference(from: message.payload) {
                mismatches.append("\(version): \(difference)")
            }
        case "STATE_PATCH":
            guard message.payload["version"] == .int(version) else {
                throw Unexpected(wanted: "a patch for \(version)", heard: "\(message.json)")
            }
            #expect(contract.problems(ofDocument: document, projection: projection).isEmpty)
            if asksAnew { send("RESUME_SESSION") }
        case _: break
        }
    }
}
