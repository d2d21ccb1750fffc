import GatewayClient
import Protocol

/// A game as bots play it and as laws read its documents: all that the load test knows of one game alone.
protocol PlayedGame: Sendable {
    /// On the wire.
    static var name: String { get }
    /// Rounds that one game may have.
    static var roundCounts: ClosedRange<Int> { get }
    /// The state in which a game is over.
    static var overState: String { get }

    // MARK: Playing
    static func settings(_ options: PartyOptions) -> JSONObject
    /// The longest that a round can take.
    static func roundMs(_ tempo: Tempo) -> Int64
    /// Time that the players have for their answers, of which a pause takes a half.
    static func answerMs(_ tempo: Tempo) -> Int64
    /// - Parameter number: of the guest; neighbours are different.
    static func guest(_ number: Int, _ tempo: Tempo) -> any GuestHabits
    /// A good moment for something that a run does once.
    static func occasion(_ document: JSONValue) -> Occasion?
    /// The players in whose hands the game is at its climax, such as an open brake or a clip that plays; nil: it is
    /// at none.
    static func climax(_ document: JSONValue) -> [String]?
    /// A line for whoever watches; nil for a message that is not worth one.
    static func line(for message: ReceivedMessage, names: (String?) -> String) -> String?
    /// The same for a stage that the host sees begin.
    static func line(at document: JSONValue) -> String?

    // MARK: Contract
    /// Messages of this game alone.
    static var messages: [String: MessageShape] { get }
    /// Parts of everybody's document beside those of all games: the same in all of one version.
    static var parts: [StaticString] { get }
    static func parts(of role: Role) -> [StaticString]

    // MARK: Laws
    /// Laws of this game alone.
    static func laws(patienceUs: Int64) -> [any LawCheck]
    /// Words for where a game is within its state and round.
    static func place(in document: JSONValue) -> [String]
    /// Texts that the host's document keeps from all others at first, with what each is; empty: none.
    static func secrets(in document: JSONValue) -> [String: String]
    /// Texts that everybody may read once the host's document stands like this.
    static func disclosed(_ document: JSONValue) -> [String]
    /// Questions that each round has, as the archive numbers them.
    static func questions(_ options: PartyOptions) -> ClosedRange<Int>
    /// Results that a document shows.
    static func results(in document: JSONValue) -> [Results]
    /// The same of a message; nil for any other.
    static func results(toldBy message: ReceivedMessage) -> Results?
    /// Messages tell all results; else the host's document is what told them.
    static var announcesResults: Bool { get }
    /// Parts of a round that can't become anything else, once a document shows them.
    static func facts(in document: JSONValue) -> [String: JSONValue]
    /// Answers to question 0 that stand, though nobody has said a word.
    static func unsaid(in round: Record.Round) -> [(player: String, answer: Ledger.Answer)]
    /// True where a stage may begin before the timers of the last are up.
    static func interrupts(_ document: JSONValue) -> Bool
    /// True where a stage may have ended before its time.
    static func mayEndEarly(_ end: StageEnd) -> Bool
}

extension PlayedGame {
    static func line(for message: ReceivedMessage, names: (String?) -> String) -> String? { nil }
    static func line(at document: JSONValue) -> String? { nil }
    static func laws(patienceUs: Int64) -> [any LawCheck] { [] }
    static func results(toldBy message: ReceivedMessage) -> Results? { nil }
    static func facts(in document: JSONValue) -> [String: JSONValue] { [:] }
    static func unsaid(in round: Record.Round) -> [(player: String, answer: Ledger.Answer)] { [] }
    static func interrupts(_ document: JSONValue) -> Bool { false }

    /// The stage that the game is at, without anything that changes within it.
    static func moment(of document: JSONValue) -> String {
        var words = [document.state ?? "?"]
        if let index = document["round"]?["index"]?.int { words.append("round \(index)") }
        return (words + place(in: document)).joined(separator: " ")
    }
}

/// Games that bots can play, the usual one first.
let playedGames: [any PlayedGame.Type] = [Tripto.self, NameThatTune.self]

/// Parts that documents of all games have.
extension JSONValue {
    var state: String? { self["state"]?.string }
    /// Empty in a lobby.
    var roundID: String { self["round"]?["roundId"]?.string ?? "" }
    var players: [JSONValue] { self["players"]?.array ?? [] }
    var playerIDs: Set<String> { Set(players.compactMap(\.playerID)) }
    /// Of one player.
    var playerID: String? { self["playerId"]?.string }
}

/// The length of a game's parts.
package enum Tempo: Sendable {
    /// One can follow it.
    case watchable
    /// A second or less for each part.
    case fast
    /// Soon over, but with time enough in each part for something to break in it.
    case brisk
    /// Brisk, where many games are played one after the other.
    case quick
}

/// Something that a run does once, at the first good moment.
enum Occasion: Hashable {
    /// The host pauses, and goes on.
    case pause
    /// Those with a bad connection lose it.
    case drop
    /// Those who come late do.
    case arrival
    /// The host skips what is shown.
    case skip
}

/// A stage that is over, as one watcher saw it.
struct StageEnd {
    let before: JSONValue
    let after: JSONValue
    /// Its record and absences tell what the others have said, and who was away.
    let referee: Referee
    /// Gateways and connections break.
    let isDisturbed: Bool

    var record: Record { referee.record }
    var hasLongAbsence: Bool { referee.absences.hasLong }

    /// Everybody who is connected has said something like this in the round.
    func haveAllSaid(_ isSo: (Record.Answer) -> Bool) -> Bool {
        connected.allSatisfy { record.hasSaid($0.playerID ?? "", before.roundID, isSo) }
    }

    var connected: [JSONValue] { after.players.filter { $0["connected"]?.bool == true } }
}

/// One bot's way of playing: looks at its own document alone, as a real client would, and acts on what it
/// sees there.
protocol GuestHabits {
    var title: String { get }
    var presence: Presence { get }

    /// The game has come to another stage.
    mutating func act(_ bot: Bot)
    /// A command that was no answer was refused for now.
    func refused(_ messageID: String, _ bot: Bot)
}

extension GuestHabits {
    func refused(_ messageID: String, _ bot: Bot) {}
}

enum Presence {
    case steady
    /// Joins in the middle of the first round.
    case late
    /// Loses its connection in the middle of the game and comes back.
    case shaky
}
