public import Archive
import Foundation
public import GameState
import Protocol

extension NameThatTune {
    /// The tables of this game: tunes, and which of them a round was played with. Guesses are answers of the kit's:
    /// question 0 is the artist, 1 the title, 2 the trivia.
    public static let schema = GameSchema(
        game: name,
        migrations: [
            Migration(
                version: 1,
                name: "tunes and the memory of devices",
                statements: TuneStatements.tables
            )
        ],
        rounds: GameSchema.Rounds(
            TuneStatements.tuneRounds,
            members: ["title", "artist", "tuneId"],
            titleCount: 2
        ),
        // A tune is about nobody, the device that had it about its owner.
        erasure: [TuneStatements.deviceTunesErased]
    ) { record, session, time in
        switch try JSONDecoder().decode(TuneRecord.self, from: Data(record.json.utf8)) {
        case .played(let round, let tune, let device):
            let columns: [SQLValue] = [
                .text(tune.id), .words(tune.title), .words(tune.artist), .integer(tune.year),
                .text(tune.country), .text(tune.genre.rawValue),
            ]
            let had = device.map { device in
                let time = SQLValue.integer(time.ms)
                return Write(
                    TuneStatements.deviceTune,
                    [device.key, .text(tune.id), .id(session), time]
                )
            }
            return [
                Write(TuneStatements.tune, columns),
                Write(TuneStatements.tuneRound, [.id(round), .text(tune.id)]),
            ]
                + (had.map { [$0] } ?? [])
        }
    }
}

/// Records of this game's tables beside those of all games.
enum TuneRecord: Codable, Equatable, Sendable {
    /// - by: the host's device, which remembers it; nil where it is not known.
    case played(RoundID, Tune, by: DeviceMark?)
}

extension Fact {
    static func tune(_ record: TuneRecord) -> Fact {
        let encoder = JSONEncoder()
        // The same record is the same fact.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(record) else {
            preconditionFailure("a record that can't be encoded")
        }
        return .game(
            GameRecord(game: NameThatTune.name, json: String(decoding: json, as: UTF8.self))
        )
    }
}

extension DeviceMark {
    /// - Returns: the tunes that the device has had, the latest first; none where the archive does not answer.
    public func tunes(in archive: any Archive) async -> [String] {
        await withCheckedContinuation { continuation in
            archive.texts(TuneStatements.tunesOfDevice, [key]) {
                continuation.resume(returning: (try? $0.get()) ?? [])
            }
        }
    }

    /// A mark has 64 bits; databases take 63.
    fileprivate var key: SQLValue { .text(String(rawValue, radix: 16)) }
}

/// Each may run again without harm.
private enum TuneStatements {
    static let tables = [
        """
        CREATE TABLE tunes (
            id TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            artist TEXT NOT NULL,
            year BIGINT NOT NULL,
            country TEXT NOT NULL,
            genre TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE tune_rounds (
            round_id TEXT PRIMARY KEY REFERENCES rounds (id),
            tune_id TEXT NOT NULL REFERENCES tunes (id)
        )
        """,
        """
        CREATE TABLE device_tunes (
            device TEXT NOT NULL,
            tune_id TEXT NOT NULL,
            session_id TEXT NOT NULL,
            played_at BIGINT NOT NULL,
            PRIMARY KEY (device, tune_id)
        )
        """,
    ]

    static let tune = Statement(
        "tune",
        """
        INSERT INTO tunes (id, title, artist, year, country, genre) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, artist = excluded.artist,
            year = excluded.year, country = excluded.country, genre = excluded.genre
        """
    )

    static let tuneRound = Statement(
        "tune_round",
        """
        INSERT INTO tune_rounds (round_id, tune_id) VALUES ($1, $2)
        ON CONFLICT (round_id) DO NOTHING
        """
    )

    static let tuneRounds = Statement(
        "tune_rounds",
        """
        SELECT round_id, title, artist, tune_id FROM tune_rounds
        JOIN rounds ON rounds.id = round_id
        JOIN tunes ON tunes.id = tune_id
        WHERE session_id = $1
        """
    )

    /// An entry that is written again, later than the next one, takes nothing back.
    static let deviceTune = Statement(
        "device_tune",
        """
        INSERT INTO device_tunes (device, tune_id, session_id, played_at)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (device, tune_id) DO UPDATE
            SET session_id = excluded.session_id, played_at = excluded.played_at
            WHERE excluded.played_at > device_tunes.played_at
        """
    )

    static let tunesOfDevice = Statement(
        "device_tunes",
        """
        SELECT tune_id FROM device_tunes WHERE device = $1
        ORDER BY played_at DESC, tune_id LIMIT \(TuneBook.maxTunes)
        """
    )

    static let deviceTunesErased = Statement(
        "erase_device_tunes",
        "DELETE FROM device_tunes WHERE session_id = $1"
    )
}
