import Archive
import ArgumentParser
import Protocol

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
