import Foundation
import GameState

/// Checks the writing of the texts: they are shown and spoken as they stand, by clients that trust them.
enum WritingCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        PackageTexts(of: package).all.flatMap { findings(in: $0.text, at: $0.path) }
    }

    private static func findings(in text: String, at path: String) -> [Finding] {
        var findings: [Finding] = []
        if let control = text.unicodeScalars.first(where: isInvisible) {
            let code = String(control.value, radix: 16, uppercase: true)
            findings.append(Finding(.control, at: path, "U+\(code) is neither seen nor spoken."))
        }
        // String's == is blind to the difference.
        let composed = isPlainlyComposed(text) ? text : text.precomposedStringWithCanonicalMapping
        if !composed.unicodeScalars.elementsEqual(text.unicodeScalars) {
            findings.append(Finding(.normalForm, at: path, "The text is not in NFC."))
        }
        if hasLooseSpace(text) {
            findings.append(
                Finding(.spacing, at: path, "There is an extra space, or one at an end.")
            )
        }
        if let markup = markup(in: text) {
            findings.append(Finding(.markup, at: path, "\(markup) is markup; texts are plain."))
        }
        return findings
    }

    /// Below U+0300 nothing composes any further (UAX #15, NFC_Quick_Check), nor do dashes and quotes.
    private static func isPlainlyComposed(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < 0x300 || 0x2010...0x2027 ~= $0.value }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            true
        default:
            false
        }
    }

    private static func hasLooseSpace(_ text: String) -> Bool {
        var isBehindSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if isSpace, isBehindSpace { return true }
            isBehindSpace = isSpace
        }
        return isBehindSpace && !text.isEmpty
    }

    /// An angle bracket, or an entity such as `&amp;` or `&#39;`; a lone & may stand in an address.
    private static func markup(in text: String) -> String? {
        if let bracket = text.first(where: { $0 == "<" || $0 == ">" }) { return String(bracket) }
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
            let entity = part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            if !entity.isEmpty, part.dropFirst(entity.count).first == ";" { return "&\(entity);" }
        }
        return nil
    }
}

/// Nothing is the largest unless somebody has verified it (T-10.3-3, G-65).
enum SuperlativeCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        guard let locale = PackageLocale(rawValue: package.locale) else { return [] }
        let language = Superlatives.of(locale)
        var verified: Set<String> = []
        var findings: [Finding] = []
        for (path, _, clue) in package.wordings {
            let backed = clue.claims.filter { clue.verification.claims[$0.id] == .verified }
                .flatMap { language.superlatives(in: FoldedWords($0.statement)) }
            verified.formUnion(backed)
            for word in language.superlatives(in: FoldedWords(clue.text))
            where !backed.contains(word) {
                findings.append(
                    Finding(
                        .superlative,
                        at: "\(path).text",
                        "No verified claim of the clue says \(word)."
                    )
                )
            }
        }
        // The reveal has no claims of its own; what the clues have verified it may repeat.
        for word in language.superlatives(in: FoldedWords(package.revealText))
        where !verified.contains(word) {
            findings.append(
                Finding(
                    .superlative,
                    at: "revealText",
                    "No verified claim says \(word).",
                    severity: .warning
                )
            )
        }
        return findings
    }
}

/// Every string of a package with its path into the document.
struct PackageTexts {
    struct Text {
        let path: String
        let text: String
    }

    private(set) var all: [Text] = []

    init(of package: RoundPackage) {
        add("id", package.id)
        add("locale", package.locale)
        add("themes", package.themes)
        add(package.destination)
        add("intro", package.intro)
        add("revealText", package.revealText)
        for (path, _, words) in package.wordings { add(path, words) }
        for (index, followup) in package.followups.enumerated() {
            add("followups[\(index)]", followup)
        }
        add("banter", package.banter)
    }

    private mutating func add(_ path: String, _ text: String) {
        all.append(Text(path: path, text: text))
    }

    private mutating func add(_ path: String, _ texts: [String]) {
        for (index, text) in texts.enumerated() { add("\(path)[\(index)]", text) }
    }

    private mutating func add(_ destination: RoundPackage.Destination) {
        add("destination.id", destination.id)
        add("destination.name", destination.name)
        add("destination.country", destination.country)
        add("destination.region", destination.region)
        add("destination.aliases", destination.aliases)
        add("destination.wikidata", destination.wikidata)
    }

    private mutating func add(_ path: String, _ words: RoundPackage.Variant) {
        add("\(path).text", words.text)
        for (index, claim) in words.claims.enumerated() {
            add("\(path).claims[\(index)].id", claim.id)
            add("\(path).claims[\(index)].statement", claim.statement)
        }
        add("\(path).sources", words.sources)
    }

    private mutating func add(_ path: String, _ followup: RoundPackage.Followup) {
        add("\(path).q", followup.q)
        add("\(path).a", followup.a)
        add("\(path).accepted", followup.accepted)
        add("\(path).sources", followup.sources)
        add("\(path).antiLeak.bannedTerms", followup.antiLeak.bannedTerms)
    }

    private mutating func add(_ path: String, _ sources: [RoundPackage.Source]) {
        for (index, source) in sources.enumerated() {
            add("\(path)[\(index)].wikidata", source.wikidata)
            add("\(path)[\(index)].pages", source.pages)
        }
    }
}
