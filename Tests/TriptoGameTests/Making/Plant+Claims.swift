import Foundation
import ProviderStand

/// Answers without a form, and claims without a fact.
extension Plant {
    static let form = [
        Plant("broken JSON", "broken-json", in: "texts", ["texts": always(.text("{\"texts\":[{"))]),
        Plant("broken JSON", "broken-json", in: "claims", ["claims": always(.text("{\"claims\""))]),
        Plant(
            "broken JSON, each time",
            "broken-json",
            in: "verdicts",
            then: .failed,
            isStubborn: true,
            ["verdicts": always(.text("PLANTED"))]
        ),
        Plant(
            "prose around the JSON",
            "broken-json",
            in: "texts",
            ["texts": { _, honest in .text("Of course! Here it is: \(honest) PLANTED") }]
        ),
        Plant(
            "another form",
            "wrong-form",
            in: "verdicts",
            ["verdicts": always(.text("{\"ok\":true}"))]
        ),
        Plant(
            "a list for an object",
            "wrong-form",
            in: "questions",
            ["questions": always(.text("[]"))]
        ),
        Plant(
            "a number for a text",
            "wrong-form",
            in: "texts",
            ["texts": change("texts", where: "id", is: "10a", to: ["text": 7])]
        ),
        Plant("nothing at all", "empty", in: "frame", ["frame": always(.text(" \n "))]),
        Plant("a refusal", "refusal", in: "texts", ["texts": always(.refusal)]),
        Plant("a refusal", "refusal", in: "verdicts", ["verdicts": always(.refusal)]),
        Plant(
            "a refusal, each time",
            "refusal",
            in: "questions",
            then: .failed,
            isStubborn: true,
            ["questions": always(.refusal)]
        ),
        Plant("an answer that is cut off", "cut-off", in: "claims", ["claims": always(.cutOff)]),
        Plant("endless output", "too-long", in: "texts", ["texts": always(.endless)]),
        Plant(
            "more than an answer may have",
            "too-long",
            in: "questions",
            ["questions": always(.text(String(repeating: "PLANTED ", count: 9_000)))]
        ),
        Plant("no answer of a model", "unreadable", in: "texts", ["texts": always(.body("hello"))]),
        Plant(
            "JSON without a bottom",
            "unreadable",
            in: "claims",
            ["claims": always(.body(String(repeating: "[", count: 10_000)))]
        ),
    ]

