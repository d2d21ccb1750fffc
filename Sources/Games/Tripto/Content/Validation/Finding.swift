/// One thing about a package that is not as it should be.
public struct Finding: Equatable, Sendable {
    /// Into the document, such as `clues[2].text`.
    public let path: String
    public let rule: Rule
    public let severity: Severity
    /// The fault, for the author.
    public let sentence: String

    public enum Severity: String, Sendable {
        /// The package is not played.
        case error
        /// Worth a second look.
        case warning
    }

    public enum Rule: String, CaseIterable, Sendable {
        // Identity.
        case packageID = "package-id"
        case destinationID = "destination-id"
        case locale
        case region
        case coordinates
        case wikidataID = "wikidata-id"
        case alias
        case theme

        // Structure (T-10.1).
        case points
        case followupCount = "followup-count"
        case followupIndex = "followup-index"
        case measured
        case length
        case listLength = "list-length"

        // Writing.
        case control
        case normalForm = "normal-form"
        case spacing
        case markup

        // Evidence (G-67, G-68).
        case claim
        case source
        case evidence
        case page
        case domains
        case verification
        case unverified

        // Secrecy until the reveal (T-10.3, G-63…G-65).
        case name
        case country
        case geography
        case early
        case superlative

        // The same for what is said in place of a text.
        case said

        // Follow-ups that repeat a clue (T-10.3-4).
        case answerInClue = "answer-in-clue"
        case answerBanned = "answer-banned"
        case overlap
        case bannedTerms = "banned-terms"
        case bannedYear = "banned-year"
    }

    init(_ rule: Rule, at path: String, _ sentence: String, severity: Severity = .error) {
        self.path = path
        self.rule = rule
        self.severity = severity
        self.sentence = sentence
    }
}

/// Findings as an author or an operator reads them.
public enum PackageReport {
    /// A line for each finding, errors first: severity, path, rule, sentence. Empty without any.
    public static func render(_ findings: [Finding]) -> String {
        render(findings) { _ in "" }.map { "\($0)\n" }.joined()
    }

    /// - Parameter place: stands before each.
    static func render(_ findings: [Finding], after place: (Finding) -> String) -> [String] {
        (findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning })
            .map {
                "\(place($0))\($0.severity.rawValue) \($0.path) [\($0.rule.rawValue)] \($0.sentence)"
            }
    }

    /// The same under the name of the file, indented.
    public static func render(_ findings: [Finding], file: String) -> String {
        let lines = render(findings).split(separator: "\n").map { "  \($0)\n" }.joined()
        return "\(file): \(lines.isEmpty ? "nothing found" : "\(findings.count) found")\n" + lines
    }
}
