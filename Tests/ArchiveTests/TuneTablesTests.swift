import Archive
import GameState
import Protocol
import StoreContracts
import TestSupport
import Testing

@testable import NameThatTuneGame

/// The tables of Name that tune, on either database: what a session of tunes leaves in them.
struct TuneTablesLaw: Sendable, CustomTestStringConvertible {
    static let games = [NameThatTune.schema]

    let testDescription: String
    let check: @Sendable (_ archive: SQLArchive, _ read: Read) async throws -> Void

    typealias Read = @Sendable (String) throws -> [[String?]]

    static let all = [
        TuneTablesLaw(testDescription: "a tune is one row, under the names that it had last") {
            archive,
            read in
            try await archive.append(
                .tunes("s1"),
                .round("s1", 2, "r1", 1, tune("fifth", title: "Symfoni 5")),
                .round("s1", 3, "r2", 2, tune("trout", title: "The \"Trout\"")),
                .round("s1", 4, "r3", 3, tune("fifth", title: "Symphony No. 5"))
            )
            let tunes = "SELECT id, title, artist, year, country, genre FROM tunes ORDER BY id"
            #expect(
                try read(tunes) == [
                    ["fifth", "Symphony No. 5", "Ludwig van Beethoven", "1808", "AT", "classical"],
                    ["trout", "The \"Trout\"", "Ludwig van Beethoven", "1808", "AT", "classical"],
                ]
            )
            let rounds = "SELECT round_id, tune_id FROM tune_rounds ORDER BY round_id"
            #expect(try read(rounds) == [["r1", "fifth"], ["r2", "trout"], ["r3", "fifth"]])
        },
        TuneTablesLaw(testDescription: "an export tells of each round what was played and said") {
            archive,
            _ in
            try await archive.append(
                .tunes("s1"),
                .test("s1", 2, .playerJoined("anna", name: "Anna")),
                .round("s1", 3, "r1", 1, tune("fifth", title: "Symphony No. 5")),
                .test(
                    "s1",
                    4,
                    .answered("r1", "anna", question: Part.artist.rawValue, text: "Beethoven"),
                    .answered("r1", "anna", question: Part.title.rawValue, text: "\"Fate\""),
                    .judged(
                        "r1",
                        "anna",
                        question: Part.title.rawValue,
                        isCorrect: true,
                        points: 2
                    )
                )
            )
            let record = try #require(try await archive.record(of: "s1"))
            var writer = JSONWriter()
            record.write(to: &writer)
            let json = try JSONReader.read(writer.bytes)
            let round = try #require(json["rounds"]?[0])
            #expect(round["title"]?.string == "Symphony No. 5")
            #expect(round["artist"]?.string == "Ludwig van Beethoven")
            #expect(round["tuneId"]?.string == "fifth")
            let answers = (json["answers"]?.array ?? []).map { answer in
                [answer["answerText"]?.string, answer["question"]?.int.map(String.init)]
            }
            #expect(answers == [["Beethoven", "0"], ["\"Fate\"", "1"]])
            #expect(json["answers"]?[1]?["pointsAwarded"]?.int == 2)
        },
        TuneTablesLaw(testDescription: "a device remembers its tunes, the last one first") {
            archive,
            read in
            let (tablet, phone) = (DeviceMark(rawValue: .max), DeviceMark(rawValue: 1))
            let first = JournalEntry.round("s1", 2, "r1", 1, tune("fifth"), by: tablet)
            try await archive.append(
                .tunes("s1"),
                first,
                .round("s1", 3, "r2", 2, tune("trout"), by: tablet),
                .round("s1", 4, "r3", 3, tune("largo")),
                .tunes("s2", code: "GHJKMN"),
                .round("s2", 9, "r4", 1, tune("fifth"), by: tablet)
            )
            #expect(await tablet.tunes(in: archive) == ["fifth", "trout"])
            #expect(await phone.tunes(in: archive) == [])
            // Written again, it takes nothing back.
            try await archive.append(first)
            #expect(await tablet.tunes(in: archive) == ["fifth", "trout"])
            // An erased session is about nobody; what was played there stays.
            try await archive.erase("s1", at: 10_000)
            #expect(await tablet.tunes(in: archive) == ["fifth"])
            #expect(try read("SELECT count(*) FROM tune_rounds") == [["4"]])
            #expect(try read("SELECT session_id FROM device_tunes") == [["s2"]])
        },
    ]

    private static func tune(_ id: String, title: String = "A tune") -> Tune {
        Tune(
            id: id,
            title: title,
            artist: "Ludwig van Beethoven",
            year: 1808,
            country: "AT",
            genre: .classical,
            whyFree: "Beethoven died in 1827."
        )
    }
}

extension JournalEntry {
    fileprivate static func tunes(_ session: SessionID, code: String = "ABCDEF") -> JournalEntry {
        let game = NameThatTune.name
        return .test(session, 1, .sessionCreated(joinCode: code, game: game, settingsJSON: "{}"))
    }

    fileprivate static func round(
        _ session: SessionID,
        _ version: Int64,
        _ round: RoundID,
        _ index: Int,
        _ tune: Tune,
        by device: DeviceMark? = nil
    ) -> JournalEntry {
        .test(
            session,
            version,
            .roundBegan(round, index: index),
            .tune(.played(round, tune, by: device))
        )
    }
}

struct SQLiteTuneTablesTests {
    @Test(arguments: TuneTablesLaw.all)
    func `the tables of tunes are kept in a file`(_ law: TuneTablesLaw) async throws {
        let fixture = try SQLiteFixture()
        let archive = try fixture.open(games: TuneTablesLaw.games)
        try await law.check(archive) { try fixture.read($0) }
        await archive.close()
    }
}

extension PostgresTests {
    @Blocking @Suite struct TuneTablesTests {
        @Test(arguments: TuneTablesLaw.all)
        func `the tables of tunes are kept in Postgres`(_ law: TuneTablesLaw) async throws {
            let fixture = try PostgresFixture()
            let archive = try fixture.open(games: TuneTablesLaw.games)
            try await law.check(archive) { try fixture.read($0) }
            await archive.close()
        }
    }
}