    static let claims = [
        Plant(
            "an invented claim",
            "policy",
            in: "texts",
            marker: "elephants",
            ["texts": text("\(opening) Every spring, elephants sleep on the roofs of the houses.")]
        ),
        Plant(
            "an invented claim with a fact that says something else",
            "thin",
            in: "texts and claims",
            marker: "elephants",
            told(
                "\(opening) Every spring, elephants sleep on the roofs of the houses.",
                "Every spring elephants sleep on the roofs of the houses."
            )
        ),
        Plant(
            "the right claim with a wrong year",
            "number",
            in: "texts and claims",
            marker: "1209",
            told("\(opening) It says founded: 1209, and nobody wipes it off.", "founded: 1209")
        ),
        Plant(
            "a wrong year in words",
            "number",
            in: "texts and claims",
            marker: "twelve hundred",
            told(
                "\(opening) It was founded in twelve hundred and nine, they say.",
                "founded in twelve hundred and nine"
            )
        ),
        Plant(
            "a wrong year in the text alone",
            "number",
            in: "texts",
            marker: "1209",
            [
                "texts": text("\(opening) It says founded: 1209, and nobody wipes it off."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "a second year beside the right one",
            "number",
            in: "texts",
            marker: "1666",
            [
                "texts": text("\(opening) \(good) In 1666 all of it burned."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "a population with a digit changed",
            "number",
            in: "texts and claims",
            marker: "24,037",
            [
                "texts": text(
                    "8a",
                    "\(opening) It says population: 24,037, and nobody wipes it off."
                ),
                "claims": claim(
                    of: "8a",
                    "population: 24,037",
                    [["fact": "s4", "quote": "population: 21037"]]
                ),
            ]
        ),
        Plant(
            "an invented name in a claim",
            "name",
            in: "texts and claims",
            marker: "Napoleon",
            told(
                "\(opening) It was founded by the great Napoleon, they say.",
                "founded by the great Napoleon"
            )
        ),
        Plant(
            "an invented name in the text alone",
            "name",
            in: "texts",
            marker: "Napoleon",
            [
                "texts": text("\(opening) \(good) One night even Napoleon slept here."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "an invented name at the head of a sentence",
            "name",
            in: "texts",
            marker: "Bonaparte",
            [
                "texts": text("\(opening) \(good) Napoleon Bonaparte slept badly."),
                "claims": claim("founded: 1207"),
            ]
        ),
        Plant(
            "a fact that is not there",
            "unknown-fact",
            in: "claims",
            ["claims": claim("founded: 1207", [["fact": "s99", "quote": "founded: 1207"]])]
        ),
        Plant(
            "a quote that the fact does not have",
            "not-quoted",
            in: "claims",
            ["claims": claim("founded: 1207", [["fact": "s1", "quote": "PLANTED in 1207"]])]
        ),
        Plant(
            "an empty quote",
            "not-quoted",
            in: "claims",
            ["claims": claim("founded: 1207", [["fact": "s1", "quote": "…"]])]
        ),
        Plant(
            "a claim on one text alone",
            "policy",
            in: "claims",
            [
                "claims": claim(
                    of: "8b",
                    "A narrow tunnel called \(World.tunnel(0)) leads below the market to the harbour.",
                    [["fact": "t2", "quote": "a narrow tunnel called"]]
                )
            ]
        ),
        Plant(
            "a claim on two texts of one site",
            "policy",
            in: "pages and claims",
            marker: "copper roof",
            [
                "en.wikipedia.org": always(
                    .text(
                        "The market hall has a copper roof over nine arches. Over nine arches the market hall has a "
                            + "copper roof."
                    )
                ),
                "texts": text("\(opening) The market hall has a copper roof over nine arches."),
                "claims": claim(
                    "The market hall has a copper roof over nine arches.",
                    [
                        ["fact": "t1", "quote": "copper roof"],
                        ["fact": "t2", "quote": "copper roof"],
                    ]
                ),
            ]
        ),
        Plant(
            "a text that claims nothing",
            "no-claim",
            in: "claims",
            ["claims": change("claims", where: "text", is: "10a", to: ["text": "none"])]
        ),
        Plant(
            "a claim turned round, which the judge sees",
            "judge",
            in: "verdicts",
            ["verdicts": change("verdicts", where: "claim", is: "10a1", to: ["supported": false])]
        ),
        Plant(
            "a claim that the judge passes over",
            "judge",
            in: "verdicts",
            ["verdicts": change("verdicts", where: "claim", is: "10a1", to: ["claim": "none"])]
        ),
        Plant(
            "something told that no claim covers",
            "unclaimed",
            in: "verdicts",
            ["verdicts": set("unclaimed", [["text": "10a", "words": "painted on a wall"]])]
        ),
        Plant(
            "two places that both fit, at 2 points",
            "also-fits",
            in: "verdicts",
            ["verdicts": set("alsoFits", [["text": "2a", "place": "Elsewhere"]])]
        ),
        Plant(
            "two places that both fit, at 4 points",
            "also-fits",
            in: "verdicts",
            ["verdicts": set("alsoFits", [["text": "4b", "place": "Elsewhere"]])]
        ),
        Plant(
            "one fact at two levels",
            "repeated-fact",
            in: "texts",
            ["texts": text("2a", "\(opening) Between two windows, founded: 1207, in red letters.")]
        ),
    ]
}
