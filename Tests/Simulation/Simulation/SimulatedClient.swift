import GameState
import GatewayClient
import Rooms
import Protocol
import Seeded
import WebSocket

/// A phone, a screen or the host's device: keeps its document as protocol §3.2 says.
package final class SimulatedClient<G: SimulatedGame> {
    unowned let evening: Evening<G>
    let name: String
    let viewer: Viewer
    private(set) var replica = Replica()
    private(set) var connection: SimulatedConnection<G>?
    /// True once it must not come back by itself.
    private(set) var isGone = false
    /// Counts its attempts to get in.
    private var attempt = 0
    private(set) var isConnecting = false
    private(set) var needsResume = false
    private(set) var connectionCount = 0
    private(set) var connections: Set<ConnectionID> = []
    var wasStalled = false
    private var messagesSent = 0
    /// The latest commands, for clients that tap twice.
    private(set) var sent: [Sent] = []
    var locksTold: [PlayerID: Set<Int64>] = [:]
    var pulls = PullTally()
    private var answers: [String: ServerFrame] = [:]
    /// Refusals of commands that are to be tried again.
    private(set) var refusals: [String: ServerFrame] = [:]
    /// Commands that were tried again at the end, when nothing fails any more.
    private var retried: Set<String> = []
    /// A retried command that was told to try again once more.
    private(set) var refusedAgain: String?

    struct Sent {
        var id: String?
        var text: String
        var isPull: Bool
        /// Number of its viewer's messages, on any device.
        var number: Int
    }

    init(_ evening: Evening<G>, _ viewer: Viewer, name: String) {
        self.evening = evening
        self.viewer = viewer
        self.name = name
    }

    /// The version of its document; nil while it has none.
    private var version: Int64? { replica.version < 0 ? nil : replica.version }
    var isConnected: Bool { connection?.isOpen == true }
    var isUsable: Bool { isConnected && connection?.seat != nil }

    // MARK: Coming and going

    func connect(to gateway: SimulatedGateway<G>, afterMs ms: Int64? = nil) {
        guard !isConnected, !isConnecting else { return }
        isConnecting = true
        attempt += 1
        let attempt = attempt
        evening.scheduler.after(ms ?? evening.dice.ms(1...120)) { [self] in
            gateway.whenAwake { [self] in
                gateway.room { [self] result in
                    guard self.attempt == attempt, isConnecting else { return }
                    isConnecting = false
                    switch result {
                    case .success(let room): enter(room, of: gateway)
                    case .failure(let error): refused(error)
                    }
                }
            }
        }
    }

    /// Moves to another gateway; the old one notices later, and messages are on their way.
    func move(to gateway: SimulatedGateway<G>) {
        let left = connection
        connection = nil
        evening.scheduler.after(evening.dice.ms(1...6_000)) { left?.drop() }
        connect(to: gateway)
    }

    private func enter(_ room: Room<G>, of gateway: SimulatedGateway<G>) {
        let id = ConnectionID(rawValue: "c\(evening.nextNumber())")
        let made = SimulatedConnection(self, gateway, id: id)
        connections.insert(id)
        evening.watch(made)
        if evening.dice.chance(10) { reload() }
        let lastVersion = version
        evening.tell(
            "\(name) connects to gateway \(gateway.index), last \(lastVersion.map(String.init) ?? "-")"
        )
        if let lastVersion, lastVersion > room.state.version { evening.count(.staleRoom) }
        connection = made
        do throws(WireError) {
            let seat = try room.seat(
                viewer,
                connection: id,
                device: device,
                outlet: made,
                lastVersion: lastVersion,
                clientTime: nil
            )
            connectionCount += 1
            wasStalled = false
            if made.isOpen { made.seat = seat }
            needsResume = false
        } catch {
            connection = nil
            refused(error)
        }
    }

    /// Few devices, so that removed players come back under another name.
    private var device: DeviceMark? {
        guard case .player(let id) = viewer, let number = UInt64(id.rawValue.dropFirst()) else {
            return nil
        }
        return DeviceMark(rawValue: number % 9)
    }

    /// Reloads the page: everything earlier is forgotten.
    private func reload() {
        replica = Replica()
    }

    private func refused(_ error: WireError) {
        evening.coverage.count(.refusal, error.code.rawValue)
        evening.tell("\(name) is refused: \(error.code.rawValue)")
        switch error.code {
        case .sessionEnded: isGone = true
        case .forbidden: isGone = !evening.isPlayer(viewer)
        case _: break
        }
    }

    func drop() {
        attempt += 1
        isConnecting = false
        connection?.drop()
        connection = nil
    }

    /// The gateway is gone, and the connection with it.
    func lost(_ gateway: SimulatedGateway<G>) {
        if isConnecting { drop() }
        if connection?.gateway === gateway {
            connection?.seat = nil
            drop()
        }
    }

    func closed(_ connection: SimulatedConnection<G>, _ code: CloseCode) {
        evening.coverage.count(.close, "\(code.rawValue)")
        evening.tell("\(name) is closed: \(code.rawValue)")
        guard connection === self.connection else { return }
        if code.rawValue == 4409 { evening.laws.checkTakenOver(connection.id, of: self) }
        self.connection = nil
        isGone = code.rawValue != 1001
    }

    /// Somebody takes the device in hand again.
    func returns() {
        isGone = false
    }

    // MARK: Talking

    func say(_ type: String, _ payload: JSONObject = [:], named: Bool = true) {
        messagesSent += 1
        let id = named ? "\(name)-\(messagesSent)" : nil
        var members: JSONObject = ["type": .string(type), "payload": .object(payload)]
        if let id { members["msgId"] = .string(id) }
        let text = String(decoding: JSONValue.object(members).bytes, as: UTF8.self)
        let message = Sent(
            id: id,
            text: text,
            isPull: type == "BRAKE_PULL",
            number: evening.speaks(viewer)
        )
        if named {
            sent.append(message)
            if sent.count > 3 { sent.removeFirst() }
        }
        transmit(message)
    }

    func repeatOne() {
        // Older ones than a room remembers are new to it.
        let oldest = evening.spoken[viewer, default: 0] - Receipts.maxPerViewer + 2
        guard let message = evening.dice.pick(sent.filter { $0.number >= oldest }) else { return }
        evening.count(.commandRepeated)
        transmit(message)
    }

    /// Repeats commands that could not be carried out before.
    func retry() {
        let oldest = evening.spoken[viewer, default: 0] - Receipts.maxPerViewer + 2
        for message in sent where message.number >= oldest {
            guard let id = message.id, refusals[id]?.payload["code"]?.string == "degraded" else {
                continue
            }
            evening.count(.commandRetried)
            retried.insert(id)
            transmit(message)
        }
    }

    private func transmit(_ message: Sent) {
        // A socket holds back messages before the seat is taken; here nobody sends that early.
        guard let connection, connection.isOpen, connection.seat?.isTaken == true else { return }
        evening.tell("\(name) says \(message.text)")
        if message.isPull { pulls.sent(message.id) }
        if let id = message.id {
            evening.laws.seats.sent(MessageKey(viewer: viewer, messageID: id), on: connection.id)
        }
        let now = evening.scheduler.now
        let arrival = max(connection.nextArrival, now + evening.dice.ms(1...80))
        connection.nextArrival = arrival
        let bytes = Array(message.text.utf8)
        _ = evening.scheduler.schedule(at: arrival) { [self] in
            connection.gateway.whenAwake { [self] in
                guard connection.isOpen, let seat = connection.seat, let room = connection.room
                else { return }
                evening.deliver(bytes, on: connection, seat, to: room)
            }
        }
    }

    /// Acts by itself after reading.
    func react() {
        guard needsResume, isUsable, let connection, !connection.isStalled else { return }
        needsResume = false
        let payload: JSONObject = version.map { ["lastVersion": .int($0)] } ?? [:]
        let text: JSONValue = ["type": "RESUME_SESSION", "payload": .object(payload)]
        transmit(
            Sent(
                id: nil,
                text: String(decoding: text.bytes, as: UTF8.self),
                isPull: false,
                number: 0
            )
        )
    }

    // MARK: Listening

    func take(_ frame: ServerFrame) {
        evening.laws.checkTold(frame, to: self)
        if let id = frame.inReplyTo { answered(id, frame) }
        switch frame.type {
        case "STATE_SNAPSHOT": takeSnapshot(frame)
        case "STATE_PATCH": takePatch(frame)
        case "BRAKE_ACCEPTED":
            if case .player(let id) = viewer,
                frame.payload["brakeOwnerPlayerId"]?.string == id.rawValue
            {
                if frame.inReplyTo == nil { pulls.wasAccepted() }
            }
        case _: break
        }
    }

    private func takeSnapshot(_ frame: ServerFrame) {
        guard let new = frame.payload["version"]?.int else {
            evening.laws.violate(.patches, "\(name) gets a snapshot without a version")
            return
        }
        if new < replica.version {
            evening.laws.violate(.versions, "\(name) goes back from \(replica.version) to \(new)")
        }
        replica.apply(snapshot: frame.payload)
        evening.laws.checkDocument(of: self, because: "a snapshot")
    }

    private func takePatch(_ frame: ServerFrame) {
        guard let patch = frame.patch else { return }
        switch replica.apply(patch) {
        case .applied: break
        case .gap, .stale:
            needsResume = true
            return
        case .broken(let problem):
            evening.laws.violate(.patches, "\(name) can't apply \(patch.version): \(problem)")
        }
        evening.laws.checkDocument(of: self, because: "a patch")
    }

    private func answered(_ id: String, _ frame: ServerFrame) {
        pulls.answered(id, by: frame)
        if frame.payload["retryable"]?.bool == true {
            refusals[id] = frame
            if retried.contains(id), frame.payload["code"]?.string == "degraded" {
                refusedAgain = id
            }
            return
        }
        refusals[id] = nil
        guard let first = answers[id] else {
            answers[id] = frame
            return
        }
        if first.type == "ANSWER_ACK", frame.type != first.type,
            frame.payload != first.payload
        {
            evening.laws.violate(
                .repeats,
                "\(name)'s \(id) got \(first.type), then \(frame.type)"
            )
        }
    }
}
