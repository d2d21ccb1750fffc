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
