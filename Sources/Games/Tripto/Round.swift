import GameState
public import Protocol

/// One destination that is being played: what it is, and what has been answered.
public struct Round: Codable, Equatable, Sendable {
    public let id: RoundID
    /// From 1, within this game.
    let index: Int
    let boxed: Boxed<RoundPackage>
    let voice: RoundVoice?
    /// The one answer each player has for the destination (T-4-3), in the order they were locked.
    var answers = PlayerTable<LockedAnswer>()
    /// The answers of the follow-ups that are over; index 1 first.
    var followups: [PlayerTable<FollowupAnswer>] = []
    /// The latest last.
    @Added<Dispute.None> var disputes: [Dispute]

    init(id: RoundID, index: Int, content: RoundContent) {
        self.id = id
        self.index = index
        boxed = Boxed(content.played)
        voice = content.voice
    }

    /// An answer for the destination. An empty text is what a time-out or a forfeit locks.
    struct LockedAnswer: Codable, Equatable, Sendable {
        let level: ClueLevel
        let text: String
        /// Known to the host at once, to everybody at the reveal (G-22).
        var isCorrect: Bool

        var points: Int { isCorrect ? level.points : 0 }
    }

    struct FollowupAnswer: Codable, Equatable, Sendable {
        static let worth = 2

        let text: String
        var isCorrect: Bool

        var points: Int { isCorrect ? Self.worth : 0 }
    }

    public var package: RoundPackage { boxed.value }

    func clue(at level: ClueLevel) -> RoundPackage.Clue {
        package.clues[level.index - 1]
    }

    /// - Parameter index: from 1.
    func question(_ index: Int) -> RoundPackage.Followup {
        package.followups[index - 1]
    }
}

extension Round: CustomStringConvertible {
    public var description: String { "round \(index)" }
}

extension RoundPackage {
    /// A game asks for five clues by their place; a package without them can't be played.
    var isPlayable: Bool {
        clues.map(\.points) == ClueLevel.allCases.map(\.points)
    }
}

/// The words of a round's states, beside those of all games (T-7).
extension RoundState {
    static let intro = RoundState(rawValue: "intro")
    static let clues = RoundState(rawValue: "clues")
    static let reveal = RoundState(rawValue: "reveal")
    static let followups = RoundState(rawValue: "followups")
}

/// Content of a round.
public struct RoundContent: Equatable, Sendable {
    public var package: RoundPackage
    /// The texts of a whole package that are to be played; nil: it has no others.
    public var wording: Wording?
    /// Destinations that the host's device has not had, without this one; nil where that is unknown.
    public var freshLeft: Int?
    /// Nil where the gateway that fetched it has no voice.
    public var voice: RoundVoice?

    public init(
        _ package: RoundPackage,
        wording: Wording? = nil,
        freshLeft: Int? = nil,
        voice: RoundVoice? = nil
    ) {
        self.package = package
        self.wording = wording
        self.freshLeft = freshLeft
        self.voice = voice
    }

    /// The package with those texts alone.
    public var played: RoundPackage {
        package.worded(by: wording ?? Wording(plain: package))
    }
}

/// The package alone is written as such, as in the journals of games from before there was anything
/// else.
extension RoundContent: Codable {
    private enum CodingKeys: CodingKey {
        case package, wording, freshLeft, voice
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.package) else {
            self.init(try RoundPackage(from: decoder))
            return
        }
        self.init(
            try container.decode(RoundPackage.self, forKey: .package),
            wording: try container.decodeIfPresent(Wording.self, forKey: .wording),
            freshLeft: try container.decodeIfPresent(Int.self, forKey: .freshLeft),
            voice: try container.decodeIfPresent(RoundVoice.self, forKey: .voice)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        guard voice != nil || wording != nil || freshLeft != nil else {
            return try package.encode(to: encoder)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(package, forKey: .package)
        try container.encodeIfPresent(wording, forKey: .wording)
        try container.encodeIfPresent(freshLeft, forKey: .freshLeft)
        try container.encodeIfPresent(voice, forKey: .voice)
    }
}

/// It holds the secret; printing it tells none.
extension RoundContent: CustomStringConvertible {
    public var description: String { "\(package)" }
}

/// The five levels of a destination, named by what a right answer is worth (T-3-4).
public enum ClueLevel: Int, Codable, CaseIterable, Sendable, DocumentValue {
    case ten = 10
    case eight = 8
    case six = 6
    case four = 4
    case two = 2

    public var points: Int { rawValue }

    /// From 1.
    public var index: Int { 6 - rawValue / 2 }

    /// The level below; nil after the last.
    public var next: ClueLevel? { ClueLevel(rawValue: rawValue - 2) }

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
