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
    /// Kinds among which looking is quicker than hashing, and hundreds share one; nearly always there are two or three.
    public static let few = 8

    public init() {}

    /// Kind of a player's change; nil when nothing changed for them.
    ///
    /// - Parameter place: among `ids`.
    public func kind(at place: Int) -> Int? {
        places[place] == Self.none ? nil : Int(places[place])
    }

    /// The only player whose change nobody shares, and its kind; nil where nobody's or several players' is.
    public var lone: (player: PlayerID, kind: Int)? {
        var counts = Array(repeating: 0, count: kinds.count)
        for kind in places where kind != Self.none { counts[Int(kind)] += 1 }
        guard let kind = counts.firstIndex(of: 1), counts.lastIndex(of: 1) == kind,
            let place = places.firstIndex(of: UInt16(kind))
        else { return nil }
        return (ids[place], kind)
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
        /// The first of `changes.kinds`.
        private var kinds: [Change] = []
        /// Of kinds past the first few.
        private var others: [Change: Int] = [:]
        /// The latest player's: most change as the one before them.
        private var latest = 0

        init(count: Int) {
            precondition(count < Int(OwnChanges.none), "\(count) players")
            changes.places = Array(repeating: OwnChanges.none, count: count)
        }

        /// - Parameter write: the change as operations; asked once for all who share it.
        mutating func add(_ change: Change, at place: Int, _ write: () -> [UInt8]) {
            let known = kind(of: change)
            latest = known ?? changes.kinds.count
            changes.places[place] = UInt16(latest)
            guard known == nil else { return }
            changes.kinds.append(write())
            if latest < OwnChanges.few { kinds.append(change) } else { others[change] = latest }
        }

        private func kind(of change: Change) -> Int? {
            if latest < kinds.count, kinds[latest] == change { return latest }
            return kinds.firstIndex(of: change) ?? (others.isEmpty ? nil : others[change])
        }

        consuming func changes(of ids: [PlayerID]) -> OwnChanges {
            guard !changes.kinds.isEmpty else { return OwnChanges() }
            var changes = changes
            changes.ids = ids
            return changes
        }
    }
}

/// The part of a player's document that is theirs alone.
///
/// Hundreds have one, and one step changes most of them alike: what changed is a value, so that it is
/// compared before anything is written, and written once for all who share it.
public protocol OwnDocument: Document {
    /// The members that changed, with what they became.
    ///
    /// Two that are equal must read the same as operations: texts are compared byte by byte (`Spelling`).
    associatedtype Change: Hashable

    /// Looked at where they lie, as a copy for each of hundreds of players takes longer than the look.
    ///
    /// - Returns: nil when nothing changed.
    static func change(
        of place: Int,
        in new: Span<Self>,
        since former: Int,
        in old: Span<Self>
    ) -> Change?
}

/// A text that equals another only where their bytes do. Swift's strings are equal in any normal form.
public struct Spelling: Hashable, Sendable {
    private let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (one: Spelling, other: Spelling) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
