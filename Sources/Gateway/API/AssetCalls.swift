import GameState
import HTTP
import Protocol
import Voice

/// The sound of a session.
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
        guard let studio = context.services.voice else { throw WireError.noSuchClip }
        let line = try await context.on(session) { room, _ in
            await room.line(of: clip, in: round, for: viewer)
        }
        guard let line else { throw WireError.noSuchClip }
        guard let sound = try? await studio.clip(of: line, for: session.rawValue) else {
            throw WireError(.degraded, "the speech service is unavailable")
        }
        // A name stands for one sound, for good.
        return .content(
            sound.wav,
            tag: EntityTag(clip.rawValue),
            headers: [
                "Content-Type": "audio/wav", "Cache-Control": "private, max-age=86400, immutable",
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
