public import Protocol

/// The order of attempts at a claim that came close together, by when they were made: a verdict of the gateway
/// that measured their ways, with its numbers. It goes with the command that it lets win, so that nobody judges again.
public struct PhotoFinish: Equatable, Sendable {
    /// Milliseconds that the first to arrive waits at most for others.
    public static let windowMs: Int64 = 120
    /// Milliseconds of a way that are taken off at most.
    public static let maxWayMs: Int64 = 100
    /// Attempts whose numbers are kept: the first ones.
    public static let maxEntrants = 8

    /// An attempt of one player.
    public struct Entrant: Codable, Equatable, Sendable {
        public let player: PlayerID
        /// Milliseconds after the first arrival.
        public let arrivedMs: Int64
        /// Milliseconds that its way here is taken to have cost.
        public let wayMs: Int64

        public init(_ player: PlayerID, arrivedMs: Int64, wayMs: Int64) {
            self.player = player
            self.arrivedMs = min(max(0, arrivedMs), PhotoFinish.windowMs)
            self.wayMs = min(max(0, wayMs), PhotoFinish.maxWayMs)
        }

        public var madeMs: Int64 { arrivedMs - wayMs }
    }

    public let winner: Entrant
    /// The others in their order.
    public let others: [Entrant]

    /// - Parameter entrants: in the order of their arrival, which decides between those that were made at once.
    /// - Returns: nil where there are none.
    public init?(_ entrants: [Entrant]) {
        let order = entrants.indices.sorted { one, other in
            (entrants[one].madeMs, one) < (entrants[other].madeMs, other)
        }
        guard let first = order.first else { return nil }
        winner = entrants[first]
        others = order.dropFirst().prefix(Self.maxEntrants - 1).map { entrants[$0] }
    }

    /// Milliseconds of a way here: half of the least time that there and back took lately; 0 where nobody measured it.
    public static func wayMs(roundTripUs: Int64?) -> Int64 {
        min(max(0, (roundTripUs ?? 0) / 2_000), maxWayMs)
    }

    /// The next one, and the milliseconds by which it was late.
    public var runnerUp: (player: PlayerID, aheadMs: Int64)? {
        others.first.map { ($0.player, $0.madeMs - winner.madeMs) }
    }
}

extension PhotoFinish: Codable {
    private enum CodingKeys: CodingKey {
        case winner, others
    }

    /// - Throws: also for numbers and an order that no gateway would have written.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let winner = try container.decode(Entrant.self, forKey: .winner)
        let others = try container.decode([Entrant].self, forKey: .others)
        let all = [winner] + others
        let isPossible = all.allSatisfy {
            (0...Self.windowMs).contains($0.arrivedMs) && (0...Self.maxWayMs).contains($0.wayMs)
        }
        guard isPossible, all.count <= Self.maxEntrants,
            zip(all, others).allSatisfy({ $0.madeMs <= $1.madeMs })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .others,
                in: container,
                debugDescription: "a finish that can't have been"
            )
        }
        (self.winner, self.others) = (winner, others)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(winner, forKey: .winner)
        try container.encode(others, forKey: .others)
    }
}

/// `{playerId, aheadMs}`: whom the winner was ahead of, and by how much.
public struct PhotoFinishPart: DocumentObject {
    private let player: PlayerID
    private let aheadMs: Int64

    /// - Returns: nil where nobody else came within the window.
    public init?(_ finish: PhotoFinish?) {
        guard let runnerUp = finish?.runnerUp else { return nil }
        (player, aheadMs) = runnerUp
    }

    public func members(of fields: inout DocumentWriter, since old: PhotoFinishPart?) {
        fields.member("playerId", player, was: old?.player)
        fields.member("aheadMs", aheadMs, was: old?.aheadMs)
    }
}
