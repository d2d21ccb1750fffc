import GameState
public import Protocol

/// `{roundId, index, total}`.
struct RoundPart: DocumentObject {
    let id: RoundID
    /// From 1, within this game.
    let index: Int
    let total: Int

    func members(of fields: inout DocumentWriter, since old: RoundPart?) {
        fields.member("roundId", id, was: old?.id)
        fields.member("index", index, was: old?.index)
        fields.member("total", total, was: old?.total)
    }
}

/// The clue that is shown, and those before it.
struct CluePart: DocumentObject {
    let shown: ShownClue
    let earlier: [ShownClue]

    private static let totalLevels = ClueLevel.allCases.count

    init(_ round: Round, at level: ClueLevel) {
        shown = ShownClue(level: level, text: round.clue(at: level).text)
        earlier = ClueLevel.allCases.prefix(level.index - 1).map {
            ShownClue(level: $0, text: round.clue(at: $0).text)
        }
    }

    func members(of fields: inout DocumentWriter, since old: CluePart?) {
        fields.member("levelPoints", shown.level, was: old?.shown.level)
        fields.member("levelIndex", shown.level.index, was: old?.shown.level.index)
        fields.member("totalLevels", Self.totalLevels, was: old.map { _ in Self.totalLevels })
        fields.member("clueText", shown.text, was: old?.shown.text)
        fields.member("earlier", earlier, was: old?.earlier)
    }
}

/// `{levelPoints, clueText}`.
struct ShownClue: DocumentObject {
    let level: ClueLevel
    let text: String

    func members(of fields: inout DocumentWriter, since old: ShownClue?) {
        fields.member("levelPoints", level, was: old?.level)
        fields.member("clueText", text, was: old?.text)
    }
}

struct BrakePart: DocumentObject {
    let owner: PlayerID
    let level: ClueLevel
    let finish: PhotoFinishPart?

    func members(of fields: inout DocumentWriter, since old: BrakePart?) {
        fields.member("brakeOwnerPlayerId", owner, was: old?.owner)
        fields.member("levelPoints", level, was: old?.level)
        fields.member("photoFinish", finish, was: old?.finish)
    }
}

public struct RevealPart: DocumentObject {
    let destinationName: String
    let country: String
    /// Degrees north.
    let lat: Double
    /// Degrees east.
    let lon: Double
    let revealText: String
    let results: [AnswerResult]

    public func members(of fields: inout DocumentWriter, since old: RevealPart?) {
        fields.member("destinationName", destinationName, was: old?.destinationName)
        fields.member("country", country, was: old?.country)
        fields.member("lat", lat, was: old?.lat)
        fields.member("lon", lon, was: old?.lon)
        fields.member("revealText", revealText, was: old?.revealText)
        fields.member("results", results, was: old?.results)
    }
}

extension RevealPart {
    init(_ package: RoundPackage, results: [AnswerResult]) {
        self.init(
            destinationName: package.destination.name,
            country: package.destination.country,
            lat: package.destination.lat,
            lon: package.destination.lon,
            revealText: package.revealText,
            results: results
        )
    }
}

/// A player's result for the destination. One who never locked has no level and no text (G-23).
public struct AnswerResult: DocumentObject {
    let player: PlayerID
    let isCorrect: Bool
    let points: Int
    let level: ClueLevel?
    let text: String?

    init(player: PlayerID, _ answer: Round.LockedAnswer?) {
        self.player = player
        isCorrect = answer?.isCorrect ?? false
        points = answer?.points ?? 0
        level = answer?.level
        text = answer?.text
    }

    public func members(of fields: inout DocumentWriter, since old: AnswerResult?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("isCorrect", isCorrect, was: old?.isCorrect)
        fields.member("pointsAwarded", points, was: old?.points)
        fields.member("lockedAtLevelPoints", level, was: old?.level)
        fields.member("answerText", text, was: old?.text)
    }

    public func isSameThing(as other: AnswerResult) -> Bool { player == other.player }
}

/// A follow-up; it holds the right answer and the results only once it is locked.
struct FollowupPart: DocumentObject {
    struct Solution: Equatable, Sendable {
        let answer: String
        let results: [FollowupResult]
    }

    let index: Int
    let total: Int
    let questionText: String
    let solution: Solution?

    func members(of fields: inout DocumentWriter, since old: FollowupPart?) {
        fields.member("index", index, was: old?.index)
        fields.member("total", total, was: old?.total)
        fields.member("questionText", questionText, was: old?.questionText)
        fields.member("locked", isLocked, was: old?.isLocked)
        if let solution {
            fields.member("correctAnswer", solution.answer, was: old?.solution?.answer)
            fields.member("results", solution.results, was: old?.solution?.results)
        }
    }

    /// Members that come and go can't be replaced one by one.
    func writeChanges(since old: FollowupPart, to fields: inout DocumentWriter) {
        if old.isLocked == isLocked {
            members(of: &fields, since: old)
        } else {
            fields.replace(with: self)
        }
    }

    private var isLocked: Bool { solution != nil }
}

/// `{playerId, isCorrect, pointsAwarded}`.
public struct FollowupResult: DocumentObject {
    let player: PlayerID
    let isCorrect: Bool
    let points: Int

    init(player: PlayerID, _ answer: Round.FollowupAnswer?) {
        self.player = player
        isCorrect = answer?.isCorrect ?? false
        points = answer?.points ?? 0
    }

    public func members(of fields: inout DocumentWriter, since old: FollowupResult?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("isCorrect", isCorrect, was: old?.isCorrect)
        fields.member("pointsAwarded", points, was: old?.points)
    }

    public func isSameThing(as other: FollowupResult) -> Bool { player == other.player }
}

/// A verdict that is or was voted on. Who said what is nobody's business, and how many said yes is told in the end.
struct DisputePart: DocumentObject {
    private let player: PlayerID
    /// Nil once it is settled.
    private let timer: TimerID?
    private let voteCount: Int
    /// Those who are here to vote.
    private let voterCount: Int
    /// Nil while votes are taken.
    private let outcome: Outcome?

    private struct Outcome: Equatable {
        let yesCount: Int
        let isAccepted: Bool
    }

    init(_ dispute: Dispute, of game: Tripto) {
        player = dispute.player
        timer = dispute.timer?.id
        voteCount = dispute.votes.count
        voterCount = game.lobby.players.count { $0.id != dispute.player && $0.isConnected }
        outcome =
            dispute.timer == nil
            ? Outcome(yesCount: dispute.yesCount, isAccepted: dispute.isAccepted) : nil
    }

    func members(of fields: inout DocumentWriter, since old: DisputePart?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("timerId", timer, was: old.map(\.timer))
        fields.member("voteCount", voteCount, was: old?.voteCount)
        fields.member("voterCount", voterCount, was: old?.voterCount)
        fields.member("yesCount", outcome?.yesCount, was: old.map { $0.outcome?.yesCount })
        fields.member("isAccepted", outcome?.isAccepted, was: old.map { $0.outcome?.isAccepted })
    }
}
