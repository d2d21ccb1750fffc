import Dispatch
import GameState
import HTTP
import Protocol
import Voice

/// The sounds and pictures of a session.
enum AssetCalls {
    /// The sound of a clip that the caller may hear by now. One that does not exist, one that comes later and
    /// one of another session get the same answer.
    static func fetchClip(
        _ context: RequestContext,
        _ session: SessionID,
        _ round: RoundID,
        _ clip: ClipID
    ) async throws -> Response {
        let viewer = try listener(context, session, round, clip)
        let (source, game) = try await context.on(session) { room, _ in
            (await room.source(of: clip, in: round, for: viewer), room.gameName)
        }
        guard let source else { throw WireError.noSuchClip }
        // A name stands for one sound, for good.
        return .content(
            try await context.services.bytes(of: source, for: session, playing: game),
            tag: EntityTag(clip.rawValue),
            headers: [
                "Content-Type": source.mediaType,
                "Cache-Control": "private, max-age=86400, immutable",
                "Referrer-Policy": "no-referrer",
            ],
            for: context.request
        )
    }

    /// The viewer who wants to hear it. A link says no more than that it was made for a screen.
    private static func listener(
        _ context: RequestContext,
        _ session: SessionID,
        _ round: RoundID,
        _ clip: ClipID
    ) throws(WireError) -> Viewer {
        let target = context.request.target
        if let signature = target.queryValue("s"), let expiry = target.queryValue("e") {
            try context.services.clipLinks.verify(
                signature,
                until: expiry,
                for: session,
                round,
                clip,
                at: context.now
            )
            return .tv
        }
        let claims = try context.verify(try context.bearer(), .auth, for: session)
        switch claims.viewer {
        case .host, .tv: return claims.viewer
        case .player: throw WireError(.forbidden, "the sound is for the TV")
        }
    }
}

extension ClipSource {
    fileprivate var mediaType: String {
        switch self {
        case .line, .recording: "audio/wav"
        case .picture: "image/jpeg"
        }
    }
}

extension Services {
    /// A file that says nothing but its sound or its picture.
    fileprivate func bytes(
        of source: ClipSource,
        for session: SessionID,
        playing name: String
    ) async throws(WireError) -> [UInt8] {
        switch source {
        case .line(let line):
            guard let voice else { throw .noSuchClip }
            guard let clip = try? await voice.clip(of: line, for: session.rawValue) else {
                throw WireError(.degraded, "the speech service is unavailable")
            }
            return clip.wav
        case .recording(let recording):
            let recordings = game(named: name)?.recordings
            guard let recordings, let wav = await Self.excerpt(of: recording, among: recordings)
            else { throw WireError(.degraded, "the recording is unavailable") }
            return wav
        case .picture(let picture):
            guard let pictures = game(named: name)?.pictures,
                let jpeg = await Self.offLoop({ pictures(picture) })
            else { throw WireError(.degraded, "the picture is unavailable") }
            return jpeg
        }
    }

    /// Reading and cutting take milliseconds that no loop has.
    private static func excerpt(
        of recording: Recording,
        among recordings: @escaping HostedGame.Recordings
    ) async -> [UInt8]? {
        await offLoop {
            let sound = recordings(recording).flatMap { try? Sound(wav: $0) }
            return sound?.excerpt(recording.durationMs).wav
        }
    }

    private static func offLoop(_ work: @escaping @Sendable () -> [UInt8]?) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: work())
            }
        }
    }
}
