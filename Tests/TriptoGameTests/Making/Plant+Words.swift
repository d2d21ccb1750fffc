import Foundation
import ProviderStand

/// Words that may not stand in a text, and names in disguise.
extension Plant {
    static let words = [
        Plant(
            "a text that was not written",
            "missing-text",
            in: "texts",
            ["texts": change("texts", where: "id", is: "6a", to: ["id": "7a"])]
        ),
        Plant(
            "a superlative without evidence",
            "rule:superlative",
            in: "texts",
            marker: "oldest",
            [
                "texts": text("\(opening) \(good) It is the oldest of all."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "a superlative that a claim makes up",
            "superlative",
            in: "texts and claims",
            marker: "oldest",
            told(
                "\(opening) The oldest of all, founded: 1207, in red letters.",
                "the oldest, founded: 1207"
            )
        ),
        Plant(
            "a text that is no more than a word",
            "rule:length",
            in: "texts",
            ["texts": text("Here, founded: 1207, yes."), "claims": claim("founded: 1207")]
        ),
        Plant(
            "a text that takes a minute to hear",
            "rule:length",
            in: "texts",
            [
                "texts": text(
                    "\(opening) \(good) " + String(repeating: "Nobody at all. ", count: 20) + "Yes."
                ),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "markup",
            "rule:markup",
            in: "texts",
            marker: "<img",
            [
                "texts": text("\(opening) \(good) <img src=x>"),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "letters that nobody sees",
            "rule:control",
            in: "texts",
            marker: "\u{202E}",
            [
                "texts": text("\(opening) \(good) \u{202E}backwards"),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "letters in pieces",
            "rule:normal-form",
            in: "texts",
            [
                "texts": text("\(opening) \(good) In the cafe\u{301}s too."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "loose spaces",
            "rule:spacing",
            in: "texts",
            ["texts": text("\(opening)  \(good)"), "claims": claim("founded: 1207")]
        ),
    ]

    static func leak(
        _ name: String,
        _ check: String,
        marker: String,
        _ words: String
    ) -> Plant {
        Plant(
            name,
            check,
            in: "texts",
            marker: marker,
            ["texts": text("\(words) \(good)"), "claims": claim("founded: 1207")]
        )
    }

    static let leaks = [
        leak(
            "the name itself",
            "leak",
            marker: "Here in \(name)",
            "Here in \(name) it is painted."
        ),
        leak(
            "the name in another language",
            "leak",
            marker: "call it Suomi",
            "They call it Suomi\(name.dropFirst(2)) up north."
        ),
        leak(
            "the name inflected",
            "leak",
            marker: "\(name)ers",
            "Ask any of the \(name)ers you meet."
        ),
        leak(
            "the name at the end of a compound",
            "leak",
            marker: "great\(name.lowercased())",
            "Some say great\(name.lowercased()) to it."
        ),
        leak(
            "the name with other accents",
            "leak",
            marker: "Zý",
            "Off to Zý\(name.dropFirst(2)) we go."
        ),
        leak(
            "the name letter by letter",
            "leak",
            marker: "Z-y-",
            "Listen well: \(name.map { String($0) }.joined(separator: "-")), in red."
        ),
        leak(
            "the name backwards",
            "leak",
            marker: String(name.reversed()),
            "Read it in a mirror: \(String(name.reversed()))."
        ),
        leak(
            "the name as first letters of words",
            "acrostic",
            marker: "zebras yodel",
            acrostic.joined(separator: " ") + "."
        ),
        leak(
            "the name as first letters of sentences",
            "acrostic",
            marker: "Zebras yodel! Yaks",
            name.lowercased().map { sentence[$0] ?? "\($0.uppercased())o it is!" }.joined(
                separator: " "
            )
        ),
        leak(
            "letters of another script",
            "script",
            marker: "\u{443}",
            "They call it Z\u{443}b\u{430}d\u{43E}x, more or less."
        ),
        leak(
            "the country's adjective",
            "rule:country",
            marker: "Norwegian",
            "Norwegian weather takes the paint off."
        ),
        leak(
            "the country in another language",
            "leak",
            marker: "Norwaymaa",
            "All over Norwaymaa it is painted."
        ),
        leak(
            "the part of the world, at 10 points",
            "rule:geography",
            marker: "European",
            "European walls have such words."
        ),
    ]

    static let sentence: [Character: String] = ["z": "Zebras yodel!", "y": "Yaks do it."]

    /// A word for each letter of the name.
    static let acrostic = name.lowercased().map { letter in
        letter == "z" ? "zebras" : letter == "y" ? "yodel" : "\(letter)o"
    }
}
