import Archive
import ArgumentParser
import Protocol

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
