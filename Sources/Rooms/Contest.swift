import GameState
import Protocol

/// Attempts at a claim that wait for those that were made earlier and are still on their way (`PhotoFinish`).
///
/// A value without I/O: what is due, and when, comes out. It is open for as long as somebody who is here could still
/// have been earlier, and for no longer than `PhotoFinish.windowMs`.
struct Contest<G: Game> {
    /// Attempts that wait; one more ends it.
    static var maxEntries: Int { 64 }

    private struct Entry {
        var pending: PendingInput<G>
        let command: G.Command
        let player: PlayerID
        let at: ServerTime
        let wayMs: Int64
    }

    /// In the order of their arrival.
    private var entries: [Entry] = []
    /// Of those who could still come, the longest way.
    private var longestWayMs: Int64 = 0

    var isOpen: Bool { !entries.isEmpty }
    var isFull: Bool { entries.count >= Self.maxEntries }

    /// When nobody can have been earlier any more than those who are here; nil while nobody is.
    var closesAt: ServerTime? {
        guard let first = entries.first else { return nil }
        let made = entries.map { $0.at + -$0.wayMs }.min() ?? first.at
        return min(first.at + PhotoFinish.windowMs, made + longestWayMs)
    }

    func holds(_ player: PlayerID) -> Bool { entries.contains { $0.player == player } }

    /// - Parameters:
    ///   - wayMs: from the player to here.
    ///   - longestWayMs: of all players that are here; asked for where it is the first attempt.
    mutating func enter(
        _ command: G.Command,
        by player: PlayerID,
        _ pending: PendingInput<G>,
        wayMs: Int64,
        longestWayMs longest: () -> Int64
    ) {
        if entries.isEmpty { longestWayMs = longest() }
        entries.append(
            Entry(
                pending: pending,
                command: command,
                player: player,
                at: pending.at,
                wayMs: wayMs
            )
        )
    }

    /// The answer to a command is for another connection of the same viewer.
    ///
    /// - Returns: whether it waits here.
    mutating func redirect(_ key: MessageKey, to sender: ReplyTarget) -> Bool {
        guard let place = entries.firstIndex(where: { $0.pending.key == key }) else { return false }
        entries[place].pending.sender = sender
        return true
    }

    /// Ends it.
    ///
    /// - Returns: the attempts in the order in which they were made; the first with the verdict.
    mutating func close(at now: ServerTime) -> [PendingInput<G>] {
        // A connection that has lost its seat counts no more.
        let (void, valid) = (
            entries.filter { $0.pending.seat?.isReplaced == true },
            entries.filter { $0.pending.seat?.isReplaced != true }
        )
        entries = []
        guard let first = valid.first else { return void.map(\.pending) }
        let entrants = valid.map {
            PhotoFinish.Entrant($0.player, arrivedMs: $0.at - first.at, wayMs: $0.wayMs)
        }
        let made = zip(valid, entrants).enumerated().sorted {
            ($0.element.1.madeMs, $0.offset) < ($1.element.1.madeMs, $1.offset)
        }
        var inputs = made.map(\.element.0).map { entry in
            var pending = entry.pending
            pending.at = now
            return (pending, entry)
        }
        if let finish = PhotoFinish(entrants), let (_, winner) = inputs.first,
            let player = winner.pending.seat?.viewer
        {
            inputs[0].0.input = .command(.own(winner.command.winning(finish)), from: player)
        }
        return inputs.map(\.0) + void.map(\.pending)
    }
}

extension Input {
    /// True for what would change the game under those who wait: they go first.
    var endsContest: Bool {
        switch self {
        case .timer, .close: true
        case .command(_, let viewer), .judged(_, let viewer, _): viewer == .host
        case .join, .presence, .screen, .device, .hostDevice, .takeOver, .away, .brakeLock,
            .content, .joinLink:
            false
        }
    }
}
