import Archive
import ArgumentParser
import Foundation
import Gateway
import Hosting
import Protocol

/// Looks for damage in the archive.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look for damage in the archive: pages, references, and each session's inputs.",
        discussion: """
            Plays every session again that has not been erased. Changes nothing; a gateway may serve \
            meanwhile. Says on standard error how far it is. Exit codes: 0 no damage, 65 damage (what, and \
            in which session, stands on standard output), 69 the archive can't be reached.
            """
    )

    @OptionGroup var archive: ArchiveOptions

    /// Looks at a session whose scores differ.
    private static let maxLooks = 3

    func run() throws {
        let place = try archive.place()
        if place.isEmptyFile {
            print("\(place): the file is empty; if sessions were in it, they are gone")
            throw ExitCode.damaged
        }
        do {
            let archive = try place.open(.asIs)
            defer { archive.closeAndWait() }
            try Self.look(into: archive)
        } catch let error as ArchiveError where error.kind == .damaged {
            print(error)
            throw ExitCode.damaged
        } catch let error as ArchiveError {
            throw error.told()
        }
    }

    /// Prints what it finds.
    ///
    /// - Throws: exit code 65 for any damage.
    static func look(into archive: SQLArchive) throws {
        var flawCount = 0
        for flaw in try wait(for: { archive.flaws(.thorough, $0) }) {
            print(flaw)
            flawCount += 1
        }
        let replaying = SessionReplay(games: HostedGames.replayed, archive: archive)
        let sessions = try wait { archive.sessions(limit: .max, $0) }
        var progress = Progress(of: sessions.count)
        for session in sessions.map(\.session) {
            if let flaw = try flaw(of: session, in: archive, replaying) {
                print("session \(session): \(flaw)".printable)
                flawCount += 1
            }
            progress.advance()
        }
        guard flawCount == 0 else {
            print("\(sessions.count) sessions: \(flawCount) flaws")
            throw ExitCode.damaged
        }
        print("\(sessions.count) sessions: no damage")
    }

    /// Nil when there is none. A session that is being played may get ahead of its scores: it is
    /// checked again.
    private static func flaw(
        of session: SessionID,
        in archive: SQLArchive,
        _ replaying: SessionReplay
    ) throws -> String? {
        do {
            guard let record = try wait(for: { archive.record(of: session, $0) }) else {
                return "no longer there"
            }
            guard record.summary.erasedAt == nil else { return nil }
            for _ in 0..<maxLooks {
                let report = try wait(for: { replaying.run(session, $0) })
                if report.isFaithful { return nil }
            }
            return "its scores differ from those of its inputs"
        } catch let error as ArchiveError where error.kind != .damaged {
            throw error
        } catch {
            return "\(error)"
        }
    }
}

/// Reports progress from time to time.
private struct Progress {
    private let count: Int
    private var done = 0
    private var nextAt: ContinuousClock.Instant

    private static let period = Duration.seconds(2)

    init(of count: Int) {
        self.count = count
        nextAt = .now + Self.period
    }

    mutating func advance() {
        done += 1
        guard ContinuousClock.now >= nextAt else { return }
        nextAt = .now + Self.period
        FileHandle.standardError.write(Data("\(done) of \(count) sessions\n".utf8))
    }
}

extension ArchivePlace {
    /// True for a file that is there and empty.
    var isEmptyFile: Bool {
        guard case .file(let path) = self else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? UInt64 == 0
    }
}
