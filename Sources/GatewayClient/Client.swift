public import Protocol

/// One WebSocket client of the wire contract. Knows no game: it keeps the document, the clock and the
/// connection, and hands every message on. Lives where its transport lives.
public final class Client {
    private enum Phase {
        case idle, connecting, greeting
        /// WELCOME has come.
        case seated
    }

    /// The part of its messages that a client takes in.
    public enum Attention: Sendable {
        /// Builds its document from every patch.
        case document
        /// Looks at types and versions alone.
        case skim
        /// Never reads again once it is seated.
        case none
    }

    public static let subprotocol = "tripto.v1"
    /// TIME_PINGs that may be under way.
    public static let maxPings = 64
    /// Commands of one client that a gateway remembers: repeated later, one is new to it.
    public static let rememberedCommands = 8
    private static let lost: ClientEnd = .failed("the connection was lost")

    public let id: Int
    public let seat: Seat
    public let attention: Attention
    public let network: Network
    public weak var delegate: (any ClientDelegate)?

    private var phase = Phase.idle
    private var link: (any ClientLink)?
    public private(set) var end = Client.lost
    /// Number of the gateway that it is at, or tries next.
    public private(set) var place: Int
    public private(set) var replica: Replica
    private var backoff = Backoff()
    private var wantsConnection = false
    /// It has broken its connection and will be back.
    private var isAway = false
    /// The first attempt to come back; nil while its document is current.
    private var triesSinceUs: Int64?
    private var messageCount = 0
    /// Documents that had to be asked for because a patch did not follow.
    public private(set) var resyncs = 0
    /// True from there until the document has come.
    private var isBehind = false
    public private(set) var clock = ServerClock()

    /// - Parameter replica: a document that is known from before: the first greeting asks for what has
    ///   changed since.
    public init(
        id: Int,
        seat: Seat,
        attention: Attention,
        network: Network,
        place: Int = 0,
        replica: Replica = Replica()
    ) {
        self.id = id
        self.seat = seat
        self.attention = attention
        self.network = network
        self.place = place
        self.replica = replica
    }

    public var label: String {
        seat.name.isEmpty ? seat.role.rawValue : "\(seat.role.rawValue) \(seat.name)"
    }
    public var isSeated: Bool { phase == .seated }
    /// Every attempt to come back has failed.
    public var hasGivenUp: Bool { backoff.attempts >= network.maxAttempts }
    public var document: JSONValue { replica.document }

    // MARK: Coming and going

    public func connect() {
        guard phase == .idle else { return }
        wantsConnection = true
        isAway = false
        phase = .connecting
        if triesSinceUs == nil { triesSinceUs = network.transport.nowUs }
        end = Self.lost
        let isInSubprotocol = seat.greeting == .subprotocol
        link = network.transport.open(
            SocketRequest(
                path: seat.path,
                protocols: [Self.subprotocol]
                    + (isInSubprotocol ? ["bearer.\(seat.token)"] : []),
                bearer: seat.greeting == .bearerHeader ? seat.token : nil
            ),
            at: place,
            for: self
        )
    }

    /// Says LEAVE, or only a Close frame, and stays away.
    public func leave(saying goodbye: Bool) {
        wantsConnection = false
        isAway = false
        guard let link else { return }
        end = .local
        if goodbye, isSeated { send("LEAVE") }
        link.close()
    }

    /// Breaks the connection like a lost network does.
    ///
    /// - Parameter returns: milliseconds until it comes back; nil: never.
    public func breakOff(returnsAfterMs returns: Int64?) {
        wantsConnection = false
        end = .local
        link?.abort()
        guard let returns else { return }
        isAway = true
        network.after(returns) { [weak self] in
            guard let self, isAway else { return }
            connect()
        }
    }

    /// Leaves its gateway for another, like a client whose proxy sends it elsewhere.
    public func move(to place: Int) {
        self.place = place
        breakOff(returnsAfterMs: Backoff.rangeMs.lowerBound)
    }

    /// The time from the first attempt until its document was current again; told once, nil when it
    /// was not away.
    public func takeReturnUs() -> Int64? {
        defer { triesSinceUs = nil }
        return triesSinceUs.map { network.transport.nowUs - $0 }
    }

    private func returnLater(askedMs: Int64?) {
        guard wantsConnection, end.mayReturn, !hasGivenUp else { return }
        place = (place + 1) % network.gatewayCount
        let waitMs = backoff.waitMs(askedMs: askedMs, share: Double.random(in: 0...1))
        network.after(waitMs) { [weak self] in
            guard let self, wantsConnection else { return }
            connect()
        }
    }

    // MARK: Saying

