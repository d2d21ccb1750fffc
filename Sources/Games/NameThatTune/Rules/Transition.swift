public import GameState
public import Protocol

// Entry points of the kit. The rules themselves extend `Transition<NameThatTune>`.
extension NameThatTune {
    public static func start(_ transition: inout Transition<NameThatTune>) {
        transition.game.heardBefore = (transition.game.heardBefore + transition.game.heard)
            .suffix(memoryLimit)
        transition.game.heard = []
        transition.prepare(1)
    }

    /// Tunes of earlier games that a session remembers.
    private static let memoryLimit = 200

    public static func obey(
        _ command: Command,
        from viewer: Viewer,
        in transition: inout Transition<NameThatTune>
    ) throws(Halt) {
        switch (command, viewer) {
        case (.guess(let artist, let title, let isDone, .none), .player(let player)):
            try transition.guess(artist, title, isDone: isDone, from: player)
        case (.guess(let artist, let title, let isDone, .some(let player)), .host):
            try transition.game.requireScribe(for: player)
            try transition.guess(artist, title, isDone: isDone, from: player)
        case (.choose(let option, .none), .player(let player)):
            try transition.choose(option, from: player)
        case (.choose(let option, .some(let player)), .host):
            try transition.game.requireScribe(for: player)
            try transition.choose(option, from: player)
        case (.override(let player, let part, let isCorrect), .host):
            try transition.override(part, of: player, isCorrect: isCorrect)
        case (.setMusicGain(let gainDb), .host):
            try transition.setMusicGain(gainDb)
        case (.pick(let pick, let place), .host): try transition.pick(pick, at: place)
        case (.unpick(let id), .host): try transition.unpick(id)
        case (.guess, _), (.choose, _), (.override, _), (.setMusicGain, _), (.pick, _),
            (.unpick, _):
            throw .error(.forbidden, "another role sends this")
        }
    }

    public static func skip(_ transition: inout Transition<NameThatTune>) throws(Halt) {
        switch transition.game.phase {
        case .lobby, .preparing, .over: throw .wrongState("there is nothing to skip")
        case .playing(let round, let stage): transition.goOn(round, after: stage)
        case .finale(let finale):
            transition.cue(.audioStop)
            transition.game.end(finale.results)
        }
    }

    public static func runOut(
        _ timer: TimerID,
        in transition: inout Transition<NameThatTune>
    ) throws(Halt) {
        switch transition.game.phase {
        case .lobby, .over:
            throw .ignored
        case .preparing(let index, _):
            transition.giveUp(at: index)
        case .playing(let round, .listening) where transition.game.settings.timings.guess == 0:
            // The clip is over; guesses are taken until the host goes on.
            transition.game.phase = .playing(round, .listening(nil))
        case .playing(let round, let stage):
            transition.goOn(round, after: stage)
        case .finale(let finale):
            transition.goOn(finale, after: timer)
        }
    }

    public static func contentCame(
        _ content: TuneContent?,
        in transition: inout Transition<NameThatTune>
    ) {
        guard case .preparing(let index, _) = transition.game.phase else {
            preconditionFailure("content came in \(transition.game.phase), which wishes for none")
        }
        if let content {
            transition.begin(content, index: index)
        } else {
            transition.giveUp(at: index)
        }
    }

    public static func abort(_ transition: inout Transition<NameThatTune>) {
        switch transition.game.phase {
        case .playing(let round, let stage):
            if !stage.isLast { transition.record(.roundState(round.id, .aborted)) }
            transition.record(.gameEnded(isAborted: true, winners: []))
        case .preparing(let index, _) where index > 1:
            transition.record(.gameEnded(isAborted: true, winners: []))
        case .finale:
            transition.record(.gameEnded(isAborted: true, winners: []))
            transition.cue(.audioStop)
        case .lobby, .preparing, .over:
            break
        }
        transition.game.end(Results(transition.game.scoreboard, isAborted: true))
    }

    public static func returnToLobby(_ transition: inout Transition<NameThatTune>) {
        transition.game.phase = .lobby
    }

    /// Their answers are recorded, and nobody waits for them.
    public static func left(_ player: PlayerID, in transition: inout Transition<NameThatTune>) {
        guard case .playing(var round, let stage) = transition.game.phase else { return }
        switch stage {
        case .listening:
            transition.record(round, [.artist, .title], of: player)
        case .trivia:
            transition.record(round, [.trivia], of: player)
        case .reveal, .triviaResults, .scoreboard:
            break
        }
        round.guesses[player] = nil
        round.choices[player] = nil
        transition.game.phase = .playing(round, stage)
        transition.goOnIfNobodyIsAwaited()
    }

