import Archive
import Dispatch
import GameState
import Glibc
import Protocol

// Appends to an archive until it is killed, and prints each version once it was completed:
//
//     archive-writer <SQLite file or Postgres URL> <entries under way>
//
// Goes on where an earlier run was stopped.

guard CommandLine.arguments.count == 3, let underWay = Int(CommandLine.arguments[2]) else {
    fatalError("usage: archive-writer <file or URL> <entries under way>")
}
let place = CommandLine.arguments[1]
let archive =
    if let url = PostgresURL(place) {
        try SQLArchive(postgres: url, games: [])
    } else {
        try SQLArchive(sqlite: place, games: [])
    }
let session = SessionID(rawValue: "s1")
let free = DispatchSemaphore(value: underWay)

/// Adds a player with each entry, so that an entry is more than one row.
func entry(_ version: Int64) -> JournalEntry {
    let player = PlayerID(rawValue: "p\(version)")
    let fact =
        version == 1
        ? Fact.sessionCreated(joinCode: "ABCDEF", game: "tripto", settingsJSON: "{}")
        : Fact.playerJoined(player, name: "Name \(version)")
    return JournalEntry(
        session: session,
        version: version,
        at: ServerTime(ms: version),
        facts: [fact]
    ) { Array("{\"version\":\(version)}".utf8) }
}

/// One write a line, so that a kill can't tear it from earlier ones.
@Sendable func printLine(_ version: Int64) {
    let line = Array("\(version)\n".utf8)
    _ = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

let last = DispatchSemaphore(value: 0)
nonisolated(unsafe) var next: Int64 = 1
archive.journal(of: session) { result in
    guard case .success(let journal) = result else { fatalError("\(result)") }
    next = (journal?.entries.last?.version ?? 0) + 1
    last.signal()
}
last.wait()
for version in next... {
    free.wait()
    archive.append([entry(version)]) { result in
        guard case .success = result else { fatalError("\(result)") }
        printLine(version)
        free.signal()
    }
}
