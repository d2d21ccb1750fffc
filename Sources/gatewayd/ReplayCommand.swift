import Archive
import ArgumentParser
import GameState
import Gateway
import Hosting
import Protocol

/// Plays an archived session again and compares state and scores.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a session's committed inputs again; compare state and scores.",
        discussion:
            "Exits with 1 when anything differs, with 64 for a session that is unknown or erased."
    )

    @Argument(help: "The session's id.")
    var session: String

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        let id = SessionID(rawValue: session)
        let report = try archive.read { archive in
            let record = try wait { archive.record(of: id, $0) }
            if let erasedAt = record?.summary.erasedAt {
                throw ValidationError(
                    "session \(session): was erased at \(erasedAt.text), nothing to play again"
                )
            }
            let replaying = SessionReplay(games: HostedGames.replayed, archive: archive)
            do {
                return try wait { replaying.run(id, $0) }
            } catch let error as SessionReplay.Problem {
                throw ValidationError("session \(session): \(error)")
            } catch let error where !(error is ArchiveError) {
                print("session \(session): \(error)")
                throw ExitCode.differs
            }
        }
        print(report)
        if !report.isFaithful { throw ExitCode.differs }
    }
}

/// Makes the archive's tables, or brings them forward.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the archive's tables or bring them forward, and say what was done.",
        discussion: """
            `serve` does the same when it starts. Gateways that migrate at the same time wait for one \
            another; all migrations are made or none.
            """
    )

    @OptionGroup var archive: ArchiveOptions

    func run() throws {
        let place = try archive.place()
        do throws(ArchiveError) {
            let archive = try place.open(.migrated)
            print("\(place): \(archive.schema)")
            archive.closeAndWait()
            if case .file(let path) = place { DataFile.hand(path) }
        } catch {
            throw error.told()
        }
    }
}
