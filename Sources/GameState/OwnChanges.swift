public import Protocol

/// Changes that one step made in the players' own parts. Players whose changes read the same share a text.
public struct OwnChanges: Equatable, Sendable {
    /// Operations as in `ViewChanges`, one for each kind of change, in the order of the players.
    public private(set) var kinds: [[UInt8]] = []
    /// The players in the order of the lobby; none where nothing changed for anybody.
    public private(set) var ids: [PlayerID] = []
    /// By a player's place: which kind is theirs, or `none`.
    private var places: [UInt16] = []

    private static let none = UInt16.max

    public init() {}

    /// Kind of a player's change; nil when nothing changed for them.
    ///
    /// - Parameter place: among `ids`.
    public func kind(at place: Int) -> Int? {
        places[place] == Self.none ? nil : Int(places[place])
    }

    func operations(for id: PlayerID) -> [UInt8]? {
        ids.firstIndex(of: id).flatMap(kind).map { kinds[$0] }
    }

    var byteCount: Int {
        let each = MemoryLayout<PlayerID>.size + MemoryLayout<UInt16>.size
        return kinds.reduce(0) { $0 + $1.count } + ids.count * each
    }

    /// Sorts players by what changed for them.
    struct Sorter<Change: Hashable> {
        private var changes = OwnChanges()
        private var kinds: [Change: UInt16] = [:]
        /// The latest player's: most change as the one before them.
        private var latest: (change: Change, kind: UInt16)?

        init(count: Int) {
            precondition(count < Int(OwnChanges.none), "\(count) players")
            changes.places = Array(repeating: OwnChanges.none, count: count)
        }

        /// - Parameter write: the change as operations; asked once for all who share it.
        mutating func add(_ change: Change, at place: Int, _ write: () -> [UInt8]) {
            if let latest, latest.change == change {
                changes.places[place] = latest.kind
                return
            }
            let kind = kinds[change] ?? UInt16(changes.kinds.count)
            if kind == changes.kinds.count {
                changes.kinds.append(write())
                kinds[change] = kind
            }
            latest = (change, kind)
            changes.places[place] = kind
        }

        consuming func changes(of ids: [PlayerID]) -> OwnChanges {
            guard !changes.kinds.isEmpty else { return OwnChanges() }
            var changes = changes
            changes.ids = ids
            return changes
        }
    }
}
