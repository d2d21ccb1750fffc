import Foundation
import GameState

/// Checks the writing of the texts: they are shown and spoken as they stand, by clients that trust them.
enum WritingCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        SuspectTexts(of: package).all.flatMap { findings(in: $0.text, at: $0.path) }
    }

    static func findings(in text: String, at path: String) -> [Finding] {
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

extension String {
    /// The number of characters of a text that nothing can be said against, and each of whose characters is
    /// one scalar, as of nearly all texts in Latin letters; nil for one that takes a closer look.
    ///
    /// Letters up to U+017F but for the soft hyphen, dashes and quotes are seen, compose with nothing and join
    /// nothing (UAX #15, UAX #29).
    var plainCount: Int? {
        var count = 0
        var isBehindSpace = true
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x20:
                guard !isBehindSpace else { return nil }
                isBehindSpace = true
            case UInt32(UInt8(ascii: "<")), UInt32(UInt8(ascii: ">")), UInt32(UInt8(ascii: "&")),
                0xAD:
                return nil
            case 0x21...0x7E, 0xA1...0x17F, 0x2010...0x2027: isBehindSpace = false
            default: return nil
            }
            count += 1
        }
        return isBehindSpace && count > 0 ? nil : count
    }
}

/// Nothing is the largest unless somebody has verified it (T-10.3-3, G-65).
enum SuperlativeCheck {
    static func findings(in package: RoundPackage, _ told: ToldTexts) -> [Finding] {
        guard let locale = PackageLocale(rawValue: package.locale) else { return [] }
        let language = Superlatives.of(locale)
        let revealed = language.superlatives(in: FoldedWords(package.revealText))
        var verified: Set<String> = []
        var findings: [Finding] = []
        for clue in told.clues {
            let claimed = language.superlatives(in: clue.text)
            // Claims are looked at where they may back something up.
            guard !claimed.isEmpty || !revealed.isEmpty else { continue }
            let verification = clue.words.verification.claims
            let backed = clue.words.claims.filter { verification[$0.id] == .verified }
                .flatMap { language.superlatives(in: FoldedWords($0.statement)) }
            verified.formUnion(backed)
            for word in claimed where !backed.contains(word) {
                findings.append(
                    Finding(
                        .superlative,
                        at: "\(clue.path).text",
                        "No verified claim of the clue says \(word)."
                    )
                )
            }
        }
        // The reveal has no claims of its own; what the clues have verified it may repeat.
        for word in revealed where !verified.contains(word) {
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

/// The strings of a package that take a closer look, with their paths into the document.
private struct SuspectTexts {
    private(set) var all: [(text: String, path: String)] = []

    init(of package: RoundPackage) {
        add(package.id, "id")
        add(package.locale, "locale")
        add(package.themes, "themes")
        add(package.destination)
        add(package.intro, "intro")
        add(package.revealText, "revealText")
        for (path, _, words) in package.wordings { add(words, path) }
        for (index, followup) in package.followups.enumerated() { add(followup, at: index) }
        add(package.banter, "banter")
        for said in package.said { add(said.say, said.path) }
    }

    private mutating func add(_ text: String, _ path: @autoclosure () -> String) {
        guard text.plainCount == nil else { return }
        all.append((text, path()))
    }

    private mutating func add(_ texts: [String], _ path: @autoclosure () -> String) {
        for (index, text) in texts.enumerated() { add(text, "\(path())[\(index)]") }
    }

    private mutating func add(_ destination: RoundPackage.Destination) {
        add(destination.id, "destination.id")
        add(destination.name, "destination.name")
        add(destination.country, "destination.country")
        add(destination.region, "destination.region")
        add(destination.aliases, "destination.aliases")
        add(destination.wikidata, "destination.wikidata")
    }

    private mutating func add(_ words: RoundPackage.Variant, _ path: String) {
        add(words.text, "\(path).text")
        for (index, claim) in words.claims.enumerated() {
            add(claim.id, "\(path).claims[\(index)].id")
            add(claim.statement, "\(path).claims[\(index)].statement")
        }
        add(words.sources, "\(path).sources")
    }

    private mutating func add(_ followup: RoundPackage.Followup, at index: Int) {
        add(followup.q, "followups[\(index)].q")
        add(followup.a, "followups[\(index)].a")
        add(followup.accepted, "followups[\(index)].accepted")
        add(followup.sources, "followups[\(index)].sources")
        add(followup.antiLeak.bannedTerms, "followups[\(index)].antiLeak.bannedTerms")
    }

    private mutating func add(
        _ sources: [RoundPackage.Source],
        _ path: @autoclosure () -> String
    ) {
        for (index, source) in sources.enumerated() {
            add(source.wikidata, "\(path())[\(index)].wikidata")
            add(source.pages, "\(path())[\(index)].pages")
        }
    }
}
