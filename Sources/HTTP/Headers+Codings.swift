extension Headers {
    /// True when Accept-Encoding wants a coding, such as `gzip`, at least as much as plain bytes (RFC 9110
    /// §12.5.3). Without the field plain bytes are safest; a weight that can't be read is none.
    ///
    /// - Parameter coding: in lower case.
    public func accepts(coding: String) -> Bool {
        var weights: [String: Int] = [:]
        for item in items("Accept-Encoding") {
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].filter { !$0.isWhitespace }.lowercased()
            weights[name] = parts.count == 1 ? 1000 : Self.thousandths(parts[1])
        }
        guard let wanted = weights[coding] ?? weights["*"], wanted > 0 else { return false }
        return wanted >= weights["identity"] ?? 0
    }

    /// `q=0.5` as 500; 0 for an invalid weight (§12.4.2).
    static func thousandths(_ weight: Substring) -> Int {
        let text = weight.filter { !$0.isWhitespace }.lowercased()
        guard text.hasPrefix("q=") else { return 0 }
        let number = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(number.count), let whole = Int(number[0]), (0...1).contains(whole)
        else { return 0 }
        let decimals = number.count == 2 ? number[1] : ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy(Grammar.isDigit) else { return 0 }
        let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
        return Swift.min(1000, whole * 1000 + (Int(padded) ?? 0))
    }
}

extension Headers {
    /// The offered language that Accept-Language wants most (RFC 9110 §12.5.4); the first of
    /// several that it wants alike.
    ///
    /// - Parameter offered: primary tags in lower case, such as `sv`.
    /// - Returns: nil where it wants none of them by name.
    public func preferredLanguage(of offered: [String]) -> String? {
        var best: (language: String, weight: Int)?
        for item in items("Accept-Language") {
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let tag = parts[0].filter { !$0.isWhitespace }.lowercased()
            let language = String(tag.prefix { $0 != "-" })
            let weight = parts.count == 1 ? 1000 : Self.thousandths(parts[1])
            if offered.contains(language), weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}
