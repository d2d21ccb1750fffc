import GameState
import Protocol

/// The connected clients of one room.
struct Seats {
    /// Screens of one session.
    static let maxTVs = 8

    private(set) var host: Seat?
    /// In the order they came; the first one sounds, unless the host has chosen another (G-35).
    private(set) var tvs: [Seat] = []
    private(set) var players: [PlayerID: Seat] = [:]

    var isEmpty: Bool { host == nil && tvs.isEmpty && players.isEmpty }

    var all: [Seat] {
        (host.map { [$0] } ?? []) + tvs + players.values
    }

    /// The screen that sounds, or the host, unless that is on another gateway.
    ///
    /// - Parameter chosen: the screen that the host has chosen, and that is still here or elsewhere.
    func speaker(_ chosen: ConnectionID?) -> Seat? {
        guard let chosen else { return tvs.first }
        if chosen == .host { return host }
        return tvs.first { $0.connection == chosen }
    }

    func seats(of viewer: Viewer) -> [Seat] {
        switch viewer {
        case .host: host.map { [$0] } ?? []
        case .tv: tvs
        case .player(let id): players[id].map { [$0] } ?? []
        }
    }

    /// The one seat that a player or the host has here.
    func holder(_ viewer: Viewer) -> Seat? {
        switch viewer {
        case .host: host
        case .tv: nil
        case .player(let id): players[id]
        }
    }

    /// Players who sit here and are not in the lobby, in one order.
    func strangers(to lobby: Lobby) -> [PlayerID] {
        players.keys.filter { lobby.player($0) == nil }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Seats a newcomer.
    ///
    /// - Returns: the seat that must go for them: an older connection of the same player or host,
    ///   or, when there are too many screens, the one that has been here longest of those that the host has
    ///   not chosen to sound.
    mutating func add(_ seat: Seat, sparing chosen: ConnectionID? = nil) -> Seat? {
        switch seat.viewer {
        case .host:
            defer { host = seat }
            return host
        case .tv:
            tvs.append(seat)
            guard tvs.count > Self.maxTVs else { return nil }
            return tvs.remove(at: tvs.first?.connection == chosen ? 1 : 0)
        case .player(let id):
            return players.updateValue(seat, forKey: id)
        }
    }

    /// - Returns: whether it was here: a seat that was taken over is gone already.
    mutating func remove(_ seat: Seat) -> Bool {
        switch seat.viewer {
        case .host:
            guard host === seat else { return false }
            host = nil
        case .tv:
            guard let index = tvs.firstIndex(where: { $0 === seat }) else { return false }
            tvs.remove(at: index)
        case .player(let id):
            guard players[id] === seat else { return false }
            players[id] = nil
        }
        return true
    }
}

extension Collection<Seat> {
    /// Players' seats by the changes in their own parts, the smallest group first, and those
    /// without a change.
    ///
    /// Hundreds are looked up by the place each had the last time, which few leave.
    func grouped(
        by changes: OwnChanges
    ) -> (groups: [(kind: Int, seats: [Seat])], others: [Seat]) {
        guard !changes.kinds.isEmpty else { return ([], Array(self)) }
        let others = changes.kinds.count
        var groups = Array(repeating: [Seat](), count: others + 1)
        // The latest seat's group, which most share, is taken out of its place for as long as it lasts.
        var latest = others
        var group: [Seat] = []
        var places: [PlayerID: Int]?
        for seat in self {
            guard let id = seat.viewer.player else { continue }
            if !changes.ids.indices.contains(seat.place) || changes.ids[seat.place] != id {
                let index = places ?? changes.places
                places = index
                seat.stand(at: index[id] ?? changes.ids.count)
            }
            let isKnown = seat.place < changes.ids.count
            let kind = isKnown ? changes.kind(at: seat.place) ?? others : others
            if kind != latest {
                swap(&group, &groups[latest])
                swap(&group, &groups[kind])
                latest = kind
                // Of few kinds one is nearly everybody's, and would be moved each time that it doubled.
                if group.isEmpty, others <= OwnChanges.few { group.reserveCapacity(count) }
            }
            group.append(seat)
        }
        swap(&group, &groups[latest])
        let sorted = changes.kinds.indices.map { (kind: $0, seats: groups[$0]) }
            .filter { !$0.seats.isEmpty }
            .sorted { $0.seats.count < $1.seats.count }
        return (sorted, groups[others])
    }
}

extension OwnChanges {
    fileprivate var places: [PlayerID: Int] {
        Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    }
}
