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
