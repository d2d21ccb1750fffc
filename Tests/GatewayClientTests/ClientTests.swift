import Protocol
import Testing

@testable import GatewayClient

/// A client over a network of this test's own: it opens, speaks, loses and comes back as events.
struct ClientTests {
    private let wire = Wire()
    private let owner = Owner()
    private let client: Client

    init() {
        let network = Network(wire, clientVersion: "test/1", devicePrefix: "test", maxAttempts: 3)
        let seat = Seat(session: "s", role: .player, name: "Anna", token: "t", path: "/v1/ws?x")
        client = Client(id: 7, seat: seat, attention: .document, network: network)
        client.delegate = owner
    }

    private func hear(_ type: String, _ payload: String) {
        wire.hear(#"{"type":"\#(type)","sessionId":"s","serverTimeMs":1,"payload":\#(payload)}"#)
    }

    private func sitDown() {
        client.connect()
        wire.handler?.opened()
        hear("WELCOME", "{}")
        hear("STATE_SNAPSHOT", #"{"version":4,"state":"LOBBY"}"#)
    }

    @Test func `the first greeting says who it is, the next one where it was`() throws {
        sitDown()
        let hello = try wire.said(0)
        #expect(hello["type"]?.string == "HELLO" && hello["payload"]?["authToken"]?.string == "t")
        #expect(hello["payload"]?["deviceId"]?.string == "test-7")
        #expect(client.isSeated && client.document["state"]?.string == "LOBBY")
        wire.end(.failed("a cable was pulled"))
        #expect(!client.isSeated)
        wire.runNext()
        wire.handler?.opened()
        let resume = try wire.said(1)
        #expect(resume["type"]?.string == "RESUME_SESSION")
        #expect(resume["payload"]?["lastVersion"]?.int == 4)
    }

    @Test func `a token may go by header, subprotocol or message`() {
        for (greeting, bearer, protocols) in [
            (Seat.Greeting.bearerHeader, "t", ["tripto.v1"]),
            (.subprotocol, nil, ["tripto.v1", "bearer.t"]), (.firstMessage, nil, ["tripto.v1"]),
        ] as [(Seat.Greeting, String?, [String])] {
            var seat = client.seat
            seat.greeting = greeting
            Client(id: 1, seat: seat, attention: .skim, network: client.network).connect()
            #expect(wire.requests.last?.bearer == bearer)
            #expect(wire.requests.last?.protocols == protocols)
        }
    }

    @Test func `a patch that does not follow is answered by asking for the document`() throws {
        sitDown()
        let replace = #"[{"op":"replace","path":"/state","value":"ROUND_INTRO"}]"#
        hear("STATE_PATCH", #"{"baseVersion":4,"version":5,"ops":\#(replace)}"#)
        #expect(client.document["state"]?.string == "ROUND_INTRO" && client.resyncs == 0)
        hear("STATE_PATCH", #"{"baseVersion":8,"version":9,"ops":\#(replace)}"#)
        #expect(client.resyncs == 1 && client.replica.version == 5)
        let asked = try wire.said(1)
        #expect(asked["type"]?.string == "RESUME_SESSION")
        #expect(asked["payload"]?["lastVersion"] == nil)
    }

    @Test func `the document is asked for once, and again only after ever longer waits`() throws {
        sitDown()
        let asked = { wire.sentCount - 1 }
        for version in 9...12 {
            hear("STATE_PATCH", #"{"baseVersion":\#(version - 1),"version":\#(version),"ops":[]}"#)
        }
        #expect(asked() == 1 && client.resyncs == 1)
        wire.runNext()
        wire.runNext()
        #expect(try asked() == 3 && wire.said(3)["type"]?.string == "RESUME_SESSION")
        #expect(
            zip(wire.waits, [100, 200, 400] as [Int64]).allSatisfy {
                ($1...$1 * 3 / 2).contains($0)
            }
        )
        hear("STATE_SNAPSHOT", #"{"version":12,"state":"LOBBY"}"#)
        wire.runNext()
        #expect(asked() == 3 && wire.waits.count == 3)
        hear("STATE_PATCH", #"{"baseVersion":14,"version":15,"ops":[]}"#)
        #expect(asked() == 4 && client.resyncs == 2)
        // A later greeting says where it was: nobody waits for that document any more.
        wire.end(.failed("a cable was pulled"))
        wire.runNext()
        #expect(asked() == 4)
    }

    @Test func `one who skims, or was here before, asks for what it has missed`() throws {
        for attention in [Client.Attention.skim, .document] {
            var replica = Replica()
            if attention == .document { replica.apply(snapshot: .object(["version": .int(6)])) }
            let client = Client(
                id: 8,
                seat: self.client.seat,
                attention: attention,
                network: self.client.network,
                replica: replica
            )
            client.connect()
            wire.handler?.opened()
            if attention == .skim {
                hear("WELCOME", "{}")
                hear("STATE_SNAPSHOT", #"{"version":4,"state":"LOBBY"}"#)
                hear("STATE_PATCH", #"{"baseVersion":4,"version":6,"ops":[]}"#)
                client.breakOff(returnsAfterMs: 0)
                wire.end(.local)
                wire.runNext()
                wire.handler?.opened()
            }
            let resume = try wire.said(wire.sentCount - 1)
            #expect(resume["type"]?.string == "RESUME_SESSION")
            #expect(resume["payload"]?["lastVersion"]?.int == 6, "\(attention)")
        }
    }

    @Test func `each try is at the next gateway, after a longer wait, until it gives up`() {
        sitDown()
        for try_ in 0..<3 {
            wire.end(.failed("gone"))
            let base = Int64(100 << try_)
            #expect(wire.waits.last.map { (base...base * 3 / 2).contains($0) } == true)
            wire.runNext()
            #expect(wire.gateways.last == (try_ + 1) % 2)
        }
        wire.end(.failed("gone"))
        #expect(client.hasGivenUp && wire.waits.count == 3)
    }

    @Test func `a gateway that drains names the wait, one that has nothing to say here ends it`() {
        sitDown()
        wire.end(.closed(code: 1001, reason: "retry_after_ms=1234"))
        #expect(wire.waits == [1_234] && owner.ends.last?.isDrain == true)
        wire.runNext()
        wire.end(.closed(code: 4404, reason: ""))
        #expect(wire.waits == [1_234])
    }

    @Test func `no gateway names a wait that never ends`() {
        sitDown()
        wire.end(.closed(code: 1001, reason: "retry_after_ms=\(Int64.max)"))
        #expect(wire.waits == [60_000])
    }

    @Test func `one that leaves while it is away does not come back`() {
        sitDown()
        client.breakOff(returnsAfterMs: 100)
        wire.end(.local)
        client.leave(saying: true)
        wire.runNext()
        #expect(wire.requests.count == 1)
        client.connect()
        #expect(wire.requests.count == 2)
    }

    @Test func `one that leaves says so, and stays away`() throws {
        sitDown()
        client.leave(saying: true)
        #expect(try wire.said(1)["type"]?.string == "LEAVE")
        wire.end(.failed("whatever"))
        #expect(owner.ends == [.local] && wire.waits.isEmpty)
    }

    @Test func `a round trip is measured, and so is the server's clock`() throws {
        sitDown()
        wire.nowUs = 1_000_000
        client.ping()
        let t0 = try #require(try wire.said(1)["payload"]?["t0"]?.int)
        wire.nowUs = 1_040_000
        hear("TIME_PONG", #"{"t0":\#(t0),"t1":501020,"t2":501020}"#)
        #expect(owner.roundTripsUs == [40_000])
        #expect(client.clock.offsetMs == 500_000 && client.clock.open == 0)
        #expect(client.clock.sinceUs(501_020, nowUs: 1_040_000) == 20_000)
        hear("TIME_PONG", #"{"t0":\#(t0),"t1":1,"t2":1}"#)
        #expect(owner.roundTripsUs.count == 1)
    }

    @Test func `what is no envelope, and what cannot be applied, is told`() {
        sitDown()
        wire.hear("[]")
        hear("STATE_PATCH", #"{"baseVersion":4,"version":5,"ops":[{"op":"dance"}]}"#)
        #expect(owner.violations.count == 2)
    }

    @Test func `only the newest commands are known to a gateway`() {
        let first = client.nextMessageID()
        for _ in 1..<Client.rememberedCommands { _ = client.nextMessageID() }
        #expect(client.isRemembered(first))
        _ = client.nextMessageID()
        #expect(!client.isRemembered(first) && !client.isRemembered("odd"))
    }

    @Test func `a path is read from an address, and nothing else of it`() throws {
        #expect(Session.path(ofURL: "wss://party.example/v1/ws?session=a") == "/v1/ws?session=a")
        #expect(Session.path(ofURL: "wss://party.example") == nil)
        #expect(Session.path(ofURL: "/v1/ws") == nil)
    }
}

private final class Owner: ClientDelegate {
    var ends: [ClientEnd] = []
    var violations: [String] = []
    var roundTripsUs: [Int64] = []

    func received(_ message: ReceivedMessage, by client: Client) {}
    func dropped(_ client: Client, _ end: ClientEnd) { ends.append(end) }
    func violated(_ what: String, by client: Client) { violations.append(what) }
    func measured(roundTripUs: Int64, by client: Client) { roundTripsUs.append(roundTripUs) }
}

/// Two gateways that do what the test says, and a clock that stands.
private final class Wire: ClientTransport, ClientLink {
    var nowUs: Int64 = 0
    let wallMs: Int64 = 0
    let gatewayCount = 2
    let traffic = Traffic()
    var handler: (any ClientLinkHandler)?
    private(set) var requests: [SocketRequest] = []
    private(set) var gateways: [Int] = []
    private(set) var waits: [Int64] = []
    private var actions: [() -> Void] = []
    private var sent: [[UInt8]] = []

    func after(_ ms: Int64, _ action: @escaping () -> Void) {
        waits.append(ms)
        actions.append(action)
    }

    func runNext() {
        if !actions.isEmpty { actions.removeFirst()() }
    }

    func open(
        _ request: SocketRequest,
        at gateway: Int,
        for handler: any ClientLinkHandler
    ) -> any ClientLink {
        requests.append(request)
        gateways.append(gateway)
        self.handler = handler
        return self
    }

    func caller(at gateway: Int) -> any RESTCaller { preconditionFailure("no REST here") }

    func hear(_ text: String) {
        Array(text.utf8).withUnsafeBytes { handler?.received($0) }
    }

    func end(_ end: ClientEnd) { handler?.ended(end) }

    var sentCount: Int { sent.count }

    func said(_ index: Int) throws -> JSONValue { try JSONReader.read(sent[index]) }

    func send(_ text: [UInt8]) { sent.append(text) }
    func close() {}
    func abort() {}
    func pauseReading() {}
}
