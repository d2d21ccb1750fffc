import GameState
import Protocol

/// The messages of one commit besides its patches, each encoded once and put in line for everyone it
/// is meant for.
struct Cues<Event: GameEvent> {
    private(set) var host: Frames
    private(set) var tv: Frames
    private(set) var players: Frames
    /// For the one screen that plays the sound.
    private(set) var speaker: Frames
    private(set) var single: [PlayerID: Frames] = [:]
    private let empty: Frames
    private let version: Int64

    init(session: SessionID, now: ServerTime, version: Int64) {
        empty = Frames(session: session, now: now)
        host = empty
        tv = empty
        players = empty
        speaker = empty
        self.version = version
    }

    /// - Parameter link: opens a clip.
    mutating func take(_ effect: Effect<Event>, link: (RoundID, ClipID) -> String) {
        switch effect {
        case .announce(let event, let audience): append(encoded(event), to: audience)
        case .cue(let event): speaker.append(encoded(event))
        case .play(let cue):
            var frames = empty
            frames.play(cue, url: link(cue.round, cue.clip), version: version)
            speaker.append(frames)
        case .reply, .record, .dismiss: break
        }
    }

    mutating func synchronise(_ change: TimerChange, at now: ServerTime) {
        var frames = empty
        frames.synchronise(change, at: now, version: version)
        append(frames, to: .all)
    }

    private func encoded(_ event: some GameEvent) -> Frames {
        var frames = empty
        frames.append(event, version: version)
        return frames
    }

    private mutating func append(_ frames: Frames, to audience: Audience) {
        switch audience {
        case .all:
            host.append(frames)
            tv.append(frames)
            players.append(frames)
        case .host: host.append(frames)
        case .tv: tv.append(frames)
        case .players: players.append(frames)
        case .player(let id): single[id, default: empty].append(frames)
        }
    }
}
