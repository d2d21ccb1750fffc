public import GameState
public import Protocol

extension Tripto: SpokenGame {
    public static func script(of content: RoundContent) -> [VoiceLine] {
        guard content.package.isPlayable else { return [] }
        return content.package.segments.map { content.package.line(of: $0) }
    }

    public static func voiced(
        _ content: RoundContent,
        by credit: VoiceCredit,
        clips: [Clip?]
    ) -> RoundContent {
        RoundContent(
            content.package,
            voice: RoundVoice(credit, of: content.package, clips: clips)
        )
    }

    public func line(of clip: ClipID, in round: RoundID, for viewer: Viewer) -> VoiceLine? {
        guard case .playing(let played, let stage, _) = phase, played.id == round,
            let segment = played.voice?.segment(of: clip)
        else { return nil }
        let isAllowed =
            switch viewer {
            case .host: true
            case .tv: stage.allows(segment, of: played)
            case .player: false
            }
        return isAllowed ? played.package.line(of: segment) : nil
    }
}
