import Seeded
import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

/// A whole session played by dice: right and wrong, in time and too late, with content that fails, hosts that meddle and guests who come and go.
struct RandomEvening {
    private(set) var game: Tripto
    private(set) var now = ServerTime(ms: 1_700_000_000_000)
    private(set) var turns = 0
    private(set) var statesSeen: Set<StateName> = []
    private var dice: SplitMix64
    private var laws: Laws
    private var guests = 0
    private let isThorough: Bool

    init(seed: UInt64, isThorough: Bool) throws {
        var dice = SplitMix64(seed: seed)
        var settings = Tripto.Settings(seed: seed)
        settings.destinationsCount = Int.random(in: 1...3, using: &dice)
        settings.followupsPerDestination = Int.random(in: 0...3, using: &dice)
        settings.earlyReveal = dice.chance(70)
        settings.afterBrake = dice.chance(40) ? .same : .next
        settings.clueClock = dice.chance(50) ? .voice : .level
        settings.hostMayPlay = dice.chance(40)
        settings.latencyFair = dice.chance(50)
        settings.nameFilter = NameFilter.allCases[Int(seed % 3)]
        settings.allowLateJoin = dice.chance(80)
        settings.maxPlayers = Int.random(in: 2...6, using: &dice)
        game = Tripto(
            SessionSetup(
                session: SessionID(rawValue: "0123456789abcdef"),
                joinCode: "ABC234",
                joinURL: "https://party.test/join",
                settings: settings,
                createdAt: now
            )
        )
        self.dice = dice
        self.isThorough = isThorough
        laws = try Laws(game)
    }

    mutating func play(steps: Int) throws {
        for _ in 0..<steps where game.lobby.status != .ended || dice.chance(20) {
            try give(next())
        }
    }

    private mutating func give(_ input: Input<Tripto>) throws {
        let before = game
        let turn = game.handle(input, at: now)
        turns += 1
        statesSeen.insert(game.phase.name)
        try laws.check(
            input,
            turn,
            before: before,
            after: game,
            thoroughly: isThorough || dice.chance(3)
        )
    }

    private mutating func next() -> Input<Tripto> {
        switch Int.random(in: 0..<100, using: &dice) {
        case ..<28: return nextTimer()
        case ..<40: return content()
        case ..<50: return comeOrGo()
        case ..<62: return hostCommand()
        case ..<64: return .timer(TimerID(rawValue: "t\(Int.random(in: 0...80, using: &dice))"))
        case ..<65: return joinLink()
        // As in earlier journals.
        case ..<67: return .brakeLock(anyone(), isGranted: dice.chance(85))
        case _: return guestCommand()
        }
    }

    private mutating func newSettings() -> Tripto.Settings.Change {
        let json = JSONObject([
            (key: "maxPlayers", value: .int(.random(in: 1...8, using: &dice))),
            (key: "theme", value: dice.chance(50) ? .null : "sea"),
            (key: "hostMayPlay", value: .bool(dice.chance(50))),
        ])
        guard let change = try? Tripto.Settings.Change(json) else {
            preconditionFailure("good settings")
        }
        return change
    }

    /// Mostly one that may replace the present one.
    private mutating func joinLink() -> Input<Tripto> {
        let former = dice.chance(80) ? game.lobby.joinToken : nil
        return .joinLink(
            "https://party.test/join/\(turns)",
            token: JoinToken("\(turns)", madeAt: now, replacing: former)
        )
    }

    /// Mostly the next one that is due, when it is due.
    private mutating func nextTimer() -> Input<Tripto> {
        let due = game.timers.compactMap { timer in timer.deadline.map { ($0, timer.id) } }
        guard let (deadline, id) = due.min(by: { $0.0 < $1.0 }) else {
            now = now + Int64.random(in: 0...3000, using: &dice)
            return .timer(TimerID(rawValue: "t1"))
        }
        if dice.chance(15) {
            now = now + Int64.random(in: 0...5000, using: &dice)
        } else {
            now = max(now, deadline) + (dice.chance(30) ? 7 : 0)
        }
        return .timer(id)
    }

    private mutating func content() -> Input<Tripto> {
        guard var wish = game.wish else {
            return guestCommand()
        }
        if dice.chance(10) { wish.roundIndex += 1 }
        guard dice.chance(90), let package = SamplePackage.choose(for: wish) else {
            return .content(nil, for: wish)
        }
        let number = Int(package.destination.id.filter(\.isNumber)) ?? 1
        let whole = SamplePackage.varied(number)
        if wish.isPreview, dice.chance(80) { return .content(RoundContent(whole), for: wish) }
        if let wording = wish.wording {
            return .content(RoundContent(whole.worded(by: wording)), for: wish)
        }
        guard dice.chance(80) else { return .content(RoundContent(package), for: wish) }
        let silent: Set<String> = dice.chance(30) ? ["clue_8", "reveal"] : []
        return .content(SamplePackage.voiced(package, silent: silent), for: wish)
    }

