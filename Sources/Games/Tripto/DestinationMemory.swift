import GameState

/// Destinations that a session has seen, so that none comes twice (G-88).
struct DestinationMemory: Codable, Equatable, Sendable {
    /// Destinations that are remembered of each kind; the oldest is forgotten first.
    static let limit = 200

    private(set) var played: [String] = []
    /// Those the host had replaced.
    private(set) var rejected: [String] = []
    private(set) var previousCountry: String?

    mutating func play(_ destination: RoundPackage.Destination) {
        Self.remember(destination.id, in: &played)
        previousCountry = destination.country
    }

    mutating func reject(_ destination: RoundPackage.Destination) {
        Self.remember(destination.id, in: &rejected)
    }

    /// When none is left that is new, old ones may come again: first those the host did not want.
    mutating func relax() {
        if rejected.isEmpty {
            played = []
        } else {
            rejected = []
        }
    }

    private static func remember(_ id: String, in list: inout [String]) {
        list.append(id)
        if list.count > limit { list.removeFirst() }
    }
}
