import ExampleGame
package import GameState
import Hosting
package import Protocol
package import Seeded

/// The games that evenings can play: those of a gateway, and the example. The first is played where none
/// is named.
package let simulatedGames = (HostedGames.types + [Quiz.self]).compactMap {
    $0 as? any SimulatedGame.Type
}

/// A game as evenings play it: its people's acts, its secrets, and its laws beside those of all games.
package protocol SimulatedGame: Game {
    associatedtype Knowledge: SimulatedKnowledge where Knowledge.Played == Self

    /// Its state, in a word that many evenings must have met.
    var place: String { get }

    /// - Parameter pace: the factor by which its timers run longer than usual.
    static func settings(_ dice: inout SplitMix64, pace: Int64) -> JSONObject

    /// Nil: there is none.
    static func content(for wish: Wish, in evening: Evening<Self>) -> Content?

    /// True where this viewer may not know secrets.
    func hidesSecrets(from viewer: Viewer) -> Bool

    static func guestActs(_ guest: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host hurries the game on.
    static func hostHurries(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host does something else that only this game knows.
    static func hostMeddles(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// The host passes the time between two games.
    static func hostWaits(_ host: SimulatedClient<Self>, in evening: Evening<Self>)

    /// Holds a commit to the game's own laws.
    static func check(_ before: Self, _ after: Self, by laws: Laws<Self>)

    /// The player whose answer to question 0 of a round this message reports as locked.
    static func whoAnswered(_ frame: ServerFrame) -> PlayerID?

    /// For a planted flaw: a text that this viewer may not know now.
    static func secret(of game: Self, leakedBy flaw: Flaw, to viewer: Viewer) -> String?

    /// Things that many evenings must have met beside those of any game.
    static func expected(_ kind: Coverage.Kind) -> [String]
}

extension SimulatedGame {
    package static func content(for wish: Wish, in evening: Evening<Self>) -> Content? { nil }
    package func hidesSecrets(from viewer: Viewer) -> Bool { viewer != .host }
    package static func hostHurries(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func hostMeddles(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func hostWaits(_ host: SimulatedClient<Self>, in evening: Evening<Self>) {}
    package static func check(_ before: Self, _ after: Self, by laws: Laws<Self>) {}
    package static func whoAnswered(_ frame: ServerFrame) -> PlayerID? { nil }
}

/// Public knowledge of a game so far, for all from whom secrets are hidden.
package protocol SimulatedKnowledge {
    associatedtype Played: Game

    init()

    /// - Parameter before: the game one step earlier.
    mutating func learn(from game: Played, after before: Played)

    /// The first secret in bytes for such a viewer.
    func leak(in bytes: UnsafeRawBufferPointer, to viewer: Viewer) -> String?
}
