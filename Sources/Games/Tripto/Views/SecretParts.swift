import GameState
public import Protocol

// Parts of `HostView.Secret`; none of them can hold anything a player may see later.

struct SecretDestination: DocumentObject {
    private let destination: RoundPackage.Destination

    init(_ destination: RoundPackage.Destination) {
        self.destination = destination
    }

    func members(of fields: inout DocumentWriter, since old: SecretDestination?) {
        fields.member("name", destination.name, was: old?.destination.name)
        fields.member("country", destination.country, was: old?.destination.country)
        fields.member("aliases", destination.aliases, was: old?.destination.aliases)
        fields.member("lat", destination.lat, was: old?.destination.lat)
        fields.member("lon", destination.lon, was: old?.destination.lon)
    }
}

struct SecretClue: DocumentObject {
    private let clue: RoundPackage.Clue

    init(_ clue: RoundPackage.Clue) {
        self.clue = clue
    }

    func members(of fields: inout DocumentWriter, since old: SecretClue?) {
        fields.member("levelPoints", clue.points, was: old?.clue.points)
        fields.member("text", clue.text, was: old?.clue.text)
        fields.member("sources", clue.sources, was: old?.clue.sources)
        fields.member("verification", clue.verification, was: old?.clue.verification)
    }
}

struct SecretFollowup: DocumentObject {
    private let followup: RoundPackage.Followup

    init(_ followup: RoundPackage.Followup) {
        self.followup = followup
    }

    func members(of fields: inout DocumentWriter, since old: SecretFollowup?) {
        fields.member("index", followup.index, was: old?.followup.index)
        fields.member("questionText", followup.q, was: old?.followup.q)
        fields.member("accepted", accepted, was: old?.accepted)
        fields.member("sources", followup.sources, was: old?.followup.sources)
    }

    /// The answer that will be shown, then the others.
    private var accepted: [String] { [followup.a] + followup.accepted }
}

/// A locked answer with its verdict, as `review` shows it.
struct ReviewedAnswer: DocumentObject {
    let player: PlayerID
    /// Nil for a follow-up.
    let level: ClueLevel?
    /// The follow-up, from 1; nil for the destination.
    let question: Int?
    let text: String
    let isCorrect: Bool

    init(_ player: PlayerID, _ answer: Round.LockedAnswer) {
        self.player = player
        level = answer.level
        question = nil
        text = answer.text
        isCorrect = answer.isCorrect
    }

    init(_ player: PlayerID, _ question: Int, _ answer: Round.FollowupAnswer) {
        self.player = player
        level = nil
        self.question = question
        text = answer.text
        isCorrect = answer.isCorrect
    }

    func members(of fields: inout DocumentWriter, since old: ReviewedAnswer?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("levelPoints", level, was: old?.level)
        fields.member("index", question, was: old?.question)
        fields.member("answerText", text, was: old?.text)
        fields.member("isCorrect", isCorrect, was: old?.isCorrect)
    }

    func isSameThing(as other: ReviewedAnswer) -> Bool {
        player == other.player && question == other.question
    }
}

extension RoundPackage.Source: DocumentObject {
    public func members(of fields: inout DocumentWriter, since old: Self?) {
        fields.member("claim", claim, was: old?.claim)
        fields.member("wikidata", wikidata, was: old?.wikidata)
        fields.member("pages", pages, was: old?.pages)
    }
}

extension RoundPackage.Verification: DocumentValue {
    /// `{status, claims: {id: status}}`, claims by id so that the same value is the same text.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("status")
        writer.value(status.rawValue)
        writer.key("claims")
        writer.beginObject()
        for (claim, status) in claims.sorted(by: { $0.key < $1.key }) {
            writer.key(dynamic: claim)
            writer.value(status.rawValue)
        }
        writer.endObject()
        writer.endObject()
    }
}
