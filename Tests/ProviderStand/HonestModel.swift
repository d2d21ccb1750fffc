import Foundation
import Protocol

/// A language model as it should be, by rules: it reads the data of the message, and tells nothing else.
enum HonestModel {
    /// Blocks of a message, by title.
    static func blocks(in user: String) -> [String: JSONValue] {
        var blocks: [String: JSONValue] = [:]
        let lines = user.split(separator: "\n", omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() where line.hasPrefix("=====BEGIN ") {
            guard place + 2 < lines.count,
                lines[place + 2] == "=====END \(line.dropFirst("=====BEGIN ".count))"
            else { continue }
            blocks[String(line.dropFirst("=====BEGIN ".count))] = try? JSONReader.read(
                Array(lines[place + 1].utf8)
            )
        }
        return blocks
    }

    private struct Fact {
        let id: String
        let statement: String
        var words: String { String(statement.prefix { $0 != ":" }) }
        var value: String { statement.split(separator: ": ").last.map { String($0) } ?? "" }
    }

    private static func facts(_ blocks: [String: JSONValue]) -> [Fact] {
        (blocks["facts"]?.array ?? []).map {
            Fact(id: $0["id"]?.string ?? "", statement: $0["statement"]?.string ?? "")
        }
    }

    private static let ids = ["10a", "10b", "8a", "8b", "6a", "6b", "4a", "4b", "2a", "2b"]

    /// - Parameter titles: of all places there are.
    static func answer(_ task: String, _ user: String, titles: [String]) -> Any {
        let blocks = blocks(in: user)
        let isSwedish = blocks["language"]?.string == "Swedish"
        let facts = facts(blocks)
        let structured = facts.filter { $0.id.hasPrefix("s") }
        switch task {
        case "proposals":
            let count = Int(blocks["task"]?["count"]?.int ?? 0)
            return ["places": Array(titles.prefix(count))]
        case "texts":
            let wanted = (blocks["wanted"]?.array ?? []).compactMap(\.string)
            return [
                "texts": wanted.map { id in ["id": id, "text": text(id, facts, isSwedish)] }
            ]
        case "claims":
            let texts = blocks["texts"]?.array ?? []
            return ["claims": texts.map { claim($0, facts) }]
        case "verdicts":
            let claims = blocks["claims"]?.array ?? []
            return [
                "verdicts": claims.map {
                    ["claim": $0["claim"]?.string ?? "", "supported": true] as [String: Any]
                },
                "unclaimed": [String](), "alsoFits": [String](),
            ]
        case "guesses":
            return ["guess": guess(blocks["hints"]?.array ?? [], titles)]
        case "questions":
            return [
                "questions": structured.dropFirst(ids.count).prefix(5).map { fact in
                    [
                        "q": isSwedish
                            ? "Vilket namn eller tal hör till orden \(fact.words)?"
                            : "Which name or number goes with the words \(fact.words)?",
                        "a": fact.value, "accepted": [String](), "fact": fact.id,
                        "quote": fact.value,
                    ] as [String: Any]
                }
            ]
        case "answers":
            let questions = blocks["questions"]?.array ?? []
            return [
                "answers": questions.map { question in
                    let q = question["q"]?.string ?? ""
                    let fact = structured.filter { q.hasSuffix(" \($0.words)?") }.first
                    return ["question": question["number"]?.int ?? -1, "a": fact?.value ?? ""]
                        as [String: Any]
                }
            ]
        case "frame":
            let name = blocks["place"]?["name"]?.string ?? ""
            let theme = blocks["theme"]?.string ?? ""
            return isSwedish
                ? [
                    "intro": "Håll i hatten, nu bär det av mot något nytt.",
                    "revealText": "Välkommen till \(name), och tack för sällskapet!",
                    "banter": ["Ta det lugnt, nästa hållplats är långt borta."],
                    "themes": [theme, "resor"],
                ]
                : [
                    "intro": "Hold on to your hats, we are off to somewhere new.",
                    "revealText": "Welcome to \(name), and thank you for travelling with us!",
                    "banter": ["Take your time, the next stop is far away."],
                    "themes": [theme, "travel"],
                ]
        case "trivia":
            return [
                "question": isSwedish
                    ? "Vilket av svaren hör till den här låten?"
                    : "Which of these answers belongs to this song?",
                "wrong": Array(strangers.prefix(Int(blocks["missing"]?.int ?? 0))),
            ]
        default: return [String: Any]()
        }
    }

    /// Names that no catalogue of a test has.
    private static let strangers = ["Quarrelsome Weather", "Dwindling Bishop", "Zinc Umbrella"]

    /// Knows all places by their values, and dares a guess when little is left to win.
    private static func guess(_ hints: [JSONValue], _ titles: [String]) -> String {
        guard hints.last?["points"]?.int ?? 10 <= 4 else { return "" }
        let told = hints.compactMap { $0["text"]?.string }
        return titles.indices.first { place in
            told.contains { $0.contains(": \(World.founded(place)),") }
                || ["P112", "P138", "P206", "P706"].contains { property in
                    told.contains { $0.contains(World.value(place, property)) }
                }
        }.map { titles[$0] } ?? ""
    }

    private static func text(_ id: String, _ facts: [Fact], _ isSwedish: Bool) -> String {
        if id == "8b", let tunnel = facts.first(where: { $0.statement.contains("tunnel") }) {
            let words = tunnel.statement.split(separator: " ").map { String($0) }
            let called = words.firstIndex { $0 == "called" || $0 == "kallas" } ?? 0
            let name = called + 1 < words.count ? words[called + 1] : ""
            return isSwedish
                ? "Ta med en lampa. En smal tunnel som kallas \(name) leder under torget till hamnen."
                : "Bring a lamp. A narrow tunnel called \(name) leads below the market to the harbour."
        }
        let structured = facts.filter { $0.id.hasPrefix("s") }
        let place = ids.firstIndex(of: id) ?? 0
        guard structured.indices.contains(place) else { return "" }
        let fact = structured[place]
        return isSwedish
            ? "Någon har målat det på en vägg här, mellan två fönster. Där står \(fact.statement), och ingen "
                + "torkar bort det."
            : "Somebody has painted it on a wall here, between two windows. It says \(fact.statement), and "
                + "nobody wipes it off."
    }

    private static func claim(_ text: JSONValue, _ facts: [Fact]) -> [String: Any] {
        let id = text["id"]?.string ?? ""
        let words = text["text"]?.string ?? ""
        if id == "8b" {
            let borne = facts.filter { $0.statement.contains("tunnel") }
            let rest = words.split(separator: ". ").last.map { String($0) } ?? ""
            return [
                "text": id, "statement": rest,
                "evidence": borne.map { ["fact": $0.id, "quote": $0.statement] },
            ]
        }
        let fact = facts.first { words.contains(" \($0.statement),") }
        return [
            "text": id, "statement": fact?.statement ?? words,
            "evidence": fact.map { [["fact": $0.id, "quote": $0.statement]] }
                ?? [[String: String]](),
        ]
    }
}
