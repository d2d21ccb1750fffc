import HTTP

/// Tells the pages of other sites, which need no answer to do harm: a browser sends what they ask with the
/// household's address on it.
enum CrossSite {
    /// Whether a request that changes something comes from one. What is no browser says nothing of sites
    /// and is taken; a browser says Sec-Fetch-Site where the address is one it trusts, and Origin everywhere.
    ///
    /// Not told from what the body is called: `curl -d` calls it a form, and `fetch` of a string plain text.
    static func sent(_ request: Request, toSiteOf publicURL: String) -> Bool {
        guard request.method != .get, request.method != .head else { return false }
        if let site = request.headers.first("Sec-Fetch-Site") { return site == "cross-site" }
        guard let origin = request.headers.first("Origin") else { return false }
        // Of the host alone, as Sec-Fetch-Site would: another port of it is no stranger. What a proxy was
        // called, no page of another site can say: it would have to be asked first, and we never allow it.
        let names = ["Host", "X-Forwarded-Host"].compactMap(request.headers.first) + [publicURL]
        return !names.map(host).contains(host(origin))
    }

    /// Of a URL, or of what stands in Host.
    private static func host(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { $0 != "/" }
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        return (end.map { authority[...$0] } ?? authority.prefix { $0 != ":" }).lowercased()
    }
}
