import GameState
import Protocol

extension Collection<Seat> {
    /// Players' seats by the changes in their own parts, the smallest group first, and those
    /// without a change.
    ///
    /// Hundreds are looked up by the place each had the last time, which few leave.
    func grouped(
        by changes: OwnChanges
    ) -> (groups: [(kind: Int, seats: [Seat])], others: [Seat]) {
        guard !changes.kinds.isEmpty else { return ([], Array(self)) }
        var groups = changes.kinds.indices.map { (kind: $0, seats: [Seat]()) }
        var others: [Seat] = []
        var places: [PlayerID: Int]?
        for seat in self {
            guard let id = seat.viewer.player else { continue }
            if !changes.ids.indices.contains(seat.place) || changes.ids[seat.place] != id {
                let index = places ?? changes.places
                places = index
                guard let place = index[id] else {
                    others.append(seat)
                    continue
                }
                seat.place = place
            }
            if let kind = changes.kind(at: seat.place) {
                groups[kind].seats.append(seat)
            } else {
                others.append(seat)
            }
        }
        return (
            groups.filter { !$0.seats.isEmpty }.sorted { $0.seats.count < $1.seats.count },
            others
        )
    }
}

extension OwnChanges {
    fileprivate var places: [PlayerID: Int] {
        Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    }
}
