public import Protocol

/// End of a game: `final` in the document, and with it FINAL_RESULTS_PRESENT.
public struct Results: Codable, Equatable, Sendable {
    /// Places that stand on the podium; all who share one do (G-28).
    public static let podiumPlaces = 3

    public let outcome: Outcome
    public private(set) var standings: [Scoreboard.Standing]

    public enum Outcome: Codable, Equatable, Sendable {
        case winner(PlayerID)
        /// Two or more share the win, in the order they joined.
        case tie([PlayerID])
        /// Everyone has 0 points, or nobody is here (G-29).
        case nobody
        /// Ended early: nobody is cheered (G-26).
        case aborted
    }

    public init(_ scoreboard: Scoreboard, isAborted: Bool = false) {
        standings = scoreboard.standings
        // Standings with the same points are in the order of joining already.
        let first = standings.prefix { $0.rank == 1 && $0.points > 0 }.map(\.player)
        outcome =
            if isAborted {
                .aborted
            } else if first.count > 1 {
                .tie(first)
            } else if let winner = first.first {
                .winner(winner)
            } else {
                .nobody
            }
    }

    public mutating func rename(_ player: PlayerID, to name: PlayerName) {
        for place in standings.indices { standings[place].rename(player, to: name) }
    }

    /// All who share the win.
    public var winners: [PlayerID] {
        switch outcome {
        case .winner(let player): [player]
        case .tie(let players): players
        case .nobody, .aborted: []
        }
    }

    public var isCheered: Bool {
        switch outcome {
        case .winner, .tie: true
        case .nobody, .aborted: false
        }
    }

    public var isAborted: Bool { outcome == .aborted }
}

/// Members that FINAL_RESULTS_PRESENT and `final` share.
struct ResultsPart: DocumentObject {
    let results: Results

    func members(of fields: inout DocumentWriter, since old: ResultsPart?) {
        fields.member("winnerPlayerId", winner, was: old?.winner)
        fields.member("isTie", !tied.isEmpty, was: old.map { !$0.tied.isEmpty })
        fields.member("tieWinners", tied, was: old?.tied)
        fields.member("standingsTop", top, was: old?.top)
        fields.member("standingsFull", full, was: old?.full)
    }

    private var winner: PlayerID? {
        switch results.outcome {
        case .winner(let player): player
        case .tie, .nobody, .aborted: nil
        }
    }

    private var tied: [PlayerID] {
        switch results.outcome {
        case .tie(let players): players
        case .winner, .nobody, .aborted: []
        }
    }

    private var top: [StandingPart] {
        results.standings.prefix { $0.rank <= Results.podiumPlaces }.map(StandingPart.init)
    }

    private var full: [StandingPart] { results.standings.map(StandingPart.init) }
}

/// `final`: how the game ended, and whether it came to its end.
public struct FinalPart: DocumentObject {
    private let results: Results

    public init(results: Results) {
        self.results = results
    }

    public func members(of fields: inout DocumentWriter, since old: FinalPart?) {
        ResultsPart(results: results).members(
            of: &fields,
            since: old.map { ResultsPart(results: $0.results) }
        )
        fields.member("aborted", results.isAborted, was: old?.results.isAborted)
    }
}
