import Archive
package import GameState
import LiveStore
package import Protocol

// What others did with the session, and what is stored of it.
extension Room {
    /// News that wait for the outcome of a commit; past it the store is asked instead.
    private static var maxNews: Int { 256 }

    func hear(_ news: News) {
        guard !isOver else { return }
        switch news {
        case .committed(let entry): follow(entry)
        case .seated(let newer): yield(to: newer)
        case .removed: leave()
        case .missed:
            catchUp { _ in }
            affirmSeats()
        }
    }

    /// Somebody else's commit.
    ///
    /// News that is older than what is known is none. While a commit of ours is under way it may be the
    /// very same, so news waits for its outcome.
    private func follow(_ entry: CommittedEntry) {
        guard entry.version > state.version else { return }
        guard !isCommitting else {
            if news.count < Self.maxNews { news.append(entry) } else { isBehind = true }
            return
        }
        do throws(Divergence) {
            let step = try state.advanced(by: entry)
            adopt(step, from: sender(of: step))
            affirmPresence()
        } catch {
            catchUp { _ in }
        }
    }

    /// What came while a commit was under way.
    func catchUpWithNews() {
        let waited = news
        news = []
        for entry in waited { follow(entry) }
        guard isBehind else { return }
        isBehind = false
        catchUp { _ in }
    }

    /// Comes to terms with what is stored, between two commits.
    func catchUp(_ done: @escaping (Agreement) -> Void) {
        guard latecomers.count < Self.maxWaiting, !isOver else { return done(.away) }
        latecomers.append(done)
        loadForLatecomers()
    }

    func loadForLatecomers() {
        guard !isCommitting, !isOver, !latecomers.isEmpty else { return }
        // Nothing is committed meanwhile, so that the answer is the newest when it comes.
        isCommitting = true
        let all = latecomers
        latecomers = []
        load(since: state.version) { [self] agreement in
            resolveUnsure(agreement)
            for done in all { done(agreement) }
            goOn()
        }
    }

    private func load(since version: Int64?, _ done: @escaping (Agreement) -> Void) {
        // Holds the room: whoever waits gets an answer though it may have ended meanwhile.
        ports.live.load(session, since: version) { [self] result in
            isCommitting = false
            switch result {
            case .success(let stored): settle(Reconciliation(stored, known: state), done)
            case .failure(.unavailable), .failure(.unanswered): done(.away)
            case .failure(.unreadable(let reason)):
                giveUp(reason)
                done(.unreadable)
            }
        }
    }

    /// Carries out what a look at the store has shown.
    func settle(
        _ reconciliation: Reconciliation<G>,
        _ done: @escaping (Agreement) -> Void
    ) {
        switch reconciliation {
        case .nothing:
            done(.reached)
        case .follow(let steps):
            for step in steps where !isOver { adopt(step, from: sender(of: step)) }
            affirmPresence()
            done(.reached)
        case .jump(let newer, let differing):
            for version in differing { ports.report(.differs(version: version)) }
            jump(to: newer)
            done(.reached)
        case .end:
            leave()
            done(.reached)
        case .putBack:
            putBack(done)
        case .askForAll:
            isCommitting = true
            load(since: nil, done)
        case .giveUp(let divergence):
            giveUp("\(divergence)")
            done(.unreadable)
        }
    }

    /// The store is behind what everybody here was told already: it gets that back.
    ///
    /// First the archive is asked: another gateway may have committed more that was not heard of here.
    private func putBack(_ done: @escaping (Agreement) -> Void) {
        isCommitting = true
        ports.fetchArchived { [self] entries in
            followArchived(entries ?? [])
            restore(done)
        }
    }

    private func followArchived(_ entries: [ArchivedSession.Entry]) {
        for entry in entries where entry.version > state.version {
            let committed = CommittedEntry(
                previousVersion: state.version,
                version: entry.version,
                at: entry.at,
                body: entry.body
            )
            guard !isOver, let step = try? state.advanced(by: committed) else { return }
            adopt(step, from: sender(of: step))
        }
    }

    /// Who waits here for the answer to a commit that is heard of: it was this room's own.
    private func sender(of step: Advance<G>) -> Sender {
        guard let key = step.key, let index = unsure.firstIndex(where: { $0.key == key }) else {
            return .nobody
        }
        return unsure.remove(at: index).sender
    }

    private func restore(_ done: @escaping (Agreement) -> Void) {
        guard !isOver else {
            isCommitting = false
            return done(.reached)
        }
        let restoration = Restoration(
            session: session,
            joinCode: lobby.joinCode,
            snapshot: Snapshot(version: state.version, state: EncodedState(state)),
            lastStep: state.version,
            timers: state.game.timers
        )
        ports.live.restore(restoration) { [self] result in
            isCommitting = false
            guard case .success(let stored) = result else { return done(.away) }
            ports.report(.putBack(version: restoration.snapshot.version))
            // Another gateway may have had more to put back.
            switch Reconciliation(stored, known: state) {
            case .putBack: done(.away)
            case let other: settle(other, done)
            }
        }
    }

    /// What is stored makes no sense: whoever waits is told so, and nothing is overwritten.
    private func giveUp(_ reason: String) {
        ports.report(.unreadable(reason))
        failWaiting(.unreadableSession)
    }

    private func jump(to newer: RoomState<G>) {
        state = newer
        dismissTheGone()
        show(look(ahead: state.game), Cues(session: session, now: now, version: newer.version))
        arm()
        fetchContent()
        affirmPresence()
    }

    package func findLine(
        of clip: ClipID,
        in round: RoundID,
        for viewer: Viewer,
        _ done: @escaping (VoiceLine?) -> Void
    ) {
        if let line = state.game.line(of: clip, in: round, for: viewer) { return done(line) }
        catchUp { [weak self] _ in
            done(self?.state.game.line(of: clip, in: round, for: viewer))
        }
    }

    package func lookUp() {
        catchUp { _ in }
    }

    /// A commit that nobody acknowledged may stand all the same: then this room is behind, and no timer
    /// of the newer state is armed anywhere.
    func lookAgain() {
        guard !isLookingAgain, !isOver else { return }
        isLookingAgain = true
        retryLater { room in
            room.catchUp { [weak room] agreement in
                room?.isLookingAgain = false
                switch agreement {
                case .reached, .unreadable: break
                case .away: room?.lookAgain()
                }
            }
        }
    }
}
