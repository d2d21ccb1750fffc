import GameState
public import Protocol

extension Tripto {
    /// A screen's document: what everybody sees, the way in, and the sound.
    public struct TVView: DocumentObject {
        private let common: Boxed<CommonView>
        private let session: InvitingSessionPart<Tripto.Settings>
        /// Sound that should be heard now.
        private let audio:
            Joined<
                Joined<Member<Music?>, Member<VoiceCue?>>,
                Joined<Member<ConnectionID?>, Member<Double>>
            >

        init(
            _ common: Boxed<CommonView>,
            session: InvitingSessionPart<Tripto.Settings>,
            music: Music?,
            voice: VoiceCue?,
            speaker: ConnectionID?,
            gainDb: Double
        ) {
            self.common = common
            self.session = session
            let sound = Joined(Member("music", music), Member("voice", voice))
            audio = Joined(sound, Joined(Member("speaker", speaker), Member("gainDb", gainDb)))
        }

        public func members(of fields: inout DocumentWriter, since old: TVView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", session, was: old?.session)
            fields.member("uiHints", Nothing?.none, was: old.map { _ in nil })
            fields.member("audio", audio, was: old?.audio)
        }
    }
}

/// For a member that is always `null`.
private enum Nothing: DocumentValue {
    func write(to writer: inout JSONWriter) {}
}
