public import Protocol

/// Everybody's points, always in order: points descending, then the order of joining (G-27).
public struct Scoreboard: Sendable {
    public struct Standing: Codable, Equatable, Sendable {
        public let player: PlayerID
        public private(set) var name: PlayerName
        public fileprivate(set) var points: Int
        /// 1-1-3: those with the same points share the better place.
        public fileprivate(set) var rank: Int
        /// Counts up as players join; breaks ties of order, not of rank.
        fileprivate let seat: Int

        public mutating func rename(_ player: PlayerID, to name: PlayerName) {
            if self.player == player { self.name = name }
        }
    }

    public private(set) var standings: [Standing] = []
    /// Players who have ever joined.
    private(set) var seatsTaken = 0
    private var places: [PlayerID: Int] = [:]
    /// Positions of the first who joined, the second, and so on.
    private var joined: [Int] = []

    public init() {}

    public subscript(player: PlayerID) -> Standing? {
        places[player].map { standings[$0] }
    }

    /// By the order of joining, which is that of the lobby: nobody is looked up by name.
    public func standing(joinedAs place: Int) -> Standing? {
        joined.indices.contains(place) ? standings[joined[place]] : nil
    }

    /// A late joiner starts with nothing.
    mutating func add(_ player: PlayerID, name: PlayerName) {
        precondition(places[player] == nil, "a player joins once")
        standings.append(
            Standing(player: player, name: name, points: 0, rank: 0, seat: seatsTaken)
        )
        seatsTaken += 1
        rank()
    }

    mutating func remove(_ player: PlayerID) {
        standings.removeAll { $0.player == player }
        rank()
    }

    /// Adds to the points of all these players at once; players who have left get none.
    mutating func award(_ points: some Sequence<(player: PlayerID, points: Int)>) {
        for award in points {
            guard let place = places[award.player] else { continue }
            standings[place].points += award.points
        }
        rank()
    }

    mutating func rename(_ player: PlayerID, to name: PlayerName) {
        guard let place = places[player] else { return }
        standings[place].rename(player, to: name)
    }

    mutating func reset() {
        for place in standings.indices { standings[place].points = 0 }
        rank()
    }

    private mutating func rank() {
        standings.sort { ($1.points, $0.seat) < ($0.points, $1.seat) }
        places.removeAll(keepingCapacity: true)
        for (place, standing) in standings.enumerated() {
            let isShared = place > 0 && standings[place - 1].points == standing.points
            standings[place].rank = isShared ? standings[place - 1].rank : place + 1
            places[standing.player] = place
        }
        joined = standings.indices.sorted { standings[$0].seat < standings[$1].seat }
    }
}

extension Scoreboard: Equatable {
    public static func == (one: Scoreboard, other: Scoreboard) -> Bool {
        one.standings == other.standings && one.seatsTaken == other.seatsTaken
    }
}

extension Scoreboard: Codable {
    private enum CodingKeys: CodingKey {
        case standings, seatsTaken
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        standings = try container.decode([Standing].self, forKey: .standings)
        seatsTaken = try container.decode(Int.self, forKey: .seatsTaken)
        rank()
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(standings, forKey: .standings)
        try container.encode(seatsTaken, forKey: .seatsTaken)
    }
}

/// As `scoreboard[]` shows it.
extension Scoreboard.Standing: DocumentObject {
    public func members(of fields: inout DocumentWriter, since old: Self?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("name", name.text, was: old?.name.text)
        fields.member("points", points, was: old?.points)
        fields.member("rank", rank, was: old?.rank)
    }

    public func isSameThing(as other: Self) -> Bool { player == other.player }
}

/// As events and `final` show it: `{playerId, name, points}`.
public struct StandingPart: DocumentObject {
    private let standing: Scoreboard.Standing

    public init(_ standing: Scoreboard.Standing) {
        self.standing = standing
    }

    public func members(of fields: inout DocumentWriter, since old: StandingPart?) {
        fields.member("playerId", standing.player, was: old?.standing.player)
        fields.member("name", standing.name.text, was: old?.standing.name.text)
        fields.member("points", standing.points, was: old?.standing.points)
    }
}
