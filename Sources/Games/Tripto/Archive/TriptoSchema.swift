public import Archive
import Foundation
public import GameState
public import Protocol

extension Tripto {
    /// The number of the destination among a round's questions; follow-ups have theirs, from 1.
    public static let destinationQuestion = 0

    /// The tables of Tripto: destinations with their wordings, packs, clues and questions, and which of them
    /// a round was played with.
    public static let schema = GameSchema(
        game: name,
        migrations: [
            Migration(
                version: 1,
                name: "destinations and packs",
                statements: places + rounds
            ),
            Migration(version: 2, name: "memory of devices", statements: [devicePlaces]),
            Migration(version: 3, name: "reports of hosts", statements: [ReportStatements.table]),
            Migration(version: 4, name: "reports dealt with", statements: [ReportStatements.mark]),
        ],
        former: GameSchema.Former(
            migrations: FormerSchema.migrations,
            conversion: FormerSchema.conversion
        ),
        rounds: GameSchema.Rounds(
            .triptoRounds,
            members: ["destinationName", "country", "packId"],
            titleCount: 2
        ),
        // A round's destination is about nobody, the device that had it about its owner; guesses are answers
        // of the kit's, and what a host wrote may be about anybody.
        erasure: [PlayedStatements.deviceErased, ReportStatements.erased]
    ) { record, session, time in
        let json = Data(record.json.utf8)
        guard record.game == nil else {
            switch try JSONDecoder().decode(TriptoRecord.self, from: json) {
            case .played(let round, let package, let device):
                let place = package.destination.id
                let package = PackageWrites(package, at: time)
                return package.writes + [Write(.triptoRound, [.id(round)] + package.place)]
                    + (device.map { [$0.had(place, in: session, at: time)] } ?? [])
            }
        }
        switch try JSONDecoder().decode(FormerRecord.self, from: json) {
        case .content(let package):
            return PackageWrites(package, at: time).writes
        case .roundStarted(let round, let index, let packageID):
            return [
                .roundBegan(round, index: index, in: session, at: time),
                Write(.triptoRoundOfPackage, [.id(round), .text(packageID)]),
            ]
        case .answerLocked(let round, let player, let points, let text):
            let question = destinationQuestion
            return [.answered(round, player, question, stake: points, text, at: time)]
        case .answerJudged(let round, let player, let isCorrect, let points):
            let question = destinationQuestion
            return [.judged(round, player, question, isCorrect: isCorrect, points: points)]
        case .followupAnswered(let round, let player, let index, let text):
            return [.answered(round, player, index, stake: nil, text, at: time)]
        case .followupJudged(let round, let player, let index, let isCorrect, let points):
            return [.judged(round, player, index, isCorrect: isCorrect, points: points)]
        }
    }

    /// A destination is a row for each language and wording, so that past games keep theirs. `place_id` is
    /// its id in the package. A package whose text changed is another pack, so that old games keep what
    /// they showed.
    private static let places =
        [
            """
            CREATE TABLE destinations (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                country TEXT NOT NULL,
                region TEXT NOT NULL,
                lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                canonical_answers_json TEXT NOT NULL,
                place_id TEXT NOT NULL DEFAULT '',
                locale TEXT NOT NULL DEFAULT ''
            )
            """
        ] + FormerSchema.packs

    /// The destinations that a host's device has had, in any language, and when it had them last (G-88).
    private static let devicePlaces = """
        CREATE TABLE device_places (
            device TEXT NOT NULL,
            place_id TEXT NOT NULL,
            session_id TEXT NOT NULL,
            played_at BIGINT NOT NULL,
            PRIMARY KEY (device, place_id)
        )
        """

    /// The table of this game's rounds, and views under the names that T-7 gives, for reading.
    static let rounds = [
        """
        CREATE TABLE tripto_rounds (
            round_id TEXT PRIMARY KEY REFERENCES rounds (id),
            destination_id TEXT NOT NULL REFERENCES destinations (id),
            pack_id TEXT NOT NULL REFERENCES content_packs (id)
        )
        """,
        """
        CREATE VIEW destination_answers AS
        SELECT round_id || '/' || player_id AS id, round_id, player_id,
            stake AS locked_at_level_points, answer_text, is_correct, points_awarded,
            answered_at AS locked_at
        FROM answers WHERE question = 0
            AND round_id IN (SELECT round_id FROM tripto_rounds)
        """,
        """
        CREATE VIEW followup_answers AS
        SELECT round_id || '/' || player_id || '/' || question AS id, round_id, player_id,
            question AS question_index, answer_text, is_correct, points_awarded
        FROM answers WHERE question > 0
            AND round_id IN (SELECT round_id FROM tripto_rounds)
        """,
    ]
}

extension DeviceMark {
    /// - Returns: the ids of destinations, that of the last round first.
    public func memory(in archive: any Archive) async -> Result<[String], ArchiveError> {
        await withCheckedContinuation { continuation in
            archive.texts(PlayedStatements.ofDevice, [key]) { continuation.resume(returning: $0) }
        }
    }

    fileprivate func had(_ place: String, in session: SessionID, at time: ServerTime) -> Write {
        let values = [key, .text(place), .id(session), .integer(time.ms)]
        return Write(PlayedStatements.byDevice, values)
    }

    /// A mark has 64 bits; databases take 63.
    private var key: SQLValue { .text(String(rawValue, radix: 16)) }
}

/// Records of Tripto's tables beside those of all games.
public enum TriptoRecord: Codable, Equatable, Sendable {
    /// A destination with its clues and questions, as played.
    ///
    /// - by: the host's device, which remembers it; nil where it is not known.
    case played(RoundID, RoundPackage, by: DeviceMark? = nil)
}

extension Fact {
    public static func tripto(_ record: TriptoRecord) -> Fact {
        let encoder = JSONEncoder()
        // The same record is the same fact.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(record) else {
            preconditionFailure("a record that can't be encoded")
        }
        return .game(
            GameRecord(game: Tripto.name, json: String(decoding: json, as: UTF8.self))
        )
    }
}

/// Facts as they were stored when Tripto was the only game, for what a store still holds of them.
enum FormerRecord: Codable, Equatable, Sendable {
    case content(RoundPackage)
    case roundStarted(RoundID, index: Int, packageID: String)
    case answerLocked(RoundID, PlayerID, levelPoints: Int, text: String)
    case answerJudged(RoundID, PlayerID, isCorrect: Bool, points: Int)
    case followupAnswered(RoundID, PlayerID, index: Int, text: String)
    case followupJudged(RoundID, PlayerID, index: Int, isCorrect: Bool, points: Int)
}