    /// Somebody who comes back closes nothing: the first one back is not all there are.
    public static func dropped(_ player: PlayerID, in transition: inout Transition<NameThatTune>) {
        if transition.game.rules >= .eleventh { transition.goOnIfNobodyIsAwaited() }
    }

    /// Some may have gone, or been removed, during the pause.
    public static func resumed(_ transition: inout Transition<NameThatTune>) {
        resumeFinale(&transition)
        if transition.game.rules >= .eleventh { transition.goOnIfNobodyIsAwaited() }
    }

    /// Builds that know no such change could not read it.
    public static func settingsChanged(
        from former: Settings,
        in transition: inout Transition<NameThatTune>
    ) throws(Halt) {
        guard transition.game.rules >= .eleventh else { throw .olderSession }
    }

    public static func conclude(_ transition: inout Transition<NameThatTune>) {
        transition.updateSound()
    }
}

extension NameThatTune: CelebratedGame {
    public var finale: Finale? {
        if case .finale(let finale) = phase { finale } else { nil }
    }

    public mutating func celebrate(_ finale: Finale) { phase = .finale(finale) }

    public mutating func end(_ results: Results) { phase = .over(results) }

    /// A clip that is left behind is stopped as such.
    public static func fadeOut(in transition: inout Transition<NameThatTune>) {}

    public static func cue(
        _ moment: Finale.Moment,
        at time: ServerTime,
        in transition: inout Transition<NameThatTune>
    ) {
        transition.cue(.sfxPlay(Event.SoundEffect(moment), startAt: time))
    }

    /// For every screen, not only the one with the sound.
    public static func showConfetti(in transition: inout Transition<NameThatTune>) {
        transition.announce(.confetti, to: .tv)
    }

    public static func silence(in transition: inout Transition<NameThatTune>) {
        transition.cue(.audioStop)
    }
}

extension NameThatTune.Event.SoundEffect {
    fileprivate init(_ moment: Finale.Moment) {
        self =
            switch moment {
            case .build: .stingBuild
            case .drumroll: .drumroll
            case .winner: .winnerFanfare
            }
    }
}

/// The clip on the screen that sounds.
extension Transition<NameThatTune> {
    fileprivate mutating func setMusicGain(_ gainDb: Double) throws(Halt) {
        try requireSession()
        guard game.rules >= .ninth else { throw .olderSession }
        guard game.musicGainDb != gainDb else { throw .ignored }
        game.musicGainDb = gainDb
        cue(.musicGainSet(gainDb: gainDb))
        record(.audit("MUSIC_GAIN_SET", ["gainDb": .double(gainDb)]))
    }

    /// From a clip's cue to its start: what a commit takes, and fetching two megabytes.
    static var leadMs: Int64 { 2_000 }
    /// Milliseconds that a screen may be late with a clip that it had to fetch.
    private static var lagMs: Int64 { 1_000 }

    /// It starts with the round, sounds on while its name is read, stands still in a pause and goes on from there.
    fileprivate mutating func updateSound() {
        let due = game.dueClip
        guard due?.clip != game.sound?.clip else { return }
        if let sound = game.sound {
            let isHeard = now < sound.startAt + sound.durationMs + Self.lagMs
            if isHeard, !effects.contains(.cue(.audioStop)) {
                // Before every other cue, so that it stops nothing that begins now.
                effects.insert(.cue(.audioStop), at: 0)
            }
            game.interrupted =
                game.isPaused
                ? InterruptedVoice(clip: sound.clip, heardMs: now - sound.startAt) : nil
        }
        guard let due else {
            game.sound = nil
            return
        }
        let interrupted = game.interrupted.take()
        let heardMs = interrupted?.clip == due.clip ? interrupted?.heardMs : nil
        let sound = VoiceCue(
            clip: due.clip,
            round: due.round,
            startAt: now + (heardMs.map { -$0 } ?? Self.leadMs),
            durationMs: game.settings.clipMs
        )
        game.sound = sound
        if now < sound.startAt + sound.durationMs { effects.append(.play(sound)) }
    }
}

extension NameThatTune {
    /// The clip that should be heard at this moment.
    fileprivate var dueClip: (clip: ClipID, round: RoundID)? {
        guard !isPaused, case .playing(let round, let stage) = phase, stage.isHeard,
            let clip = round.clip
        else { return nil }
        return (clip, round.id)
    }
}
