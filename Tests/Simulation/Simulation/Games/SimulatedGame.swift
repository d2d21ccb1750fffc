package import GameState
package import Protocol
package import Seeded

/// A game as evenings play it: what its people do, what nobody may know before its time, and what must
/// hold for it beside the laws of all games.
package protocol SimulatedGame: Game {
    associatedtype Knowledge: SimulatedKnowledge where Knowledge.Played == Self

    /// Where it is, in a word that many evenings must have met.
    var place: String { get }

    /// - Parameter pace: how much longer than usual its timers run.
    static func settings(_ dice: inout SplitMix64, pace: Int64) -> JSONObject

    /// Nil: there is none.
    static func content(for wish: Wish, in evening: Evening<Self>) -> Content?

    static func guestActs(_ guest: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host wants to have it over with.
    static func hostHurries(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host does something else that only this game knows.
    static func hostMeddles(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host has time, between two games.
    static func hostWaits(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// Holds a commit to the game's own laws.
    static func check(_ before: Self, _ after: Self, by laws: Laws<Self>)

    /// Whose answer to question 0 of a round this message says is locked.
    static func whoAnswered(_ frame: ServerFrame) -> PlayerID?

    /// For a planted flaw: a text that this viewer may not know now.
    static func secret(of game: Self, leakedBy flaw: Flaw, to viewer: Viewer) -> String?

    /// What many evenings must have met beside what they meet in any game.
    static func expected(_ kind: Coverage.Kind) -> [String]
}

extension SimulatedGame {
    package static func content(for wish: Wish, in evening: Evening<Self>) -> Content? { nil }
    package static func hostHurries(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func hostMeddles(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func hostWaits(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func check(_ before: Self, _ after: Self, by laws: Laws<Self>) {}
    package static func whoAnswered(_ frame: ServerFrame) -> PlayerID? { nil }
}

/// What players and screens may know of a game by now.
package protocol SimulatedKnowledge {
    associatedtype Played: Game

    init()

    /// - Parameter before: the game one step earlier.
    mutating func learn(from game: Played, after before: Played)

    /// The first secret in what a player or a screen is sent.
    func leak(in bytes: UnsafeRawBufferPointer, to viewer: Viewer) -> String?
}
