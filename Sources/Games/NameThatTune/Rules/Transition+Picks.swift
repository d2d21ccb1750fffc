import GameState
import Protocol

/// The host's own choice of the tunes that come next.
extension Transition<NameThatTune> {
    private func requirePicks() throws(Halt) {
        try requireSession()
        guard game.rules >= .tenth else { throw .olderSession }
    }

    /// One that could not be played may be picked again, and is tried again.
    ///
    /// - Parameter place: of the pick among all, from 0; nil: the last, and one that is picked stays where it is.
    mutating func pick(_ pick: Pick, at place: Int?) throws(Halt) {
        try requirePicks()
        // Builds before the eleventh rules read no word for why a preview from elsewhere is not played.
        let isNewer = place != nil || pick.id.hasPrefix(RemoteTunes.prefix)
        if isNewer, game.rules < .eleventh { throw .olderSession }
        guard !game.heard.contains(pick.id) || !game.stage.isRunning else {
            throw .error(.alreadyAnswered, "this game has played that tune")
        }
        var picks = game.picks
        if let known = picks.firstIndex(where: { $0.id == pick.id }) {
            guard place != nil || picks[known].trouble != nil else { throw .ignored }
            picks.remove(at: known)
        }
        guard picks.count < Pick.maxCount else {
            throw .wrongState("\(Pick.maxCount) tunes are picked")
        }
        picks.insert(pick, at: min(place ?? picks.count, picks.count))
        guard picks != game.picks else { throw .ignored }
        game.picks = picks
    }

    mutating func unpick(_ id: String) throws(Halt) {
        try requirePicks()
        guard let place = game.picks.firstIndex(where: { $0.id == id }) else { throw .ignored }
        game.picks.remove(at: place)
    }

    /// A tune that is played is picked no more; of one that can't be played the host is told why.
    mutating func settlePicks(by content: TuneContent) {
        game.picks.removeAll { $0.id == content.tune.id }
        for refusal in content.refused {
            guard let place = game.picks.firstIndex(where: { $0.id == refusal.id }) else {
                continue
            }
            game.picks[place].trouble = refusal.trouble
        }
    }
}
