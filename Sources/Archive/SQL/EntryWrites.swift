import GameState
public import Protocol

/// Statements that write a journal entry, in the order they must run.
///
/// The first write says whether the entry is new; the others only run if it is.
struct EntryWrites {
    var session: SessionID { entry.session }
    let event: Write
    private(set) var facts: [Write] = []
    /// Run after the facts of all entries that are written with this one: they wait for other gateways, and nothing
    /// else of a transaction may have to be waited for by then.
    private(set) var ending: [Write] = []
    private let entry: JournalEntry
    private var auditCount = 0

    /// - Throws: kind `.refused` where a fact is of a game that has no tables here.
    init(_ entry: JournalEntry, _ schemas: [GameSchema]) throws(ArchiveError) {
        self.entry = entry
        event = Write(
            .event,
            [
                .id(entry.session), .integer(entry.version), .integer(entry.at.ms),
                .utf8(entry.body()),
            ]
        )
        facts.reserveCapacity(entry.facts.count)
        for fact in entry.facts { try add(fact, schemas) }
        guard entry.facts.contains(where: \.endsGame) else { return }
        ending = schemas.flatMap(\.ending).map { Write($0, [sessionID]) }
    }

    private var at: SQLValue { .integer(entry.at.ms) }

    private mutating func add(_ fact: Fact, _ schemas: [GameSchema]) throws(ArchiveError) {
        switch fact {
        case .sessionCreated(let joinCode, let game, let settingsJSON):
            write(.sessionCreated, sessionID, at, .text(game), .text(settingsJSON), .text(joinCode))
        case .sessionStatus(let status):
            write(.sessionStatus, sessionID, .text(status.rawValue), status == .ended ? at : .null)
        case .playerJoined(let player, let name, let isManual):
            let key = name.lowercased()
            let kind = SQLValue.boolean(isManual ?? false)
            write(.playerJoined, .id(player), sessionID, .words(name), .words(key), at, kind)
        case .playerRenamed(let player, let name):
            write(.playerRenamed, .id(player), .words(name), .words(name.lowercased()))
        case .playerSeen(let player, let isConnected):
            write(.playerSeen, .id(player), at, .boolean(isConnected))
        case .playerLeft(let player):
            write(.playerLeft, .id(player), at)
            write(.playerTokensRevoked, sessionID, .id(player))
        case .roundBegan(let round, let index):
            facts.append(.roundBegan(round, index: index, in: entry.session, at: entry.at))
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
        case .answered(let round, let player, let question, let stake, let text):
            facts.append(.answered(round, player, question, stake: stake, text, at: entry.at))
        case .judged(let round, let player, let question, let isCorrect, let points):
            facts.append(.judged(round, player, question, isCorrect: isCorrect, points: points))
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
        case .game(let record):
            facts += try writes(of: record, schemas)
        }
    }

    /// A record without a name is of a build that had one game: it belongs to the game that can read it.
    /// One that no game can read was never a build's, and its entry is kept without it.
    private func writes(
        of record: GameRecord,
        _ schemas: [GameSchema]
    ) throws(ArchiveError) -> [Write] {
        for schema in schemas where record.game == nil || record.game == schema.game {
            if let writes = try? schema.writes(record, entry.session, entry.at) { return writes }
        }
        guard record.game == nil else {
            throw ArchiveError(.refused, "there are no tables here for \(record)")
        }
        return []
    }

    private var sessionID: SQLValue { .id(entry.session) }

    private mutating func write(_ statement: Statement, _ values: SQLValue...) {
        facts.append(Write(statement, values))
    }
}

extension Fact {
    fileprivate var endsGame: Bool {
        if case .gameEnded = self { true } else { false }
    }
}

// Rows that games also need for facts which earlier builds recorded in shapes of their own.
extension Write {
    public static func roundBegan(
        _ round: RoundID,
        index: Int,
        in session: SessionID,
        at time: ServerTime
    ) -> Write {
        Write(.roundBegan, [.id(round), .id(session), .integer(index), .integer(time.ms)])
    }

    public static func answered(
        _ round: RoundID,
        _ player: PlayerID,
        _ question: Int,
        stake: Int?,
        _ text: String,
        at time: ServerTime
    ) -> Write {
        Write(
            .answered,
            [
                .id(round), .id(player), .integer(question), stake.map { .integer($0) } ?? .null,
                .words(text), .integer(time.ms),
            ]
        )
    }

    public static func judged(
        _ round: RoundID,
        _ player: PlayerID,
        _ question: Int,
        isCorrect: Bool,
        points: Int
    ) -> Write {
        Write(
            .judged,
            [
                .id(round), .id(player), .integer(question), .boolean(isCorrect),
                .integer(points),
            ]
        )
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
    public static func id(_ id: some Identifier) -> SQLValue { .text(id.rawValue) }
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

/// A clip's row in its table. The sound is not stored: a gateway makes it again.
struct ClipWrite {
    let write: Write

    init(_ record: ClipRecord, of round: RoundID, in session: SessionID) {
        let clip = record.clip
        var licence = JSONWriter()
        licence.beginObject()
        licence.key("provider")
        licence.value(record.credit.provider)
        licence.key("licence")
        licence.value(record.credit.licence)
        licence.endObject()
        write = Write(
            .clipMade,
            [
                .id(clip.id), .id(round), .text(record.kind), .text(record.refKey),
                .text("/v1/sessions/\(session)/rounds/\(round)/assets/\(clip.id)"),
                .integer(clip.durationMs), .real(clip.lufs), .utf8(licence.bytes),
            ]
        )
    }
}