    /// Greets: HELLO the first time, RESUME_SESSION after a drop.
    private func greet() {
        phase = .greeting
        let isNew = replica.version < 0
        send(isNew ? "HELLO" : "RESUME_SESSION") { writer in
            if isNew {
                writer.key("role")
                writer.value(self.seat.role.rawValue)
                writer.key("clientVersion")
                writer.value(self.network.clientVersion)
                writer.key("clientTimeMs")
                writer.value(self.network.transport.wallMs)
            } else {
                writer.key("lastVersion")
                writer.value(self.replica.version)
            }
            self.writeDevice(&writer)
            if case .firstMessage = self.seat.greeting {
                writer.key("authToken")
                writer.value(self.seat.token)
            }
        }
    }

    private func writeDevice(_ writer: inout JSONWriter) {
        writer.key("deviceId")
        writer.value("\(network.devicePrefix)-\(id)")
    }

    /// Asks for the whole document.
    public func askForSnapshot() {
        guard isSeated else { return }
        send("RESUME_SESSION") { self.writeDevice(&$0) }
    }

    public func ping() {
        guard isSeated, attention != .none, clock.open < Self.maxPings else { return }
        let nowUs = network.transport.nowUs
        clock.sent(t0: nowUs / 1_000, atUs: nowUs)
        send("TIME_PING") { writer in
            writer.key("t0")
            writer.value(nowUs / 1_000)
        }
    }

    /// A new idempotency key.
    public func nextMessageID() -> String {
        messageCount += 1
        return "\(id)-\(messageCount)"
    }

    /// True while so few commands have followed it that the gateway must still know it.
    public func isRemembered(_ messageID: String) -> Bool {
        guard let number = messageID.split(separator: "-").last.flatMap({ Int($0) }) else {
            return false
        }
        return messageCount - number < Self.rememberedCommands
    }

    public func send(
        _ type: String,
        messageID: String? = nil,
        payload: (inout JSONWriter) -> Void = { _ in }
    ) {
        guard phase == .greeting || phase == .seated, let link else { return }
        var writer = JSONWriter(reserving: 192)
        writer.beginObject()
        writer.key("type")
        writer.value(type)
        writer.key("sessionId")
        writer.value(seat.session)
        if let messageID {
            writer.key("msgId")
            writer.value(messageID)
        }
        writer.key("payload")
        writer.beginObject()
        payload(&writer)
        writer.endObject()
        writer.endObject()
        link.send(writer.bytes)
        network.traffic.messagesOut += 1
    }
}

// MARK: Hearing

extension Client: ClientLinkHandler {
    public func opened() {
        greet()
    }

    public func violated(_ what: String) {
        delegate?.violated(what, by: self)
    }

    public func ended(_ end: ClientEnd) {
        if self.end != .local { self.end = end }
        link = nil
        phase = .idle
        isBehind = false
        clock.forgetOpen()
        delegate?.dropped(self, self.end)
        returnLater(askedMs: end.askedMs)
    }

    public func received(_ text: UnsafeRawBufferPointer) {
        network.traffic.messagesIn += 1
        guard let message = ReceivedMessage(text, atUs: network.transport.nowUs) else {
            let start = String(decoding: text.prefix(200), as: UTF8.self)
            return violated("no envelope: \(start)")
        }
        delegate?.willTake(message, by: self)
        handle(message)
        delegate?.received(message, by: self)
    }

    private func handle(_ message: ReceivedMessage) {
        switch message.typeName {
        case MessageName.welcome:
            phase = .seated
            backoff.succeeded()
            if attention == .none { link?.pauseReading() }
        case MessageName.pong:
            let roundTripUs = clock.answered(message.decoded(), atUs: message.atUs)
            if let roundTripUs { delegate?.measured(roundTripUs: roundTripUs, by: self) }
        case MessageName.snapshot, MessageName.patch:
            switch attention {
            case .document: handleDocument(message)
            case .skim: if let version = message.documentVersion { replica.skip(to: version) }
            case .none: break
            }
        case _:
            break
        }
    }

    private func handleDocument(_ message: ReceivedMessage) {
        guard message.typeName == MessageName.patch else {
            isBehind = false
            return replica.apply(snapshot: message.decoded())
        }
        switch replica.apply(patch: message.decoded()) {
        case .applied: break
        case .stale, .gap: fallBehind()
        case .broken(let problem):
            violated(
                "a STATE_PATCH that can't be applied: \(problem) "
                    + String(decoding: message.payload.prefix(300), as: UTF8.self)
            )
            fallBehind()
        }
    }

    /// Asks for the document once, however many patches come before it.
    private func fallBehind() {
        guard !isBehind else { return }
        isBehind = true
        resyncs += 1
        catchUp(resyncs, Backoff())
    }

    /// Asks, and asks again after ever longer waits for as long as the same document is missing.
    private func catchUp(_ resync: Int, _ backoff: Backoff) {
        guard isBehind, resync == resyncs else { return }
        askForSnapshot()
        var backoff = backoff
        network.after(backoff.waitMs(askedMs: nil, share: Double.random(in: 0...1))) {
            [weak self] in
            self?.catchUp(resync, backoff)
        }
    }
}
