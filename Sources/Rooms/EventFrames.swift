import GameState
public import Protocol
public import Transport
import WebSocket

/// The messages of one commit besides its patches, each encoded once and put in line for everyone it
/// is meant for.
struct EventFrames<Event: GameEvent> {
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
    mutating func add(_ effect: Effect<Event>, link: (RoundID, ClipID) -> String) {
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

/// Messages as WebSocket frames, ready to be sent to any number of clients.
public struct Frames {
    let session: SessionID
    let now: ServerTime
    public private(set) var bytes: [UInt8] = []
    public private(set) var count = 0

    public init(session: SessionID, now: ServerTime) {
        self.session = session
        self.now = now
    }

    public var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ event: some GameEvent, version: Int64?, inReplyTo: String? = nil) {
        message(event.type, version: version, inReplyTo: inReplyTo) { event.write(to: &$0) }
    }

    mutating func append(_ frames: Frames) {
        bytes.append(contentsOf: frames.bytes)
        count += frames.count
    }

    /// The frames on their way to however many clients.
    public func outbound(_ kind: OutboundBytes.Kind) -> OutboundBytes {
        OutboundBytes(bytes, kind: kind, messageCount: count)
    }

    /// AUDIO_PLAY: the one event that needs a link, which no game has.
    mutating func play(_ cue: VoiceCue, url: String, version: Int64) {
        message("AUDIO_PLAY", version: version) { writer in
            writer.beginObject()
            writer.member("clipId", cue.clip.rawValue)
            writer.member("roundId", cue.round.rawValue)
            writer.member("url", url)
            writer.member("startAtServerMs", cue.startAt.ms)
            writer.endObject()
        }
    }

    /// A STATE_PATCH of operations that are JSON already.
    mutating func patch(_ operations: [[UInt8]], from base: Int64, to version: Int64) {
        message("STATE_PATCH", version: version) { writer in
            writer.beginObject()
            writer.member("baseVersion", base)
            writer.member("version", version)
            writer.key("ops")
            writer.beginArray()
            for part in operations { writer.raw(part) }
            writer.endArray()
            writer.endObject()
        }
    }

    /// An answer that was given before.
    mutating func repeated(_ reply: Receipts.Reply, inReplyTo messageID: String) {
        frame { [session, now] writer in
            ServerMessage.write(
                type: reply.type,
                session: session,
                at: now,
                inReplyTo: messageID,
                to: &writer
            ) { $0.raw(reply.payload) }
        }
    }

    public mutating func message(
        _ type: StaticString,
        version: Int64? = nil,
        inReplyTo: String? = nil,
        payload: (inout JSONWriter) -> Void
    ) {
        frame { [session, now] writer in
            ServerMessage.write(
                type: type,
                session: session,
                at: now,
                version: version,
                inReplyTo: inReplyTo,
                to: &writer,
                payload: payload
            )
        }
    }

    private mutating func frame(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(reserving: 512)
        write(&writer)
        writer.bytes.withUnsafeBytes { FrameWriter.append(.text, $0, to: &bytes) }
        count += 1
    }
}
