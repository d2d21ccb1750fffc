public import Protocol

/// One input being worked on: the game as it becomes, and what must be done about it.
///
/// The rules of all games stand in `Transition+Lobby.swift` and `Transition+Host.swift`; a game's
/// own are extensions of `Transition<ThatGame>`, and begin at what `Game` asks of it.
public struct Transition<G: Game> {
    public var game: G
    public let now: ServerTime
    /// Verdict of the build that commits the command; nil where nothing is judged, and in earlier journals.
    public let verdict: G.Verdict?
    public var effects: [Effect<G.Event>] = []

    init(_ game: G, at now: ServerTime, verdict: G.Verdict? = nil) {
        self.game = game
        self.now = now
        self.verdict = verdict
    }
}

extension Transition {
    /// Why a transition ends without a change.
    public enum Halt: Error {
        case refused(Refusal<G.Event>)
        case ignored

        public static func wrongState(_ message: String) -> Halt {
            .refused(.error(WireError(.wrongState, message)))
        }

        /// Refuses what builds that know no newer rules could not read.
        public static var olderSession: Halt { .wrongState("this session is too old for that") }

        public static func error(_ code: ErrorCode, _ message: String) -> Halt {
            .refused(.error(WireError(code, message)))
        }
    }
}

extension Game {
    /// Takes one input; judges one that comes without a verdict, as all did in earlier journals.
    /// Anything but `.changed` leaves the value as it was.
    public mutating func handle(_ input: Input<Self>, at now: ServerTime) -> Outcome<Event> {
        // A storm of commands that come too late is answered from the present state, without a copy.
        if case .command(.own(let command), let viewer) = input,
            let refusal = refusal(of: command, from: viewer)
        {
            return .refused(refusal)
        }
        let verdict: Verdict? =
            if case .judged(_, _, let verdict) = input { verdict } else { nil }
        // A transition works on a copy, so that one that halts has changed nothing.
        var transition = Transition(self, at: now, verdict: verdict)
        do throws(Transition<Self>.Halt) {
            try transition.take(input)
        } catch {
            switch error {
            case .refused(let refusal): return .refused(refusal)
            case .ignored: return .ignored
            }
        }
        // A game that came to its end while the host had it paused is over, and not paused (G-9).
        if !transition.game.stage.isRunning { transition.game.isPaused = false }
        Self.conclude(&transition)
        // Assigned, the whole game would be copied once more.
        swap(&self, &transition.game)
        return .changed(transition.effects)
    }
}

extension Transition {
    fileprivate mutating func take(_ input: Input<G>) throws(Halt) {
        switch input {
        case .command(.kit(let command), let viewer):
            try obey(command, from: viewer)
        case .command(.settings(let change), let viewer):
            try obey(change, from: viewer)
        case .command(.own(let command), let viewer), .judged(let command, let viewer, _):
            if case .player(let player) = viewer { try requirePlayer(player) }
            try G.obey(command, from: viewer, in: &self)
        case .join(let player, let name, let avatar):
            try join(player, name: name, avatar)
        case .presence(let viewer, let isConnected):
            try notePresence(of: viewer, isConnected: isConnected)
        case .screen(let screen, let isConnected):
            guard game.rules >= .sixth,
                game.lobby.note(screen, isConnected: isConnected, at: now)
            else { throw .ignored }
        case .device(let player, let device):
            try note(device, of: player)
        case .hostDevice(let device):
            guard game.rules >= .fifth, game.lobby.note(device) else { throw .ignored }
            G.hostDeviceChanged(&self)
        case .takeOver(let player):
            try takeOver(player)
        case .away(let player):
            guard game.lobby.isAbsent(player, at: now) else { throw .ignored }
            try remove(player, .left)
        case .timer(let id):
            try runOut(id)
        case .brakeLock(let player, let isGranted):
            try answerLock(of: player, isGranted: isGranted)
        case .content(let content, let wish):
            guard game.wish == wish else { throw .ignored }
            G.contentCame(content, in: &self)
        case .joinLink(let url, let token):
            guard game.lobby.replaceLink(url, token) else { throw .ignored }
        case .close:
            try close()
        }
    }

    /// Does nothing unless the timer is there, runs and is due.
    private mutating func runOut(_ id: TimerID) throws(Halt) {
        guard let timer = game.timers.first(where: { $0.id == id }),
            let deadline = timer.deadline, deadline <= now
        else { throw .ignored }
        try G.runOut(id, in: &self)
    }

    private mutating func answerLock(of player: PlayerID, isGranted: Bool) throws(Halt) {
        guard let command = G.lockedAttempt, let attempt = command.attempt else { throw .ignored }
        let viewer = Viewer.player(player)
        if let refusal = game.refusal(of: command, from: viewer) { throw .refused(refusal) }
        guard isGranted else { throw .refused(G.tooLate(for: attempt.claim)) }
        try G.obey(command, from: viewer, in: &self)
    }

    func requirePlayer(_ player: PlayerID) throws(Halt) {
        guard game.lobby.player(player) != nil else {
            throw .error(.notFound, "this player has left")
        }
    }
}

// MARK: What rules are written with

extension Transition {
    /// - Parameters:
    ///   - durationMs: how long it runs, in milliseconds.
    ///   - leadMs: until it starts.
    ///   - isShown: whether clients are told.
    public mutating func timer(
        _ durationMs: Int64,
        leadMs: Int64 = 0,
        isShown: Bool = true
    ) -> GameTimer {
        game.timersStarted += 1
        var timer = GameTimer(
            id: TimerID(rawValue: "t\(game.timersStarted)"),
            startAt: now + leadMs,
            durationMs: durationMs,
            isShown: isShown
        )
        if game.isPaused { timer.pause(at: now, keepsLead: game.rules >= .sixth) }
        return timer
    }

    public mutating func announce(_ event: G.Event, to audience: Audience = .all) {
        effects.append(.announce(.own(event), to: audience))
    }

    public mutating func announce(_ event: KitEvent, to audience: Audience = .all) {
        effects.append(.announce(.kit(event), to: audience))
    }

    /// Answers the sender of the command.
    public mutating func reply(_ event: G.Event) {
        effects.append(.reply(.own(event)))
    }

    public mutating func reply(_ event: KitEvent) {
        effects.append(.reply(.kit(event)))
    }

    public mutating func record(_ fact: Fact) {
        effects.append(.record(fact))
    }

    /// For the one screen that plays the sound.
    public mutating func cue(_ event: G.Event) {
        effects.append(.cue(event))
    }

    public mutating func setStatus(_ status: SessionStatus) {
        guard game.lobby.status != status else { return }
        game.lobby.status = status
        if status == .ended { game.lobby.offeredTo = nil }
        record(.sessionStatus(status))
    }

    public mutating func award(_ points: some Sequence<(player: PlayerID, points: Int)>) {
        game.scoreboard.award(points)
    }

    public mutating func announceScoreboard() {
        announce(.scoreboardUpdate(game.scoreboard.standings))
    }
}
