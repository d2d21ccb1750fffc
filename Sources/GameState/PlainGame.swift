public import Protocol

/// A game that is before a round, in one, or over: one timer runs in a round, and documents show a few members
/// beside what all games show. The kit goes from one to the next and makes the views.
///
/// A game that needs more, such as a finale or several timers, is a `Game` and says all this itself.
public protocol PlainGame: Game {
    /// All that belongs to what is played now, such as a question with the answers so far.
    associatedtype Round: PlainRound
    /// Members that everybody's document has.
    associatedtype Shown: DocumentObject
    /// Members of the host's document alone.
    associatedtype Secret: DocumentObject
    /// Members of `me`, which are one player's alone.
    associatedtype Own: DocumentObject

    var phase: PlainPhase<Round> { get set }
    var shown: Shown { get }
    var secret: Secret { get }
    func own(of player: PlayerID) -> Own
}

public protocol PlainRound: Codable, Equatable, Sendable {
    /// Its name on the wire, such as `QUESTION`.
    var state: String { get }
    var timer: GameTimer { get set }
}

public enum PlainPhase<Round: PlainRound>: Codable, Equatable, Sendable {
    /// Can become: round.
    case lobby
    /// Can become: round, over.
    case round(Round)
    /// Can become: round, lobby.
    case over(Results)
}

// MARK: Rules

extension PlainGame {
    /// The round that is played now; one that is set begins, or goes on.
    public var round: Round? {
        get { if case .round(let round) = phase { round } else { nil } }
        set { if let newValue { phase = .round(newValue) } }
    }

    public var stage: GameStage {
        switch phase {
        case .lobby: .lobby
        case .round: .running
        case .over: .over
        }
    }

    public var timers: [GameTimer] { round.map { [$0.timer] } ?? [] }

    public mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        guard var round else { return }
        change(&round.timer)
        self.round = round
    }

    /// As if the time were up.
    public static func skip(_ transition: inout Transition<Self>) throws(Halt) {
        guard let round = transition.game.round else {
            throw .wrongState("there is nothing to skip")
        }
        try runOut(round.timer.id, in: &transition)
    }

    /// Ends the game with the points that everybody has.
    public static func end(_ transition: inout Transition<Self>, isAborted: Bool = false) {
        let results = Results(transition.game.scoreboard, isAborted: isAborted)
        transition.game.phase = .over(results)
        transition.record(.gameEnded(isAborted: isAborted, winners: results.winners))
        transition.announce(.finalResultsPresent(results))
    }

    public static func abort(_ transition: inout Transition<Self>) {
        end(&transition, isAborted: true)
    }

    public static func returnToLobby(_ transition: inout Transition<Self>) {
        transition.game.phase = .lobby
    }
}

// MARK: Views

extension PlainGame {
    private var kitView: KitView<String> {
        switch phase {
        case .lobby: KitView(self, state: "LOBBY")
        case .round(let round): KitView(self, state: round.state)
        case .over(let results): KitView(self, state: "OVER", results: results)
        }
    }

    public var hostView: some Document {
        let hints = HostHints(self, canSkip: stage == .running)
        let own = Joined(Joined(shown, secret), Member("uiHints", hints))
        return Joined(Joined(kitView, Member("session", hostSessionPart)), own)
    }

    public var tvView: some Document {
        Joined(Joined(kitView, Member("session", invitingSessionPart)), shown)
    }

    public var playersView: some Document {
        Joined(Joined(kitView, Member("session", sessionPart)), shown)
    }

    public func ownView(of player: PlayerID) -> (some OwnDocument)? {
        scoreboard[player].map { standing in
            let mayHost = Member("mayHost", lobby.offeredTo == player)
            return Member("me", Joined(Joined(standing, mayHost), own(of: player)))
        }
    }
}

/// One member of a document, where a part of it has no more.
public struct Member<Value: DocumentValue>: DocumentObject, OwnDocument {
    private let name: StaticString
    private let value: Value

    public init(_ name: StaticString, _ value: Value) {
        self.name = name
        self.value = value
    }

    public func members(of fields: inout DocumentWriter, since old: Member?) {
        fields.member(name, value, was: old?.value)
    }

    /// As operations: written for each player, and so for tens of them rather than hundreds.
    public static func change(
        of place: Int,
        in new: Span<Member>,
        since former: Int,
        in old: Span<Member>
    ) -> [UInt8]? {
        old[former] == new[place]
            ? nil : DocumentWriter.changes(from: old[former], to: new[place])
    }

    /// A part has the same name in every document.
    public static func == (one: Member, other: Member) -> Bool { one.value == other.value }
}

/// Two parts of a document whose members stand beside one another.
public struct Joined<One: DocumentObject, Other: DocumentObject>: DocumentObject {
    private let one: One
    private let other: Other

    public init(_ one: One, _ other: Other) {
        self.one = one
        self.other = other
    }

    public func members(of fields: inout DocumentWriter, since old: Joined?) {
        one.members(of: &fields, since: old?.one)
        other.members(of: &fields, since: old?.other)
    }
}
