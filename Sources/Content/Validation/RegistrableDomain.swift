/// The part of a host that somebody owns: `bbc.co.uk` of `www.bbc.co.uk`, `wikipedia.org` of
/// every language's Wikipedia. A small rule, not the Public Suffix List: under a country's code
/// of two letters, a label such as `co` or `ac` belongs to the suffix.
struct RegistrableDomain: Hashable, Sendable {
    let name: String

    /// Nil unless `page` is an https address with a host of at least two labels.
    init?(ofPage page: String) {
        let scheme = "https://"
        guard page.lowercased().hasPrefix(scheme) else { return nil }
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
