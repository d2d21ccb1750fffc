public import Protocol

/// A thing that one player of a session at a time may hold. Stores name a key by it, and know all there are:
/// a session that goes takes them with it.
public enum ClaimID: String, CaseIterable, Sendable {
    /// The buzzer: the right to answer.
    case brake

    /// Sent to the player whose command came too late to take it.
    public var refusal: Refusal {
        switch self {
        case .brake: .brake(.alreadyPaused, detail: nil)
        }
    }
}

/// A thing that one player of a session holds at a time.
///
/// A commit carries the claims that its input takes and gives up, and stands only where the store finds
/// those free: of many who ask at once, on any gateway, one is first.
public struct Claim: Hashable, Sendable {
    public var id: ClaimID
    public var holder: PlayerID
    /// Milliseconds for which the store keeps it at most, from the commit that takes it. One that
    /// ran out harms nothing: every commit is fenced by the version too.
    public var forMs: Int64

    public init(id: ClaimID, holder: PlayerID, forMs: Int64) {
        self.id = id
        self.holder = holder
        self.forMs = forMs
    }
}

/// Claims that one step takes and gives up. One that goes from a player to another is given up and taken.
public struct ClaimChange: Equatable, Sendable {
    public var taken: [Claim]
    public var released: [Claim]

    public static let none = ClaimChange(taken: [], released: [])

    public init(taken: [Claim], released: [Claim]) {
        self.taken = taken
        self.released = released
    }

    /// Compares the claims of one state with those of the next. A claim that is kept stays for the
    /// time it was taken for.
    public init(from old: [Claim], to new: [Claim]) {
        taken = new.filter { claim in !old.contains { $0.isHeld(as: claim) } }
        released = old.filter { claim in !new.contains { $0.isHeld(as: claim) } }
    }

    /// The claims it is about, each once.
    public var ids: [ClaimID] {
        let taken = taken.map(\.id)
        return taken + released.map(\.id).filter { !taken.contains($0) }
    }
}

extension Claim {
    fileprivate func isHeld(as other: Claim) -> Bool {
        id == other.id && holder == other.holder
    }
}

/// One pull per player and 2 s; every pull counts, also the refused ones (T-9-6, G-45).
///
/// The room asks before it asks the game, over all of a player's connections. It is no part of the
/// game's state: a storm of pulls must not make commits.
public struct BrakeCooldown: Sendable {
    public static let windowMs: Int64 = 2000
    /// As many players as a room can hold.
    public static let maxPlayers = 500

    private var lastPull: [PlayerID: ServerTime] = [:]

    public init() {}

    /// Counts a pull, and says whether it may be heard.
    public mutating func mayPull(_ player: PlayerID, at now: ServerTime) -> Bool {
        if lastPull[player] == nil, lastPull.count >= Self.maxPlayers {
            lastPull = lastPull.filter { now - $0.value < Self.windowMs }
            guard lastPull.count < Self.maxPlayers else { return false }
        }
        let last = lastPull.updateValue(now, forKey: player)
        return last.map { now - $0 >= Self.windowMs } ?? true
    }

    /// Somebody is gone for good.
    public mutating func forget(_ player: PlayerID) {
        lastPull[player] = nil
    }
}
