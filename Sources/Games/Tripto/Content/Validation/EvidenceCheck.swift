import GameState

/// Checks the evidence for clues and answers (G-67, G-68).
struct EvidenceCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        var check = EvidenceCheck()
        for (path, _, words) in package.wordings {
            check.findClaims(in: words, at: path)
            for (number, source) in words.sources.enumerated() {
                check.findSource(source) { "\(path).sources[\(number)]" }
            }
            check.findings += verificationFindings(in: words, at: path)
        }
        for (index, followup) in package.followups.enumerated() {
            let path = "followups[\(index)].sources"
            check.findDomains(in: followup.sources, at: path, of: "The answer")
            for (number, source) in followup.sources.enumerated() {
                let path = "\(path)[\(number)]"
                check.findSource(source) { path }
                guard let claim = source.claim else { continue }
                let sentence = "\(claim): a follow-up has no claims."
                check.findings.append(Finding(.source, at: "\(path).claim", sentence))
            }
        }
        return check.findings
    }

    private var findings: [Finding] = []
    /// Pages that were looked at: a package names each several times.
    private var pages: [String: Page] = [:]

    private struct Page {
        /// Nil for what lies in none.
        let domain: String?
        let isGood: Bool

        init(_ page: String) {
            let registered = RegistrableDomain(ofPage: page)
            domain = registered?.name
            isGood =
                registered?.isSecure == true && PackageLimits.pageCharacters.contains(page.count)
                && !page.contains(where: \.isWhitespace)
        }
    }

    private mutating func known(_ page: String) -> Page {
        if let known = pages[page] { return known }
        let new = Page(page)
        pages[page] = new
        return new
    }

    private mutating func findClaims(in clue: RoundPackage.Variant, at path: String) {
        if clue.claims.isEmpty {
            findings.append(Finding(.claim, at: "\(path).claims", "The clue claims nothing."))
        }
        var seen: Set<String> = []
        for (index, claim) in clue.claims.enumerated() {
            let claimPath = "\(path).claims[\(index)]"
            if claim.id.isEmpty || !seen.insert(claim.id).inserted {
                findings.append(
                    Finding(.claim, at: "\(claimPath).id", "The id is empty or not the only one.")
                )
            }
            findDomains(
                in: clue.sources.filter { $0.claim == claim.id },
                at: claimPath,
                of: "The claim \(claim.id)"
            )
        }
        for (index, source) in clue.sources.enumerated()
        where !clue.claims.contains(where: { $0.id == source.claim }) {
            findings.append(
                Finding(
                    .source,
                    at: "\(path).sources[\(index)].claim",
                    "\(source.claim ?? "null") is no claim of this clue."
                )
            )
        }
    }

    /// A statement needs a source, and its sources together pages of two owners.
    private mutating func findDomains(
        in sources: [RoundPackage.Source],
        at path: String,
        of what: String
    ) {
        guard !sources.isEmpty else {
            findings.append(Finding(.source, at: path, "\(what) has no source."))
            return
        }
        let evidence = sources.flatMap(\.evidence)
        guard !evidence.contains(where: \.isStructured) else { return }
        let named = evidence.isEmpty ? sources.flatMap(\.pages) : evidence.compactMap(\.page)
        let domains = Set(named.compactMap { known($0).domain })
        guard domains.count < 2 else { return }
        let found = domains.first.map { "only those of \($0)" } ?? "none"
        let sentence = "\(what) needs pages of two domains, has \(found)."
        findings.append(Finding(.domains, at: path, sentence))
    }

    private mutating func findSource(_ source: RoundPackage.Source, at path: () -> String) {
        for (index, evidence) in source.evidence.enumerated() {
            findings += evidence.findings(at: "\(path()).evidence[\(index)]")
        }
        if !WikidataItem.isOne(source.wikidata) {
            findings.append(.noItem(source.wikidata, at: "\(path()).wikidata"))
        }
        for (index, page) in source.pages.enumerated() where !known(page).isGood {
            findings.append(
                Finding(.page, at: "\(path()).pages[\(index)]", "\(page) is no https address.")
            )
        }
    }

    private static func verificationFindings(
        in clue: RoundPackage.Variant,
        at path: String
    ) -> [Finding] {
        let verification = clue.verification
        var findings: [Finding] = []
        if Set(verification.claims.keys) != Set(clue.claims.map(\.id)) {
            findings.append(
                Finding(
                    .verification,
                    at: "\(path).verification.claims",
                    "The claims judged are not the claims made."
                )
            )
        }
        let worst = verification.claims.values.max { $0.rank < $1.rank }
        if let worst, worst != verification.status {
            findings.append(
                Finding(
                    .verification,
                    at: "\(path).verification.status",
                    "The status is \(verification.status), its worst claim is \(worst)."
                )
            )
        }
        if verification.status != .verified {
            findings.append(
                Finding(
                    .unverified,
                    at: "\(path).verification.status",
                    "Only what is verified is played, and this is \(verification.status)."
                )
            )
        }
        return findings
    }
}

extension RoundPackage.Verification.Status {
    /// More is worse.
    fileprivate var rank: Int {
        switch self {
        case .verified: 0
        case .uncertain: 1
        case .rejected: 2
        }
    }
}

/// The part of a host that somebody owns: `bbc.co.uk` of `www.bbc.co.uk`, `wikipedia.org` of
/// every language's Wikipedia. A small rule, not the Public Suffix List: under a country's code
/// of two letters, a label such as `co` or `ac` belongs to the suffix.
struct RegistrableDomain: Equatable, Sendable {
    let name: String

    /// True when the page is fetched by https.
    let isSecure: Bool

    /// Nil unless `page` is an address on the web with a host of at least two labels.
    init?(ofPage page: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: page.lowercased().hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        let authority = page.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        let host = authority.prefix { $0 != ":" }.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard
            labels.count >= 2,
            labels.allSatisfy(Self.isLabel),
            labels.last?.contains(where: \.isLetter) == true
        else { return nil }
        let hasLongSuffix =
            labels.count > 2
            && labels[labels.count - 1].count == 2
            && Self.secondLevels.contains(String(labels[labels.count - 2]))
        name = labels.suffix(hasLongSuffix ? 3 : 2).joined(separator: ".")
    }

    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty
            && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    private static let secondLevels: Set<String> = [
        "ac", "asso", "co", "com", "edu", "gen", "go", "gob", "gouv", "gov", "govt", "gub", "k12",
        "lg", "mil", "ne", "net", "nhs", "nic", "or", "org", "res", "sch",
    ]
}
