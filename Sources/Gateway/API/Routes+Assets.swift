import GameState
import HTTP
import Protocol
import Voice

extension Routes {
    /// The sound of a clip that the caller may hear by now. What there is not, what comes later and
    /// what is another session's get the same answer.
    func asset(_ session: SessionID, _ round: RoundID, _ clip: ClipID) throws {
        let viewer = try listener(session, round, clip)
        guard let studio = call.services.voice else { throw WireError.noSuchClip }
        let (request, done) = (call.request, done)
        withRoom(session) { room, _ in
            room.findLine(of: clip, in: round, for: viewer) { line in
                guard let line else { return done(.error(.noSuchClip)) }
                studio.clip(of: line, for: session.rawValue) { outcome in
                    switch outcome {
                    case .success(let sound): done(.sound(sound, named: clip, for: request))
                    case .failure: done(.error(WireError(.degraded, "the voice is not to be had")))
                    }
                }
            }
        }
    }

    /// Who wants to hear it. A link says no more than that it was made for a screen.
    private func listener(
        _ session: SessionID,
        _ round: RoundID,
        _ clip: ClipID
    ) throws(WireError) -> Viewer {
        let target = call.request.target
        if let signature = target.queryValue("s"), let expiry = target.queryValue("e") {
            try call.services.clipLinks.verify(
                signature,
                until: expiry,
                for: session,
                round,
                clip,
                at: call.now
            )
            return .tv
        }
        let claims = try call.verify(try call.bearer(), .auth, for: session)
        switch claims.viewer {
        case .host, .tv: return claims.viewer
        case .player: throw WireError(.forbidden, "the sound is for the TV")
        }
    }
}

extension Response {
    /// A name stands for one sound, for good.
    fileprivate static func sound(
        _ sound: VoiceClip,
        named clip: ClipID,
        for request: Request
    ) -> Response {
        content(
            sound.wav,
            tag: EntityTag(clip.rawValue),
            headers: [
                "Content-Type": "audio/wav", "Cache-Control": "private, max-age=86400, immutable",
                "Referrer-Policy": "no-referrer",
            ],
            for: request
        )
    }
}
