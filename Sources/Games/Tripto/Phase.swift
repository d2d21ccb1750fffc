public import GameState
public import Protocol

/// State of the game (T-3).
public enum Phase: Codable, Equatable, Sendable {
    /// Can become: preparing, roundEnd.
    case lobby(Preview)
    /// Can become: playing, lobby (first destination) or finalResults (later ones), roundEnd.
    case preparing(Preparation)
    /// Can become: preparing, finalResults, roundEnd.
    case playing(Round, Stage, GameTimer)
    /// Can become: roundEnd.
    case finalResults(Finale)
    /// The game is over, not the round (G-25). Can become: preparing, by a rematch; lobby.
    case roundEnd(Results)

    /// The first destination, prepared while people come in, so that the host may look at it.
    public enum Preview: Codable, Equatable, Sendable {
        case awaited
        /// Whole, with the texts that will be played; nil in rules before the fifth: it has no others.
        case ready(RoundPackage, Wording?)
        /// None was available; starting the game asks once more.
        case failed

        /// Its clips are made again when it is played: by then a cache has them.
        init(_ content: RoundContent, by rules: RulesVersion) {
            let plain = Wording(plain: content.package)
            self =
                rules >= .fifth
                ? .ready(content.package, content.wording ?? plain) : .ready(content.played, nil)
        }
    }

    /// A destination that is being fetched.
    public struct Preparation: Codable, Equatable, Sendable {
        /// Milliseconds that content may take (G-86).
        static let patienceMs: Int64 = 60_000

        /// From 1, within this game.
        let index: Int
        /// Package that the host has seen in the lobby and wants played.
        public let chosen: RoundPackage?
        let wording: Wording?
        /// Runs out when content is too slow (G-86).
        var patience: GameTimer

        init(_ index: Int, _ chosen: RoundPackage?, _ wording: Wording?, patience: GameTimer) {
            self.index = index
            self.chosen = chosen
            self.wording = wording
            self.patience = patience
        }

        /// The host wants another one.
        var withoutChoice: Preparation { Preparation(index, nil, nil, patience: patience) }
    }

    /// Stage of a round.
    public enum Stage: Codable, Equatable, Sendable {
        /// Can become: clue(10).
        case intro
        /// Can become: clue(next), pausedForBrake, reveal.
        case clue(ClueLevel)
        /// Can become: clue(next), clue(the same) where time is `leftMs` for those who have not answered,
        /// reveal.
        case pausedForBrake(
            ClueLevel,
            owner: PlayerID,
            leftMs: Int64?,
            finish: PhotoFinish? = nil
        )
        /// Can become: question(1), scoreboard.
        case reveal
        /// Can become: results of the same index.
        case question(OpenQuestion)
        /// Can become: question(next), scoreboard.
        case results(index: Int)
        case scoreboard
    }

    /// A follow-up that takes answers.
    public struct OpenQuestion: Codable, Equatable, Sendable {
        /// From 1.
        public let index: Int
        /// Players who join later answer the next one (G-40).
        let askedAt: ServerTime
        /// The last answer of each player counts (G-49).
        var answers = PlayerTable<Round.FollowupAnswer>()

        func isOpen(to player: Lobby.Player) -> Bool { player.joinedAt <= askedAt }
    }
}

extension Phase {
    /// As it is stored.
    private enum Stored: Decodable {
        case lobby(Preview)
        case preparing(Preparation)
        case playing(Round, Stage, GameTimer)
        case finalResults(Finale)
        case roundEnd(Results)
    }

    /// - Throws: also for a stage that its round can't be in.
    public init(from decoder: any Decoder) throws {
        switch try Stored(from: decoder) {
        case .lobby(let preview): self = .lobby(preview)
        case .preparing(let preparation): self = .preparing(preparation)
        case .playing(let round, let stage, let timer):
            guard stage.isPossible(in: round) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "a stage that its round can't be in"
                    )
                )
            }
            self = .playing(round, stage, timer)
        case .finalResults(let finale): self = .finalResults(finale)
        case .roundEnd(let results): self = .roundEnd(results)
        }
    }
}

extension Phase.Stage {
    /// True where the round has the clues, the questions and the answers that are asked for here by place.
    fileprivate func isPossible(in round: Round) -> Bool {
        guard round.package.isPlayable else { return false }
        let (asked, over) = (round.package.followups.count, round.followups.count)
        return switch self {
        case .intro, .clue, .pausedForBrake, .reveal, .scoreboard: true
        case .question(let question): question.index > 0 && question.index <= asked
        case .results(let index): index > 0 && index <= asked && index <= over
        }
    }
}

