public import GameState
public import Protocol

/// The smallest game there is: sums against the clock, a point for each right answer. It has no
/// buzzer, no voice and no content, and shows what the kit asks of every game.
public struct Quiz: Game {
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
    private var phase = Phase.lobby
    /// Over all games of the session.
    private var asked = 0

    private enum Phase: Codable, Equatable, Sendable {
        /// Can become: question.
        case lobby
        /// Can become: question, over.
        case question(Int, GameTimer, answers: [PlayerID: Int64])
        /// Can become: question, lobby.
        case over(Results)
    }

    public init(_ setup: SessionSetup<Settings>) {
        rules = setup.rules
        settings = setup.settings
        lobby = Lobby(setup)
    }

    public var stage: GameStage {
        switch phase {
        case .lobby: .lobby
        case .question: .running
        case .over: .over
        }
    }

    public var timers: [GameTimer] {
        if case .question(_, let timer, _) = phase { [timer] } else { [] }
    }

    /// Numbers to be added up now.
    public var openSum: (Int, Int)? {
        if case .question(let number, _, _) = phase { Self.sums[number] } else { nil }
    }

    public mutating func changeTimers(_ change: (inout GameTimer) -> Void) {
        guard case .question(let number, var timer, let answers) = phase else { return }
        change(&timer)
        phase = .question(number, timer, answers: answers)
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
            case .question(let number, let timer, var answers) = transition.game.phase
        else { throw .wrongState("no question is open") }
        guard !transition.game.isPaused else { throw .wrongState("the game is paused") }
        guard answers[player] == nil else { throw .error(.alreadyAnswered, "one answer a sum") }
        answers[player] = sum
        transition.game.phase = .question(number, timer, answers: answers)
        let (round, text) = (transition.game.round, "\(sum)")
        transition.record(.answered(round, player, question: 0, stake: nil, text: text))
        transition.reply(.ack)
        goOnWhenAllHaveAnswered(&transition)
    }

    public static func left(_ player: PlayerID, in transition: inout Transition<Quiz>) {
        goOnWhenAllHaveAnswered(&transition)
    }

    public static func runOut(_ timer: TimerID, in transition: inout Transition<Quiz>) {
        goOn(&transition)
    }

    public static func skip(_ transition: inout Transition<Quiz>) { goOn(&transition) }

    public static func abort(_ transition: inout Transition<Quiz>) {
        end(&transition, isAborted: true)
    }

    public static func returnToLobby(_ transition: inout Transition<Quiz>) {
        transition.game.phase = .lobby
    }

    private static func ask(_ number: Int, in transition: inout Transition<Quiz>) {
        let timer = transition.timer(transition.game.settings.questionMs)
        transition.game.phase = .question(number, timer, answers: [:])
        transition.game.asked += 1
        transition.record(.roundBegan(transition.game.round, index: transition.game.asked))
        transition.announce(.asked(number + 1))
    }

    private static func goOnWhenAllHaveAnswered(_ transition: inout Transition<Quiz>) {
        guard case .question(_, _, let answers) = transition.game.phase else { return }
        let players = transition.game.lobby.players
        if !players.isEmpty, players.allSatisfy({ answers[$0.id] != nil }) { goOn(&transition) }
    }

    private static func goOn(_ transition: inout Transition<Quiz>) {
        guard case .question(let number, _, let answers) = transition.game.phase else { return }
        let round = transition.game.round
        for player in transition.game.lobby.players {
            guard let answer = answers[player.id] else { continue }
            let points = answer == solution(of: number) ? 1 : 0
            transition.record(
                .judged(round, player.id, question: 0, isCorrect: points > 0, points: points)
            )
            transition.award([(player: player.id, points: points)])
        }
        transition.record(.roundState(round, .scored))
        if number + 1 < transition.game.settings.questions {
            ask(number + 1, in: &transition)
        } else {
            end(&transition, isAborted: false)
        }
    }

    private static func end(_ transition: inout Transition<Quiz>, isAborted: Bool) {
        let results = Results(transition.game.scoreboard, isAborted: isAborted)
        transition.game.phase = .over(results)
        transition.record(.gameEnded(isAborted: isAborted, winners: results.winners))
        transition.announce(.finalResultsPresent(results))
    }

    private var round: RoundID { RoundID(rawValue: "\(lobby.session)-r\(asked)") }

    private static func solution(of number: Int) -> Int64 {
        Int64(sums[number].0 + sums[number].1)
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

    public enum Event: GameEvent {
        case ack
        case asked(Int)

        public var type: StaticString {
            switch self {
            case .ack: "ANSWER_ACK"
            case .asked: "QUIZ_ASKED"
            }
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            if case .asked(let number) = self { writer.member("number", number) }
            writer.endObject()
        }
    }
}

// MARK: Views

extension Quiz {
    public typealias HostView = KitDocument<String, HostSessionPart<Settings>, Secret>
    public typealias TVView = KitDocument<String, InvitingSessionPart<Settings>, Question>
    public typealias PlayersView = KitDocument<String, SessionPart<Settings>, Question>
    public typealias OwnView = KitOwnView<Answer>

    public struct Question: DocumentObject {
        let sum: String?

        public func members(of fields: inout DocumentWriter, since old: Question?) {
            fields.member("sum", sum, was: old?.sum)
        }
    }

    /// The host's alone.
    public struct Secret: DocumentObject {
        let question: Question
        let solution: Int64?
        let uiHints: HostHints

        public func members(of fields: inout DocumentWriter, since old: Secret?) {
            question.members(of: &fields, since: old?.question)
            fields.member("solution", solution, was: old?.solution)
            fields.member("uiHints", uiHints, was: old?.uiHints)
        }
    }

    public struct Answer: DocumentObject {
        let answer: Int64?

        public func members(of fields: inout DocumentWriter, since old: Answer?) {
            fields.member("answer", answer, was: old?.answer)
        }
    }

    private var kitView: KitView<String> {
        switch phase {
        case .lobby: KitView(self, state: "LOBBY")
        case .question: KitView(self, state: "QUESTION")
        case .over(let results): KitView(self, state: "OVER", results: results)
        }
    }

    private var question: Question {
        Question(sum: openSum.map { "\($0) + \($1)" })
    }

    public var hostView: HostView {
        let hints = HostHints(self, canSkip: stage == .running)
        let solution = openSum.map { Int64($0 + $1) }
        let secret = Secret(question: question, solution: solution, uiHints: hints)
        return HostView(kitView, session: hostSessionPart, secret)
    }

    public var tvView: TVView { TVView(kitView, session: invitingSessionPart, question) }

    public var playersView: PlayersView { PlayersView(kitView, session: sessionPart, question) }

    public func ownView(of player: PlayerID) -> OwnView? {
        guard case .question(_, _, let answers) = phase else {
            return OwnView(self, of: player, Answer(answer: nil))
        }
        return OwnView(self, of: player, Answer(answer: answers[player]))
    }
}
