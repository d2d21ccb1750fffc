public import GameState
public import Protocol

/// The smallest game there is: sums against the clock, a point for each right answer. It has no
/// buzzer, no voice and no content, and shows what the kit asks of every game.
public struct Quiz: PlainGame {
    public static let name = "quiz"
    public static let title = "Sums"
    public static let playerCounts = 1...50
    private static let sums = [(12, 9), (17, 25), (38, 4), (46, 46), (51, 29)]

    public let rules: RulesVersion
    public var settings: Settings
    public var lobby: Lobby
    public var scoreboard = Scoreboard()
    public var isPaused = false
    public var timersStarted = 0
    public var phase = PlainPhase<Question>.lobby
    /// Over all games of the session.
    private var asked = 0

    public init(_ setup: SessionSetup<Settings>) {
        rules = setup.rules
        settings = setup.settings
        lobby = Lobby(setup)
    }

    public struct Question: PlainRound {
        let id: RoundID
        let number: Int
        public var timer: GameTimer
        var answers: [PlayerID: Int64] = [:]

        public var state: String { "QUESTION" }
        public var sum: (Int, Int) { Quiz.sums[number] }
        var solution: Int64 { Int64(sum.0 + sum.1) }
    }
}

// MARK: Rules

extension Quiz {
    public static func start(_ transition: inout Transition<Quiz>) {
        transition.record(.gameStarted)
        ask(0, in: &transition)
    }

    public static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<Quiz>
    ) throws(Halt) {
        guard case .answer(let sum) = command, case .player(let player) = viewer,
            let question = transition.game.round
        else { throw .wrongState("no question is open") }
        guard !transition.game.isPaused else { throw .wrongState("the game is paused") }
        guard question.answers[player] == nil else {
            throw .error(.alreadyAnswered, "one answer a sum")
        }
        transition.game.round?.answers[player] = sum
        transition.record(.answered(question.id, player, text: "\(sum)"))
        transition.reply(.answerAck)
        goOnWhenAllHaveAnswered(&transition)
    }

    public static func left(_ player: PlayerID, in transition: inout Transition<Quiz>) {
        goOnWhenAllHaveAnswered(&transition)
    }

    public static func runOut(_ timer: TimerID, in transition: inout Transition<Quiz>) {
        goOn(&transition)
    }

    public static func abort(_ transition: inout Transition<Quiz>) {
        if let question = transition.game.round {
            transition.record(.roundState(question.id, .aborted))
        }
        end(&transition, isAborted: true)
    }

    private static func ask(_ number: Int, in transition: inout Transition<Quiz>) {
        transition.game.asked += 1
        let (session, asked) = (transition.game.lobby.session, transition.game.asked)
        let id = RoundID(rawValue: "\(session)-r\(asked)")
        let timer = transition.timer(transition.game.settings.questionMs)
        transition.game.round = Question(id: id, number: number, timer: timer)
        transition.record(.roundBegan(id, index: asked))
    }

    private static func goOnWhenAllHaveAnswered(_ transition: inout Transition<Quiz>) {
        let (question, players) = (transition.game.round, transition.game.lobby.players)
        guard let question, !players.isEmpty else { return }
        if players.allSatisfy({ question.answers[$0.id] != nil }) { goOn(&transition) }
    }

    private static func goOn(_ transition: inout Transition<Quiz>) {
        guard let question = transition.game.round else { return }
        for player in transition.game.lobby.players {
            guard let answer = question.answers[player.id] else { continue }
            let points = answer == question.solution ? 1 : 0
            transition.record(
                .judged(question.id, player.id, isCorrect: points > 0, points: points)
            )
            transition.award([(player: player.id, points: points)])
        }
        transition.record(.roundState(question.id, .scored))
        if question.number + 1 < transition.game.settings.questions {
            ask(question.number + 1, in: &transition)
        } else {
            end(&transition)
        }
    }
}

// MARK: On the wire

extension Quiz {
    public struct Settings: GameSettings, DocumentObject {
        public var questions = 3
        public var questionMs: Int64 = 20_000
        public var maxPlayers: Int { Quiz.playerCounts.upperBound }
        public var allowLateJoin: Bool { true }

        public init(_ json: JSONObject, randomSeed: UInt64) throws(WireError) {
            let fields = FieldReader(json, prefix: "settings.")
            try fields.refuseOthers(than: ["questions", "questionMs"])
            questions = try fields.int("questions", 1...5).map { Int($0) } ?? questions
            questionMs = try fields.int("questionMs", 100...60_000) ?? questionMs
        }

        public func members(of fields: inout DocumentWriter, since old: Settings?) {
            fields.member("questions", questions, was: old?.questions)
            fields.member("questionMs", questionMs, was: old?.questionMs)
        }
    }

    public enum Command: GameCommand {
        case answer(Int64)

        public var limit: CommandLimit? { .answers }
    }

    public static func command(
        type: String,
        payload: JSONValue,
        from viewer: Viewer
    ) throws(WireError) -> Command? {
        guard type == "QUIZ_ANSWER" else { return nil }
        try viewer.require(.player)
        let fields = FieldReader(payload.object ?? [:])
        return .answer(try fields.required("sum", try fields.int("sum", -1_000_000...1_000_000)))
    }
}

// MARK: Who sees what

extension Quiz {
    /// All do.
    public var shown: Member<String?> {
        Member("sum", round.map { "\($0.sum.0) + \($0.sum.1)" })
    }

    /// The host does, and nobody else.
    public var secret: Member<Int64?> { Member("solution", round?.solution) }

    /// The player does, in `me`.
    public func own(of player: PlayerID) -> Member<Int64?> {
        Member("answer", round?.answers[player])
    }
}
