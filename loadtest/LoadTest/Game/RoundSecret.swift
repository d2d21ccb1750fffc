import Protocol

/// The part of a round that the host alone is told; the driver of the bots hears it and tells nobody.
struct RoundSecret: Equatable {
    struct Followup: Equatable {
        let index: Int
        let questionText: String
        let accepted: [String]
    }

    let name: String
    let country: String
    let aliases: [String]
    /// By level points.
    let clues: [Int: String]
    let followups: [Followup]

    /// Reads the `secret` of the HOST's document; nil when there is none.
    init?(_ secret: JSONValue?) {
        guard let secret, let destination = secret["destination"],
            let name = destination["name"]?.string
        else { return nil }
        self.name = name
        country = destination["country"]?.string ?? ""
        aliases = destination["aliases"]?.array?.compactMap(\.string) ?? []
        var clues: [Int: String] = [:]
        for clue in secret["clues"]?.array ?? [] {
            guard let points = clue["levelPoints"]?.int, let text = clue["text"]?.string else {
                continue
            }
            clues[Int(points)] = text
        }
        self.clues = clues
        followups = (secret["followups"]?.array ?? []).compactMap { entry in
            guard let index = entry["index"]?.int, let question = entry["questionText"]?.string
            else { return nil }
            return Followup(
                index: Int(index),
                questionText: question,
                accepted: entry["accepted"]?.array?.compactMap(\.string) ?? []
            )
        }
    }

    func followup(_ index: Int) -> Followup? {
        followups.first { $0.index == index }
    }
}
