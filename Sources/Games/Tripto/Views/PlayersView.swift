import GameState
public import Protocol

extension Tripto {
    /// The document that all players share.
    public struct PlayersView: ObjectPart {
        private let common: CommonView

        init(_ common: CommonView) {
            self.common = common
        }

        public func members(of fields: inout Fields, since old: PlayersView?) {
            common.members(of: &fields, since: old?.common)
            fields.member("session", common.session, was: old?.common.session)
        }
    }
}
