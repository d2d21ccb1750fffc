import GameState
public import Protocol

extension Tripto {
    /// Length of each step in milliseconds: 20 to 600 000.
    public struct Timings: Codable, Equatable, Sendable, ObjectPart {
        public var intro: Int64 = 6000
        /// Each clue level.
        public var clue: Int64 = 30_000
        /// Time for the player who braked to answer.
        public var brakeAnswer: Int64 = 20_000
        public var reveal: Int64 = 12_000
        /// Each follow-up takes answers for this long.
        public var followup: Int64 = 20_000
        /// Each follow-up's right answer is shown for this long.
        public var followupResults: Int64 = 5000
        public var scoreboard: Int64 = 8000
        /// From t0 to the end of the game.
        public var final: Int64 = 10_500

        public init() {}

        /// - Throws: `bad_message` that names the field.
        static func named(in json: JSONValue) throws(WireError) -> [String: Int64] {
            guard let object = json.object else {
                throw WireError(
                    .badMessage,
                    "settings.timings is an object",
                    field: "settings.timings"
                )
            }
            let fields = FieldReader(object, prefix: "settings.timings.")
            try fields.refuseOthers(than: Self.members.map(\.name))
            var timings: [String: Int64] = [:]
            for (name, _) in Self.members { timings[name] = try fields.int(name, 20...600_000) }
            return timings
        }

        mutating func apply(_ named: [String: Int64]) {
            for (name, member) in Self.members {
                if let ms = named[name] { self[keyPath: member] = ms }
            }
        }

        private static let members:
            [(name: String, any WritableKeyPath<Timings, Int64> & Sendable)] = [
                ("intro", \.intro), ("clue", \.clue), ("brakeAnswer", \.brakeAnswer),
                ("reveal", \.reveal), ("followup", \.followup),
                ("followupResults", \.followupResults), ("scoreboard", \.scoreboard),
                ("final", \.final),
            ]

        public func members(of fields: inout Fields, since old: Timings?) {
            fields.member("intro", intro, was: old?.intro)
            fields.member("clue", clue, was: old?.clue)
            fields.member("brakeAnswer", brakeAnswer, was: old?.brakeAnswer)
            fields.member("reveal", reveal, was: old?.reveal)
            fields.member("followup", followup, was: old?.followup)
            fields.member("followupResults", followupResults, was: old?.followupResults)
            fields.member("scoreboard", scoreboard, was: old?.scoreboard)
            fields.member("final", final, was: old?.final)
        }
    }
}
