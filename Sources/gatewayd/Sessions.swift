import Archive
import ArgumentParser
import Protocol

/// Lists the sessions in the archive.
struct Sessions: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the sessions in the archive, the newest first."
    )

    @Option(help: "Maximum number of sessions.")
    var limit = 50

    @Flag(help: "As JSON, one array.")
    var json = false

    @OptionGroup var archive: ArchiveOptions

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit must be at least 1, not \(limit)") }
    }

    func run() throws {
        let sessions = try archive.read { archive in
            try wait { archive.sessions(limit: limit, $0) }
        }
        if json {
            var writer = JSONWriter()
            writer.beginArray()
            for session in sessions { session.write(to: &writer) }
            writer.endArray()
            print(String(decoding: writer.bytes, as: UTF8.self))
        } else {
            print(Self.table(of: sessions))
        }
    }

    private static func table(of sessions: [SessionSummary]) -> TextTable {
        TextTable(
            heading: [
                "SESSION", "CODE", "GAME", "STATUS", "CREATED", "ENDED", "PLAYERS", "ROUNDS",
            ],
            rows: sessions.map { session in
                [
                    "\(session.session)", session.joinCode, session.game,
                    session.erasedAt == nil ? session.status.rawValue : "erased",
                    session.createdAt.text, session.endedAt?.text ?? "", "\(session.playerCount)",
                    "\(session.roundCount)",
                ]
            }
        )
    }
}

/// Tells a session to a reader.
struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell a session: players, rounds with their answers, audit."
    )

    @Argument(help: "The session's id.")
    var session: String

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        print(SessionStory(try archive.record(of: SessionID(rawValue: session))))
    }
}

/// Prints all that the archive's tables tell of a session.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a session as one JSON document.",
        discussion: """
            Members: session, players, games, rounds, answers, scores (by game), \
            audit. Keys always stand in the same order; times are milliseconds since 1970.
            """
    )

    @Argument(help: "The session's id.")
    var session: String

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        let record = try archive.record(of: SessionID(rawValue: session))
        var writer = JSONWriter()
        record.write(to: &writer)
        print(String(decoding: writer.bytes, as: UTF8.self))
    }
}
