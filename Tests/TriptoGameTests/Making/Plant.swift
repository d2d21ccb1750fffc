import Foundation
import ProviderStand
import Testing

/// An answer that must not get through, and the check that has to stop it.
struct Plant: Sendable, CustomTestStringConvertible {
    typealias Edit = @Sendable (ProviderStand.Call, String) -> ProviderStand.Answer

    /// As the table in docs has it.
    let name: String
    /// The step that it is planted in.
    let step: String
    let check: String
    /// A part of it that no package may hold.
    let marker: String
    let then: Then
    /// By task.
    let edits: [String: Edit]
    /// Planted each time, and not only at first.
    let isStubborn: Bool

    enum Then: String {
        /// It was written anew, or asked for again, and a package came of it.
        case rewritten
        /// A package came of it, with a remark for whoever reviews it.
        case remarked
        /// Nothing was made.
        case failed = "no package"
    }

    var testDescription: String { name }

    /// Of models that guess.
    var players: Int { step == "guesses" ? 3 : 0 }

    var row: String { "| \(name) | \(step) | `\(check)` | \(then.rawValue) |" }

    init(
        _ name: String,
        _ check: String,
        in step: String,
        marker: String = "PLANTED",
        then: Then = .rewritten,
        isStubborn: Bool = false,
        _ edits: [String: Edit]
    ) {
        (self.name, self.check, self.step, self.marker) = (name, check, step, marker)
        (self.then, self.edits, self.isStubborn) = (then, edits, isStubborn)
    }

    func answer(_ call: ProviderStand.Call, _ honest: String) -> ProviderStand.Answer {
        guard let edit = edits[call.task], isStubborn || call.number == 1 else { return .honest }
        return edit(call, honest)
    }

    // MARK: Edits

    static func always(_ answer: ProviderStand.Answer) -> Edit { { _, _ in answer } }

    /// Changes members of the first entry of a list that has a member of this value.
    static func change(
        _ list: String,
        where key: String,
        is value: String?,
        to members: [String: any Sendable]
    ) -> Edit {
        { _, honest in
            guard
                var answer = (try? JSONSerialization.jsonObject(with: Data(honest.utf8)))
                    as? [String: Any],
                var entries = answer[list] as? [[String: Any]],
                let place = value == nil
                    ? entries.indices.first
                    : entries.firstIndex(where: { $0[key] as? String == value })
            else { return .text("{}") }
            for (name, member) in members { entries[place][name] = member }
            answer[list] = entries
            let data = try? JSONSerialization.data(withJSONObject: answer)
            return .text(String(decoding: data ?? Data(), as: UTF8.self))
        }
    }

    static func set(_ key: String, _ value: any Sendable) -> Edit {
        { _, honest in
            var answer =
                (try? JSONSerialization.jsonObject(with: Data(honest.utf8))) as? [String: Any]
                ?? [:]
            answer[key] = value
            let data = try? JSONSerialization.data(withJSONObject: answer)
            return .text(String(decoding: data ?? Data(), as: UTF8.self))
        }
    }

    static func text(_ words: String) -> Edit { text("10a", words) }

    static func text(_ id: String, _ words: String) -> Edit {
        change("texts", where: "id", is: id, to: ["text": words])
    }

    static func claim(
        of id: String = "10a",
        _ statement: String,
        _ evidence: [[String: String]] = [["fact": "s1", "quote": "founded: 1207"]]
    ) -> Edit {
        change("claims", where: "text", is: id, to: ["statement": statement, "evidence": evidence])
    }

    static func question(_ members: [String: any Sendable]) -> Edit {
        change("questions", where: "q", is: nil, to: members)
    }

    /// A text with a claim that the model makes up to go with it.
    static func told(_ words: String, _ statement: String) -> [String: Edit] {
        ["texts": text(words), "claims": claim(statement)]
    }

    static let name = World.name(0)
    static let opening = "Somebody has painted it on a wall here."
    static let good = "It says founded: 1207, and nobody wipes it off."

    static let all =
        form + claims + words + leaks + pages + questions + frame + players
        + selection
}
