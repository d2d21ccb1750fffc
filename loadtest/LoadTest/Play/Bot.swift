import GatewayClient
import GatewayClientTransport
import Protocol
import Seeded

/// A player with habits, which act at each new stage of its document.
final class Bot {
    let client: Client
    private var habits: any GuestHabits
    private weak var driver: Driver?
    var random: SplitMix64
    private var moment = ""
    /// Plans of an earlier look count no more.
    private var looks = 0
    private var hasAnswered = false

    init(_ client: Client, _ habits: any GuestHabits, driver: Driver, seed: UInt64) {
        self.client = client
        self.habits = habits
        self.driver = driver
        random = SplitMix64(seed: seed)
    }

    var name: String { client.seat.name }
    var id: String { client.seat.playerID?.rawValue ?? "" }
    var presence: Presence { habits.presence }
    var document: JSONValue { client.document }
    /// The secret of the bot's round, for those bots that know.
    var secret: JSONValue? { driver?.secret(for: self) }

    /// The document has changed.
    func look() {
        guard let driver else { return }
        let moment = driver.game.moment(of: client.document)
        guard moment != self.moment else { return }
        self.moment = moment
        looks += 1
        hasAnswered = false
        habits.act(self)
    }

    /// The connection is back: what was planned may not have been done. An answer that was sent is not
    /// given twice.
    func lookAgain() {
        guard !hasAnswered else { return }
        moment = ""
        look()
    }

    func refused(_ messageID: String) { habits.refused(messageID, self) }

    /// Does something after a while, if nothing has changed and there is a connection.
    func later(_ ms: Double, _ action: @escaping () -> Void) {
        let looks = looks
        client.network.after(Int64(ms)) { [weak self] in
            guard let self, self.client.isSeated, self.looks == looks else { return }
            action()
        }
    }

    /// Says what shall be answered, unless an answer of its own is under way: another one would have no certain
    /// order with it.
    ///
    /// - Parameter words: by the question that they answer.
    func answer(_ type: String, _ payload: JSONObject, _ words: [Int: Ledger.Answer]) {
        guard let driver, !driver.isWaiting(self) else { return }
        hasAnswered = true
        driver.answer(self, Record.Command(type: type, payload: payload), words)
    }

    /// Asks for what one player alone may have.
    func claim(_ type: String, _ messageID: String) {
        driver?.claim(client, type, messageID)
    }

    func tell(_ line: String) { driver?.tell("\(client.label) \(line)") }
}

extension Client {
    /// One that is repeated goes under the same `msgId`.
    func send(_ command: Record.Command, _ messageID: String) {
        send(command.type, messageID: messageID) { writer in
            for (name, member) in command.payload.members {
                writer.key(dynamic: name)
                writer.raw(member.bytes)
            }
        }
    }

    /// A claim says when it was made.
    func claim(_ type: String, _ messageID: String) {
        send(type, messageID: messageID) { writer in
            writer.key("atClientMs")
            writer.value(Ticks.wallMs)
        }
    }
}
