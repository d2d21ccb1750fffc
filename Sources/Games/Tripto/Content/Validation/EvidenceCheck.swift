import GameState

/// Checks the evidence for clues and answers (G-67, G-68).
enum EvidenceCheck {
    static func findings(in package: RoundPackage) -> [Finding] {
        package.wordings.flatMap { path, _, words in
            claimFindings(in: words, at: path)
                + words.sources.enumerated().flatMap { number, source in
                    sourceFindings(in: source, at: "\(path).sources[\(number)]")
                }
                + verificationFindings(in: words, at: path)
        }
            + package.followups.enumerated().flatMap { index, followup in
                let path = "followups[\(index)].sources"
                return domainFindings(in: followup.sources, at: path, of: "The answer")
                    + followup.sources.enumerated().flatMap { number, source in
                        answerSourceFindings(in: source, at: "\(path)[\(number)]")
                    }
            }
    }

    private static func claimFindings(in clue: RoundPackage.Variant, at path: String) -> [Finding] {
        var findings: [Finding] = []
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
            findings += domainFindings(
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
        return findings
    }

    /// A statement needs a source, and its sources together pages of two owners.
    private static func domainFindings(
        in sources: [RoundPackage.Source],
        at path: String,
        of what: String
    ) -> [Finding] {
        guard !sources.isEmpty else {
            return [Finding(.source, at: path, "\(what) has no source.")]
        }
        let evidence = sources.flatMap(\.evidence)
        guard !evidence.contains(where: \.isStructured) else { return [] }
        let domains = Set(
            (evidence.isEmpty ? sources.flatMap(\.pages) : evidence.compactMap(\.page))
                .compactMap { RegistrableDomain(ofPage: $0)?.name }
        )
        guard domains.count < 2 else { return [] }
        let found = domains.first.map { "only those of \($0)" } ?? "none"
        return [
            Finding(.domains, at: path, "\(what) needs pages of two domains, has \(found).")
        ]
    }

    private static func sourceFindings(
        in source: RoundPackage.Source,
        at path: String
    ) -> [Finding] {
        var findings = source.evidence.enumerated().flatMap { index, evidence in
            evidence.findings(at: "\(path).evidence[\(index)]")
        }
        if !WikidataItem.isOne(source.wikidata) {
            findings.append(.noItem(source.wikidata, at: "\(path).wikidata"))
        }
        for (index, page) in source.pages.enumerated()
        where RegistrableDomain(ofPage: page)?.isSecure != true
            || !PackageLimits.pageCharacters.contains(page.count)
            || page.contains(where: \.isWhitespace)
        {
            findings.append(
                Finding(.page, at: "\(path).pages[\(index)]", "\(page) is no https address.")
            )
        }
        return findings
    }

    private static func answerSourceFindings(
        in source: RoundPackage.Source,
        at path: String
    ) -> [Finding] {
        let findings = sourceFindings(in: source, at: path)
        guard let claim = source.claim else { return findings }
        return findings
            + [Finding(.source, at: "\(path).claim", "\(claim): a follow-up has no claims.")]
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
