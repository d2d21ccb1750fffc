import Archive
import ArgumentParser
import Content
import Dispatch
import Foundation
import GameState
import Gateway
import Logging
import Protocol
import Synchronization

/// Plays an archived session again and compares state and scores.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a session's committed inputs again; compare state and scores.",
        discussion: "Exits with 1 when anything differs."
    )

    @Argument(help: "The session's id.")
    var session: String

    @Option(
        help: ArgumentHelp(
            "Where the embedded archive lives. [$GATEWAY_DATA_DIR] (default: ./data)",
            valueName: "dir"
        )
    )
    var dataDir: String?

    func run() throws {
        let directory = Environment.text(dataDir, "GATEWAY_DATA_DIR") ?? "./data"
        let archive = try openArchive(in: directory, Logger(label: "replay"))
        let id = SessionID(rawValue: session)
        let replaying = SessionReplay(games: HostedGames.all(from: nil), archive: archive)
        let over = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<SessionReplay.Report, any Error>?>(nil)
        replaying.run(id) { result in
            outcome.withLock { $0 = result }
            archive.close { over.signal() }
        }
        over.wait()
        switch outcome.withLock({ $0 }) {
        case .success(let report):
            print(report)
            if !report.isFaithful { throw ExitCode.differs }
        case .failure(let error as ArchiveError):
            print("session \(session): \(error)")
            throw ExitCode.unavailable
        case .failure(let error as SessionReplay.Problem):
            throw ValidationError("session \(session): \(error)")
        case .failure(let error):
            print("session \(session): \(error)")
            throw ExitCode.differs
        case nil:
            throw ExitCode.internal
        }
    }
}
