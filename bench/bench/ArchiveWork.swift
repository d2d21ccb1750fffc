import Archive
import Dispatch
import Foundation
import GameState
import Protocol
import StoreContracts
import TestSupport
import TriptoGame

/// Batches that the archive writes to Postgres, against `pgbench` with the same statements in the
/// same transactions over one connection, in turn, on a server of their own that does not wait for
/// its disk.
struct ArchiveWork {
    private static let name = "archive on Postgres: entries in batches"
    static let entriesPerBatch = 64
    static let body = #"{"at":1,"command":{"type":"BRAKE_ANSWER_SUBMIT","player":"p1"}}"#

    private let server: PrivatePostgres
    let url: String
    let batchCount: Int
    private(set) var sessionCount = 0

    /// Rows written per second; more is better.
    static func rows(rounds: Int, scale: Int, where isWanted: (String) -> Bool) throws -> [Row] {
        guard isWanted(name) else { return [] }
        var work = try ArchiveWork(batchCount: 500 / scale)
        var floors: [Double] = []
        var archives: [Double] = []
        for round in 0..<rounds {
            Progress.show("\(name): round \(round + 1) of \(rounds)")
            floors.append(try work.benchmark())
            archives.append(try work.append())
        }
        Progress.clear()
        return [
            Row(
                name: name,
                unit: "rows/s",
                floor: ("pgbench", floors),
                gateway: archives,
                isMoreBetter: true
            )
        ]
    }

    private init(batchCount: Int) throws {
        self.batchCount = batchCount
        server = try PrivatePostgres()
        url = try server.makeDatabase()
    }

    /// Rows that all batches write.
    var rowCount: Int {
        let entries = (0..<Self.entriesPerBatch).map { Self.entry($0, of: SessionID(rawValue: "")) }
        return batchCount * entries.reduce(0) { $0 + 1 + $1.facts.count }
    }

    // MARK: The archive

    private mutating func append() throws -> Double {
        let (archive, session) = try begin()
        let batches = (0..<batchCount).map { batch in
            (0..<Self.entriesPerBatch).map {
                Self.entry(batch * Self.entriesPerBatch + $0, of: session)
            }
        }
        // One is written, the next stands in line.
        let free = DispatchSemaphore(value: 2)
        let start = ContinuousClock.now
        for entries in batches {
            free.wait()
            archive.append(entries) { result in
                if case .failure(let error) = result { preconditionFailure("\(error)") }
                free.signal()
            }
        }
        for _ in 1...2 { free.wait() }
        let tookSeconds = (ContinuousClock.now - start) / .seconds(1)
        for _ in 1...2 { free.signal() }
        close(archive)
        return Double(rowCount) / tookSeconds
    }

    /// An archive, and a session with its first round in it.
    mutating func begin() throws -> (SQLArchive, SessionID) {
        guard let url = PostgresURL(url) else { preconditionFailure("no URL: \(url)") }
        var settings = PostgresSettings()
        settings.limits.maxBatchEntries = Self.entriesPerBatch
        let archive = try SQLArchive(postgres: url, games: [Tripto.schema], settings: settings)
        sessionCount += 1
        let session = SessionID(rawValue: "bench\(sessionCount)")
        let players = (0..<8).map {
            Fact.playerJoined(Self.player($0, of: session), name: "Player \($0)")
        }
        let facts =
            [.sessionCreated(joinCode: "ABCDEF", game: "tripto", settingsJSON: "{}")] + players
            + [
                .roundBegan(Self.round(of: session), index: 1),
                .tripto(.played(Self.round(of: session), .test())),
            ]
        let entry = JournalEntry(session: session, version: 1, at: ServerTime(ms: 1), facts: facts)
        {
            Array(Self.body.utf8)
        }
        let done = DispatchSemaphore(value: 0)
        archive.append([entry]) { result in
            if case .failure(let error) = result { preconditionFailure("\(error)") }
            done.signal()
        }
        done.wait()
        return (archive, session)
    }

    func close(_ archive: SQLArchive) {
        let done = DispatchSemaphore(value: 0)
        archive.close { done.signal() }
        done.wait()
    }

    /// A game's usual mixture.
    private static func entry(_ index: Int, of session: SessionID) -> JournalEntry {
        let player = player(index % 8, of: session)
        let round = round(of: session)
        let facts: [Fact] =
            switch index % 4 {
            case 0:
                [
                    .answered(round, player, question: 0, stake: 8, text: "Kyoto"),
                    .audit(actor: .player(player), type: "BRAKE_ANSWER", payloadJSON: "{}"),
                ]
            case 1: [.judged(round, player, question: 0, isCorrect: true, points: 8)]
            case 2: [.playerSeen(player, isConnected: true)]
            case _: [.audit(actor: .host, type: "HOST_SKIP", payloadJSON: "{}")]
            }
        let version = Int64(index) + 2
        return JournalEntry(
            session: session,
            version: version,
            at: ServerTime(ms: version),
            facts: facts
        ) { Array(body.utf8) }
    }

    static func player(_ number: Int, of session: SessionID) -> PlayerID {
        PlayerID(rawValue: "\(session)-p\(number)")
    }

    static func round(of session: SessionID) -> RoundID {
        RoundID(rawValue: "\(session)-r")
    }
}