extension Phase {
    /// Package that is, or is about to be, played, as it stands now.
    var package: Boxed<RoundPackage>? {
        switch self {
        case .lobby(.ready(let package, let wording)):
            return Boxed(RoundContent(package, wording: wording).played)
        case .preparing(let preparation):
            guard let chosen = preparation.chosen else { return nil }
            return Boxed(RoundContent(chosen, wording: preparation.wording).played)
        case .playing(let round, _, _): return round.boxed
        case .lobby(.awaited), .lobby(.failed), .finalResults, .roundEnd: return nil
        }
    }

    /// Takes another text for a part of what the host looks at before it is played.
    ///
    /// - Returns: false where there is no other; nil where there is nothing to look at.
    mutating func replace(_ part: Wording.Part, asked: Int) -> Bool? {
        switch self {
        case .lobby(.ready(let package, var wording?)):
            guard wording.replace(part, of: package, asked: asked) else { return false }
            self = .lobby(.ready(package, wording))
        case .preparing(let old):
            guard let chosen = old.chosen, var wording = old.wording else { return nil }
            guard wording.replace(part, of: chosen, asked: asked) else { return false }
            self = .preparing(Preparation(old.index, chosen, wording, patience: old.patience))
        case .lobby, .playing, .finalResults, .roundEnd:
            return nil
        }
        return true
    }

    /// Has another destination chosen than the one that the host may have looked at.
    ///
    /// - Returns: false where there is none yet; nil where it is too late.
    mutating func replaceAll(rejecting memory: inout DestinationMemory) -> Bool? {
        switch self {
        case .lobby(.ready(let package, _)):
            memory.reject(package.destination)
            self = .lobby(.awaited)
        case .lobby(.failed):
            self = .lobby(.awaited)
        case .preparing(let preparation):
            guard let package = preparation.chosen else { return false }
            memory.reject(package.destination)
            self = .preparing(preparation.withoutChoice)
        case .lobby(.awaited):
            return false
        case .playing, .finalResults, .roundEnd:
            return nil
        }
        return true
    }

    var timers: [GameTimer] {
        switch self {
        case .lobby, .roundEnd: []
        case .preparing(let preparation): [preparation.patience]
        case .playing(let round, _, let timer):
            [timer] + (round.openDispute?.timer.map { [$0] } ?? [])
        case .finalResults(let finale): finale.timers
        }
    }

    mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        switch self {
        case .lobby, .roundEnd:
            break
        case .preparing(var preparation):
            change(&preparation.patience)
            self = .preparing(preparation)
        case .playing(var round, let stage, var timer):
            change(&timer)
            if round.openDispute != nil, var voting = round.disputes.last?.timer {
                change(&voting)
                round.disputes[round.disputes.count - 1].timer = voting
            }
            self = .playing(round, stage, timer)
        case .finalResults(var finale):
            finale.changeTimers(change)
            self = .finalResults(finale)
        }
    }

    public var name: StateName {
        switch self {
        case .lobby: .lobby
        case .preparing: .preparingRound
        case .playing(_, .intro, _): .roundIntro
        case .playing(_, .clue, _): .clueLevel
        case .playing(_, .pausedForBrake, _): .pausedForBrake
        case .playing(_, .reveal, _): .revealDestination
        case .playing(_, .question, _), .playing(_, .results, _): .followupQuestion
        case .playing(_, .scoreboard, _): .scoreboard
        case .finalResults: .finalResults
        case .roundEnd: .roundEnd
        }
    }

    /// Once a game has come to its end.
    var results: Results? {
        switch self {
        case .lobby, .preparing, .playing: nil
        case .finalResults(let finale): finale.results
        case .roundEnd(let results): results
        }
    }

    /// Not while a clue or a question is up: pictures could tell others what one has guessed.
    var welcomesReactions: Bool {
        switch self {
        case .lobby, .finalResults, .roundEnd: true
        case .preparing: false
        case .playing(_, let stage, _):
            switch stage {
            case .clue, .pausedForBrake, .question: false
            case .intro, .reveal, .results, .scoreboard: true
            }
        }
    }

    var gameStage: GameStage {
        switch self {
        case .lobby: .lobby
        case .preparing, .playing: .running
        case .finalResults: .finale
        case .roundEnd: .over
        }
    }
}

/// The states by their names on the wire (T-3).
public enum StateName: String, Codable, CaseIterable, Sendable, DocumentValue {
    case lobby = "LOBBY"
    case preparingRound = "PREPARING_ROUND"
    case roundIntro = "ROUND_INTRO"
    case clueLevel = "CLUE_LEVEL"
    case pausedForBrake = "PAUSED_FOR_BRAKE"
    case revealDestination = "REVEAL_DESTINATION"
    case followupQuestion = "FOLLOWUP_QUESTION"
    case scoreboard = "SCOREBOARD"
    case finalResults = "FINAL_RESULTS"
    case roundEnd = "ROUND_END"

    public func write(to writer: inout JSONWriter) { writer.value(rawValue) }
}
