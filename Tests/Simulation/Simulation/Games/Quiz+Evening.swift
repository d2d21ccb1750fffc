package import ExampleGame
import GameState
package import Protocol
package import Seeded

extension Quiz: SimulatedGame {
    package var place: String { "\(stage)" }

    package static func settings(_ dice: inout SplitMix64, pace: Int64) -> JSONObject {
        [
            "questions": .int(dice.ms(1...5)),
            "questionMs": .int(min(60_000, dice.ms(500...9_000) * pace)),
        ]
    }

    package static func guestActs(_ guest: SimulatedClient<Quiz>, in evening: Evening<Quiz>) {
        guard let (one, other) = evening.truth.game.round?.sum else {
            if evening.dice.chance(10) { guest.say("QUIZ_ANSWER", ["sum": .int(1)]) }
            if evening.dice.chance(4) { guest.say("HOST_SKIP") }
            return
        }
        let sum: JSONValue =
            switch Int.random(in: 0..<10, using: &evening.dice) {
            case ..<6: .int(Int64(one + other))
            case ..<8: .int(evening.dice.ms(-5...200))
            case 8: "twenty"
            case _: .null
            }
        guest.say("QUIZ_ANSWER", ["sum": sum])
    }

    package static func secret(of game: Quiz, leakedBy flaw: Flaw, to viewer: Viewer) -> String? {
        flaw == .leaksSecret ? Knowledge.mark : nil
    }

    package static func expected(_ kind: Coverage.Kind) -> [String] {
        switch kind {
        case .state: ["lobby", "running", "over"]
        case .message: ["ANSWER_ACK"]
        case .refusal: ["already_answered"]
        case .fault, .close: []
        }
    }

    /// Nobody but the host ever knows the solution.
    package struct Knowledge: SimulatedKnowledge {
        package init() {}

        package mutating func learn(from game: Quiz, after before: Quiz) {}

        package func leak(in bytes: UnsafeRawBufferPointer, to viewer: Viewer) -> String? {
            String(decoding: bytes, as: UTF8.self).contains(Self.mark) ? Self.mark : nil
        }

        /// The member of the host's document.
        fileprivate static let mark = #""solution""#
    }
}
