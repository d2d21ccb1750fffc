import GameState
public import Protocol

extension Tripto {
    /// A screen's document: what everybody sees, the way in, and the sound.
    public struct TVView: DocumentObject {
        private let common: CommonView
        private let session: InvitingSessionPart<Tripto.Settings>
        private let audio: Audio

        init(
            _ common: CommonView,
            session: InvitingSessionPart<Tripto.Settings>,
            music: Music?,
            voice: VoiceCue?
        ) {
            self.common = common
            self.session = session
            audio = Audio(music: music, voice: voice)
        }

        public func members(of fields: inout DocumentWriter, since old: TVView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", session, was: old?.session)
            fields.member("uiHints", Nothing?.none, was: old.map { _ in nil })
            fields.member("audio", audio, was: old?.audio)
        }

        /// Sound that should be heard now.
        private struct Audio: DocumentObject {
            let music: Music?
            let voice: VoiceCue?

            func members(of fields: inout DocumentWriter, since old: Audio?) {
                fields.member("music", music, was: old?.music)
                fields.member("voice", voice, was: old?.voice)
            }
        }
    }
}

/// For a member that is always `null`.
private enum Nothing: DocumentValue {
    func write(to writer: inout JSONWriter) {}
}
