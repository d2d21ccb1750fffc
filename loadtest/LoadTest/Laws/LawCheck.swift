import GatewayClient
import Protocol

/// One law, held against everything that the clients of one session say and hear.
///
/// It tells the referee of everything that it looks at, kept or broken.
protocol LawCheck {
    var law: Law { get }

    /// A message came; the client has not taken it in yet.
    mutating func willTake(_ heard: Heard, _ referee: Referee)
    /// The client has taken it in.
    mutating func took(_ heard: Heard, _ referee: Referee)
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee)
    /// The connection is gone, and with it the answers that were on their way.
    mutating func dropped(_ client: Client, _ referee: Referee)
    /// A REST body went to a player or TV.
    mutating func read(_ body: [UInt8], _ referee: Referee)
    /// The gateway's metrics were read.
    mutating func measured(_ metrics: [String: Double], _ referee: Referee)
    /// A second has passed, more or less.
    mutating func tick(_ referee: Referee)
    /// Nothing more will come.
    mutating func finish(_ referee: Referee)
}

extension LawCheck {
    mutating func willTake(_ heard: Heard, _ referee: Referee) {}
    mutating func took(_ heard: Heard, _ referee: Referee) {}
    mutating func said(_ saying: Saying, by client: Client, _ referee: Referee) {}
    mutating func dropped(_ client: Client, _ referee: Referee) {}
    mutating func read(_ body: [UInt8], _ referee: Referee) {}
    mutating func measured(_ metrics: [String: Double], _ referee: Referee) {}
    mutating func tick(_ referee: Referee) {}
    mutating func finish(_ referee: Referee) {}
}

/// A message, with the client that got it.
struct Heard {
    let message: ReceivedMessage
    /// Nil for a type that the contract does not know.
    let type: MessageType?
    let client: Client

    init(_ message: ReceivedMessage, by client: Client) {
        self.message = message
        self.client = client
        type = message.type
    }

    /// A snapshot or patch has changed a document that is kept.
    var changesDocument: Bool {
        (type == .stateSnapshot || type == .statePatch) && client.attention == .document
    }
}

/// Something that a client says, as far as a law wants to know of it.
enum Saying {
    case pull(messageID: String)
    case answer(text: String)
    /// Something that was acknowledged, under the same `msgId`.
    case again(messageID: String)
    /// Something that may end the timer of `moment` before its time.
    case mayEnd(TimerLaw.Cause, moment: String)
}
