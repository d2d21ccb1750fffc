import Archive
import GameState
import Rooms
import LiveStore
import Protocol

/// Watches every commit and every byte; the first law that does not hold ends the evening.
package final class Laws<G: SimulatedGame> {
    private unowned let evening: Evening<G>
    private(set) var violation: Violation?
    /// Things that may happen once in an evening.
    private var singular: Set<String> = []
    private var timersRunOut: Set<TimerID> = []
    /// Commands that have been committed.
    private(set) var committedMessages: Set<MessageKey> = []
    private var answersLocked: [PlayerID: Int] = [:]
    var seats = SeatBook()

    /// The newest version that was committed, while the store was put back with less and settles.
    private var owed: Int64?

    init(_ evening: Evening<G>) {
        self.evening = evening
    }

    func violate(_ law: Law, _ text: @autoclosure () -> String) {
        guard violation == nil else { return }
        let made = Violation(law: law, seed: evening.seed, text: text())
        violation = made
        evening.tell("!! \(made)")
    }

    // MARK: Commits

    /// A rebuilt session still knows its committed commands: their keys are in the journal.
    func restored(_ state: RoomState<G>) {
        guard let newest = evening.truth.states.keys.max(), newest > state.version else {
            return owed = nil
        }
        // Nothing is committed until the store has settled, and a gateway that knows more puts that back before.
        guard isSettling, evening.gateways.contains(where: { $0.room?.version ?? 0 >= newest })
        else { return violate(.versions, "restored as \(state.version) after \(newest)") }
        owed = newest
    }

    private var isSettling: Bool { evening.scheduler.now < evening.truth.settledAt }

    func committed(
        _ commit: Commit,
        from before: RoomState<G>,
        to after: RoomState<G>
    ) {
        evening.coverage.commits += 1
        let input = CommittedInput(evening.truth.journal.last?.body ?? [])
        evening.tell("  \(after.version): \(input.text) → \(after.game)")
        evening.coverage.count(.state, after.game.place)
        if after.version <= owed ?? before.version || after.version != commit.version {
            violate(.versions, "version \(after.version) after \(before.version)")
        }
        if after.at < before.at || after.at > evening.scheduler.now {
            violate(.timers, "committed at \(after.at.ms) after \(before.at.ms)")
        }
        if after.game.isPaused, !after.game.stage.isRunning {
            violate(.timers, "paused outside of a game, at \(after.game.place)")
        }
        G.check(before.game, after.game, by: self)
        checkClaims(after.game)
        checkTimers(input, before.game, after)
        checkRepeat(input, before, after)
        checkSeat(input)
        for case .answered(_, let player, 0, _, _) in commit.entry.facts {
            answersLocked[player, default: 0] += 1
        }
    }

    /// True the first time.
    func isFirst(_ singular: String) -> Bool { self.singular.insert(singular).inserted }

    func holder(of claim: ClaimID) -> PlayerID? {
        evening.truth.claims.holder(of: claim, at: evening.scheduler.now)
    }

    /// Law 15: a claim is free when nobody in the game has it.
    func checkClaims(_ game: G) {
        for id in G.claimKinds.map(\.id) {
            let holder = evening.truth.claims.holder(of: id, at: evening.scheduler.now)
            guard let holder, !game.claims.contains(where: { $0.id == id && $0.holder == holder })
            else { continue }
            violate(.claims, "\(holder) holds the \(id) on in \(game)")
        }
    }

    private func checkTimers(
        _ input: CommittedInput,
        _ before: G,
        _ after: RoomState<G>
    ) {
        let old = before.timers
        if let id = input.timer {
            let timer = old.first { $0.id == id }
            if !timersRunOut.insert(id).inserted { violate(.timers, "\(id) ran out twice") }
            guard let deadline = timer?.deadline else {
                violate(.timers, "\(id) ran out, but did not run")
                return
            }
            if deadline > after.at {
                violate(.timers, "\(id) ran out \(deadline - after.at) ms early")
            }
        }
        for timer in after.game.timers {
            guard let was = old.first(where: { $0.id == timer.id }), was != timer else { continue }
            let isTheSame = was.remainingMs(at: after.at) == timer.remainingMs(at: after.at)
            if !isTheSame { violate(.timers, "a pause cost \(timer.id) time") }
        }
    }

    /// Law 14: nothing from a replaced connection counts once the newer one is welcome.
    private func checkSeat(_ input: CommittedInput) {
        guard let message = input.message, let problem = seats.problem(of: message) else { return }
        violate(.seats, "\(problem): \(input.text)")
    }

    private func checkRepeat(
        _ input: CommittedInput,
        _ before: RoomState<G>,
        _ after: RoomState<G>
    ) {
        guard let viewer = input.commander else { return }
        let new = after.receipts.receipts[viewer] ?? []
        guard let last = new.last else { return }
        let old = before.receipts.receipts[viewer] ?? []
        // All clients name their commands, except for some pulls.
        guard !input.isPull || input.message != nil else { return }
        // Another gateway may have refused it before, under the same name.
        guard old != new else {
            violate(.repeats, "\(viewer)'s command was committed without its name: \(input.text)")
            return
        }
        let message = MessageKey(viewer: viewer, messageID: last.messageID)
        if !committedMessages.insert(message).inserted {
            violate(.repeats, "\(viewer) \(last.messageID) was committed twice: \(input.text)")
        }
    }

    /// Law 7: a room's memory is bounded.
    func checkBounds(of room: Room<G>, isResting: Bool) {
        let holds = room.footprint
        let viewers = room.lobby.players.count + 2
        let isBounded =
            holds.historySteps <= History.maxSteps && holds.historyBytes <= History.maxBytes
            && holds.receiptsOfOneViewer <= Receipts.maxPerViewer
            && holds.viewersWithReceipts <= viewers && holds.countedPlayers <= viewers
        let isEmpty = holds.waiting == 0 && holds.latecomers == 0 && holds.unanswered.isEmpty
        if !isBounded || isResting && !isEmpty {
            violate(.bounds, "\(viewers) viewers, and the room holds \(holds)")
        }
    }

    // MARK: Clients

    /// Law 5: announcements have been committed.
    func checkTold(_ frame: ServerFrame, to client: SimulatedClient<G>) {
        if let version = frame.version, version > owed ?? evening.truth.latest.version {
            violate(.acknowledged, "\(client.name) is told of \(version), which is not committed")
        }
        switch frame.type {
        case "ANSWER_ACK":
            guard let id = frame.inReplyTo else { return }
            if !committedMessages.contains(MessageKey(viewer: client.viewer, messageID: id)) {
                violate(.acknowledged, "\(client.name)'s \(id) is acknowledged, not committed")
            }
        case _:
            guard let player = G.whoAnswered(frame), let version = frame.version else { return }
            // A client that comes back to a gateway that hears of a step later is told of it once more.
            client.locksTold[player, default: []].insert(version)
            if client.locksTold[player, default: []].count > answersLocked[player, default: 0] {
                violate(.acknowledged, "\(client.name) is told of an answer that is not there")
            }
        }
    }

    /// Law 14: a client is thrown out only for a newer one.
    func checkTakenOver(_ connection: ConnectionID, of client: SimulatedClient<G>) {
        guard let problem = seats.problem(ofReplacing: connection, of: client) else { return }
        violate(.seats, problem)
    }

    /// Law 3: a client's document is the one that its viewer must see at that version.
    func checkDocument(of client: SimulatedClient<G>, because cause: String) {
        let replica = client.replica
        guard let documents = evening.truth.documents(at: replica.version) else {
            violate(.patches, "\(client.name) holds version \(replica.version) that never was")
            return
        }
        if let difference = documents.difference(from: replica.document, of: client.viewer) {
            violate(.patches, "\(client.name) at \(replica.version) after \(cause): \(difference)")
        }
    }

    /// Law 18: a command is answered within the doubt's time.
    func checkAnswered(_ key: MessageKey, in room: Room<G>, afterMs ms: Int64) {
        guard room.footprint.unanswered.contains(key) else { return }
        violate(.answers, "\(key.viewer)'s \(key.messageID) has no answer after \(ms) ms")
    }

    /// Law 17: a repeat after a retryable error succeeds, or fails for good.
    func checkRetried(_ client: SimulatedClient<G>) {
        guard let id = client.refusedAgain else { return }
        violate(.retries, "\(client.name)'s \(id) is told to try again, again and again")
    }

    /// Law 19: no removed player has a seat.
    func checkSeated(in room: Room<G>, of gateway: Int) {
        for player in room.footprint.seated where evening.truth.game.lobby.player(player) == nil {
            violate(.removals, "\(player) was removed and sits at gateway \(gateway)")
        }
    }

    // MARK: The end

    func checkReplay() {
        let truth = evening.truth
        let archived = ArchivedSession(
            game: G.name,
            status: truth.game.lobby.status,
            entries: truth.journal
        )
        do {
            let replayed = try Replay.run(G.self, archived)
            guard let state = try? RoomState<G>(StoredSession(replayed.restoration.snapshot))
            else {
                violate(.replay, "what was replayed can't be read")
                return
            }
            if state.game != truth.game { violate(.replay, "the replayed game is another one") }
            let points = Awards.of(truth.facts)
            if points != replayed.awards {
                violate(.replay, "awards \(replayed.awards), the facts say \(points)")
            }
        } catch {
            violate(.replay, "\(error)")
        }
    }
}
