import HTTP

/// Seconds for which a server wants no events, read from its answer.
enum RateLimit {
    /// Used where a 429 names no time, as Sentry's clients do.
    static let usualSeconds: Int64 = 60
    /// A server that asks for more is asked again after a day.
    static let maxSeconds: Int64 = 86_400

    /// - Returns: nil where events may go on.
    static func seconds(_ response: Response) -> Int64? {
        let named = response.headers.items("X-Sentry-Rate-Limits").compactMap(seconds(limit:)).max()
        if let named { return named }
        // Limits named there do not concern events.
        if response.headers.contains("X-Sentry-Rate-Limits") { return nil }
        guard response.status == .tooManyRequests else { return nil }
        guard let text = response.headers.first("Retry-After"), let seconds = number(text[...])
        else { return usualSeconds }
        return seconds
    }

    /// One of `60:error;transaction:organization`: seconds, then categories, none for all.
    private static func seconds(limit: String) -> Int64? {
        let parts = limit.split(separator: ":", omittingEmptySubsequences: false)
        guard let seconds = number(parts[0]) else { return nil }
        let categories = parts.count > 1 ? parts[1].split(separator: ";") : []
        guard categories.isEmpty || categories.contains("error") else { return nil }
        return seconds
    }

    private static func number(_ text: Substring) -> Int64? {
        // Fractions have been seen; the whole second after is meant.
        guard let value = Double(text), value >= 0 else { return nil }
        return value < Double(maxSeconds) ? Int64(value.rounded(.up)) : maxSeconds
    }
}
