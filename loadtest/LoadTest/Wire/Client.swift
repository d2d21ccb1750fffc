import OpenSSL
import Protocol
import Timers
import Transport
import WebSocket

/// One WebSocket client of the wire contract, with what it has counted. Lives on its loop.
final class Client {
    enum Phase {
        case idle, connecting, upgrading, greeting
        /// WELCOME has come.
        case seated
    }

    /// How much of what it gets a client takes in.
    enum Attention {
        /// Builds its document from every patch.
        case document
        /// Looks at types and versions alone.
        case skim
        /// Never reads again once it is seated.
        case none
    }

    static let backoffMs: ClosedRange<Int64> = 100...3_000
    /// TIME_PINGs that may be under way.
    static let maxPings = 64

    let id: Int
    let seat: Seat
    let attention: Attention
    let network: Network
    weak var delegate: (any ClientDelegate)?

    var phase = Phase.idle
    var connection: Connection?
    var reader = MessageReader(
        endpoint: .client,
        limits: MessageLimits(maxMessageBytes: 4 * 1024 * 1024)
    )
    var upgrade: Upgrade?
    var end: ClientEnd = .failed("the connection was lost")

    /// Which of the network's gateways it is at, or tries next.
    private(set) var place: Int
    private(set) var replica = Replica()
    /// The newest version seen, of a document or in an envelope; what a resume starts from.
    var lastVersion: Int64 { replica.version }
    private var attempts = 0
    /// When the gateway that has sent it away wants it elsewhere.
    var retryAfterMs: Int64?
    private var wantsConnection = false
    /// Since when it has tried to come back; nil while its document is current.
    private var triesSinceUs: Int64?
    var messageCount = 0

    // MARK: Counters
    var bytesIn = 0
    var messagesIn = 0
    var messagesOut = 0
    var resyncs = 0
    /// The server's clock minus ours, by the shortest round trip, in milliseconds.
    var clock = ServerClock()

    init(id: Int, seat: Seat, attention: Attention, network: Network, place: Int = 0) {
        self.id = id
        self.seat = seat
        self.attention = attention
        self.network = network
        self.place = place
    }

    var label: String {
        seat.name.isEmpty ? seat.role.rawValue : "\(seat.role.rawValue) \(seat.name)"
    }
    var isSeated: Bool { phase == .seated }
    /// Every attempt to come back has failed.
    var hasGivenUp: Bool { attempts >= network.maxAttempts }
    var target: Target { network.targets[place] }
    var document: JSONValue { replica.document }

    // MARK: Coming and going

    func connect() {
        guard phase == .idle else { return }
        wantsConnection = true
        phase = .connecting
        if triesSinceUs == nil { triesSinceUs = Ticks.nowUs }
        reader = MessageReader(
            endpoint: .client,
            limits: MessageLimits(maxMessageBytes: 4 * 1024 * 1024)
        )
        end = .failed("the connection was lost")
        connection = network.loop.connect(
            to: target.address,
            tls: network.tls.map { ($0, target.serverName) },
            handler: self,
            timeoutMs: 15_000
        )
    }

    /// Says LEAVE, or only a Close frame, and stays away.
    func leave(saying goodbye: Bool) {
        wantsConnection = false
        guard connection != nil else { return }
        end = .local
        if goodbye, isSeated { send("LEAVE") }
        sendClose()
        connection?.close()
    }

    /// Breaks the connection like a lost network does.
    ///
    /// - Parameter returns: after how many milliseconds it comes back; nil: never.
    func breakOff(returnsAfterMs returns: Int64?) {
        wantsConnection = false
        end = .local
        connection?.abort()
        guard let returns else { return }
        network.after(returns) { [weak self] in self?.connect() }
    }

    /// Leaves its gateway for another, as one does whose proxy sends it elsewhere.
    func move(to place: Int) {
        self.place = place
        breakOff(returnsAfterMs: Self.backoffMs.lowerBound)
    }

    /// How long it took from the first attempt until its document was current again; told once, nil
    /// when it was not away.
    func takeReturnUs() -> Int64? {
        defer { triesSinceUs = nil }
        return triesSinceUs.map { Ticks.nowUs - $0 }
    }

    func ended(_ reason: CloseReason) {
        if case .failed = end, reason != .peer { end = .failed("\(reason)") }
        connection = nil
        upgrade = nil
        phase = .idle
        delegate?.dropped(self, end)
        guard wantsConnection, end.mayReturn, attempts < network.maxAttempts else { return }
        place = (place + 1) % network.targets.count
        network.after(waitMs) { [weak self] in
            guard let self, self.wantsConnection else { return }
            self.connect()
        }
    }

    /// Until the next attempt: as it was told, or ever longer.
    private var waitMs: Int64 {
        defer {
            attempts += 1
            retryAfterMs = nil
        }
        if let retryAfterMs { return retryAfterMs }
        let waitMs = min(Self.backoffMs.lowerBound << Int64(attempts), Self.backoffMs.upperBound)
        return waitMs + Int64.random(in: 0...waitMs / 2)
    }

    // MARK: Hearing

    func take(_ bytes: UnsafeRawBufferPointer) {
        messagesIn += 1
        network.messagesIn += 1
        guard let message = ReceivedMessage(bytes, atUs: Ticks.nowUs) else {
            let start = String(decoding: bytes.prefix(200), as: UTF8.self)
            network.report(.contract, by: self, "no envelope: \(start)")
            return
        }
        delegate?.willTake(message, by: self)
        switch message.type {
        case .welcome:
            phase = .seated
            attempts = 0
            if attention == .none { connection?.pauseReading() }
        case .timePong:
            clock.answered(
                message.decoded(),
                atUs: message.atUs,
                roundTrips: &network.roundTrips
            )
        case .stateSnapshot where attention == .document:
            replica.take(snapshot: message.decoded())
        case .statePatch where attention == .document:
            takePatch(message)
        case .error, .stateSnapshot, .statePatch, .playerJoined, .playerLeft, .lobbyUpdated,
            .cluePresent, .brakeAccepted, .brakeRejected, .brakeAnswerLocked, .answerAck,
            .destinationReveal, .destinationResults, .scoreboardUpdate, .followupPresent,
            .followupLocked, .followupResults, .finalResultsPresent, .timerSync, .audioPlay,
            .audioStop, .musicSet, .musicStop, .musicDuck, .musicGainSet, .sfxPlay,
            .uiEffectTrigger, nil:
            break
        }
        delegate?.received(message, by: self)
    }

    private func takePatch(_ message: ReceivedMessage) {
        switch replica.take(patch: message.decoded()) {
        case .applied: break
        case .stale, .gap:
            resyncs += 1
            askForSnapshot()
        case .broken(let problem):
            network.report(
                .contract,
                by: self,
                "a STATE_PATCH that can't be applied: \(problem) "
                    + String(decoding: message.payload.prefix(300), as: UTF8.self)
            )
            askForSnapshot()
        }
    }
}
