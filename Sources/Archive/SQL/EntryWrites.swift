import GameState
import Protocol

/// What a journal entry becomes in the tables, in the order it must be written.
///
/// The first write says whether the entry is new; the others only run if it is.
struct EntryWrites {
    var session: SessionID { entry.session }
    let event: Write
    private(set) var facts: [Write] = []
    private let entry: JournalEntry
    private var auditCount = 0

    init(_ entry: JournalEntry) {
        self.entry = entry
        event = Write(
            .event,
            [
                .id(entry.session), .integer(entry.version), .integer(entry.at.ms),
                .utf8(entry.body()),
            ]
        )
        facts.reserveCapacity(entry.facts.count)
        for fact in entry.facts { add(fact) }
    }

    private var at: SQLValue { .integer(entry.at.ms) }

    private mutating func add(_ fact: Fact) {
        switch fact {
        case .sessionCreated(let joinCode, let game, let settingsJSON):
            write(.sessionCreated, sessionID, at, .text(game), .text(settingsJSON), .text(joinCode))
        case .sessionStatus(let status):
            write(.sessionStatus, sessionID, .text(status.rawValue), status == .ended ? at : .null)
        case .playerJoined(let player, let name):
            let key = name.lowercased()
            write(.playerJoined, .id(player), sessionID, .words(name), .words(key), at)
        case .playerRenamed(let player, let name):
            write(.playerRenamed, .id(player), .words(name), .words(name.lowercased()))
        case .playerSeen(let player, let isConnected):
            write(.playerSeen, .id(player), at, .boolean(isConnected))
        case .playerLeft(let player):
            write(.playerLeft, .id(player), at)
            write(.playerTokensRevoked, sessionID, .id(player))
        case .content(let package):
            facts += PackageWrites(package, at: entry.at).writes
        case .roundStarted(let round, let index, let packageID):
            write(.roundStarted, .id(round), sessionID, .integer(index), at, .text(packageID))
        case .gameStarted:
            write(.gameStarted, sessionID, at)
        case .gameEnded(let isAborted, let winners):
            write(.gameEnded, sessionID, at, .boolean(isAborted))
            write(.gameUnwon, sessionID)
            for winner in winners { write(.gameWon, sessionID, .id(winner)) }
        case .roundState(let round, let state):
            write(.roundState, .id(round), .text(state.rawValue), state.isLast ? at : .null)
        case .clipMade(let round, let record):
            facts.append(ClipWrite(record, of: round, in: entry.session).write)
        case .answerLocked(let round, let player, let levelPoints, let text):
            write(
                .answerLocked,
                .text("\(round)/\(player)"),
                .id(round),
                .id(player),
                .integer(levelPoints),
                .words(text),
                at
            )
        case .answerJudged(let round, let player, let isCorrect, let points):
            write(.answerJudged, .id(round), .id(player), .boolean(isCorrect), .integer(points))
        case .followupAnswered(let round, let player, let index, let text):
            write(
                .followupAnswered,
                .text("\(round)/\(player)/\(index)"),
                .id(round),
                .id(player),
                .integer(index),
                .words(text)
            )
        case .followupJudged(let round, let player, let index, let isCorrect, let points):
            write(
                .followupJudged,
                .id(round),
                .id(player),
                .integer(index),
                .boolean(isCorrect),
                .integer(points)
            )
        case .audit(let actor, let type, let payloadJSON):
            auditCount += 1
            write(
                .audit,
                .text("\(entry.session)/\(entry.version)/\(auditCount)"),
                sessionID,
                at,
                .text(actor.role.rawValue),
                actor.playerID,
                .text(type),
                .words(payloadJSON)
            )
        }
    }

    private var sessionID: SQLValue { .id(entry.session) }

    private mutating func write(_ statement: Statement, _ values: SQLValue...) {
        facts.append(Write(statement, values))
    }
}

extension Write {
    static func note(_ note: AuditNote) -> Write {
        Write(
            .noted,
            [
                .text("\(note.session)/\(note.kind.rawValue)/\(note.name)"), .id(note.session),
                .integer(note.at.ms), .text(note.actor.role.rawValue), note.actor.playerID,
                .text(note.kind.rawValue),
            ]
        )
    }
}

extension SQLValue {
    static func id(_ id: some Identifier) -> SQLValue { .text(id.rawValue) }
}

extension Viewer {
    /// NULL for those who are no player.
    var playerID: SQLValue {
        switch self {
        case .host, .tv: .null
        case .player(let id): .id(id)
        }
    }
}

extension Fact.RoundState {
    fileprivate var isLast: Bool {
        switch self {
        case .scored, .aborted: true
        case .preparing, .intro, .clues, .reveal, .followups: false
        }
    }
}