    private mutating func comeOrGo() -> Input<Tripto> {
        switch Int.random(in: 0..<10, using: &dice) {
        case ..<4:
            guests += 1
            // Now and then somebody who is here already.
            let number = dice.chance(85) ? guests : max(1, guests - 1)
            let wish = guests.isMultiple(of: 3) ? Avatar(figure: guests % 2, colour: 0) : nil
            return .join(PlayerID(rawValue: "p\(guests)"), name: guestName(number), avatar: wish)
        case ..<7:
            return .presence(.player(anyone()), isConnected: dice.chance(75))
        case 7 where dice.chance(50):
            return .screen(anyScreen(), isConnected: dice.chance(60))
        case 7:
            return .presence(dice.chance(50) ? .host : .tv, isConnected: dice.chance(50))
        case 8:
            if dice.chance(30) { now = now + Lobby.absenceMs }
            return .away(anyone())
        case _ where dice.chance(30):
            return .takeOver(game.lobby.offeredTo ?? anyone())
        case _:
            return dice.chance(30) ? .command(.leave, from: .player(anyone())) : .away(anyone())
        }
    }

    private func guestName(_ number: Int) -> PlayerName {
        guard let name = try? PlayerName("Guest \(number)") else {
            preconditionFailure("a good name")
        }
        return name
    }

    private mutating func hostCommand() -> Input<Tripto> {
        let command: EitherCommand<Tripto> =
            switch Int.random(in: 0..<40, using: &dice) {
            case ..<10: .kit(.startGame)
            case ..<16: .kit(.skip)
            case ..<20: .kit(.pause)
            case ..<27: .kit(.resume)
            case ..<29: .own(.forceReveal)
            case 29: dice.chance(30) ? .kit(.endSession) : .kit(.skip)
            case ..<31: dice.chance(30) ? .kit(.kick(anyone())) : .kit(.startGame)
            case 31 where dice.chance(30): .kit(.setSpeaker(dice.chance(80) ? anyScreen() : nil))
            case 31 where dice.chance(30): .kit(.handOver(dice.chance(80) ? anyone() : nil))
            case 31:
                .kit(.rename(anyone(), guestName(Int.random(in: 1...(guests + 1), using: &dice))))
            case ..<36:
                .own(
                    .overrideAnswer(
                        anyone(),
                        question: dice.chance(50) ? nil : Int.random(in: 1...3, using: &dice),
                        isCorrect: dice.chance(50)
                    )
                )
            case 36:
                .own(
                    .regenerateContent(
                        [nil, .clue(.ten), .clue(.six), .question(1), .question(3)]
                            .randomElement(using: &dice) ?? nil
                    )
                )
            case 37: dice.chance(50) ? .kit(.toLobby) : .kit(.renewJoin)
            case 38: .settings(newSettings())
            case _: .own(.setMusicGain(dice.chance(50) ? -24 : -8))
            }
        return .command(command, from: dice.chance(97) ? .host : .tv)
    }

    private mutating func guestCommand() -> Input<Tripto> {
        let place = Party(game).place
        let isRight = dice.chance(50)
        let index = Int.random(in: 1...3, using: &dice)
        var guest = anyone()
        if case .playing(_, .pausedForBrake(_, let owner, _, _), _) = game.phase, dice.chance(70) {
            guest = owner
        }
        let command: Tripto.Command =
            switch game.phase.name {
            case .clueLevel: pull(by: guest)
            case .pausedForBrake:
                dice.chance(80)
                    ? .brakeAnswer(isRight ? SamplePackage.name(place) : "Atlantis")
                    : .brakePull(atClientMs: nil)
            case .revealDestination, .scoreboard:
                dice.chance(60) ? .vote(isRight: isRight) : .dispute
            case .lobby, .preparingRound, .roundIntro, .followupQuestion, .finalResults, .roundEnd:
                .followupAnswer(
                    index: index,
                    isRight ? SamplePackage.answer(place, index) : "No idea"
                )
            }
        return .command(command, from: .player(guest))
    }

    /// In a game that orders pulls mostly with the verdict that a gateway adds.
    private mutating func pull(by guest: PlayerID) -> Tripto.Command {
        let pull = Tripto.Command.brakePull(atClientMs: 5)
        guard game.settings.latencyFair, dice.chance(80) else { return pull }
        let ways = (0...1).map { _ in Int64.random(in: 0...100, using: &dice) }
        let entrants = [
            PhotoFinish.Entrant(guest, arrivedMs: 0, wayMs: ways.max() ?? 0),
            PhotoFinish.Entrant(anyone(), arrivedMs: 20, wayMs: ways.min() ?? 0),
        ]
        return PhotoFinish(entrants).map(pull.winning) ?? pull
    }

    private mutating func anyScreen() -> ConnectionID {
        ConnectionID(rawValue: "c\(Int.random(in: 1...3, using: &dice))")
    }

    private mutating func anyone() -> PlayerID {
        let here = game.lobby.players
        guard !here.isEmpty, dice.chance(95) else { return PlayerID(rawValue: "p1") }
        return here[Int.random(in: here.indices, using: &dice)].id
    }
}
