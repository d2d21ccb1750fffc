/// Redis' errors: a code, and words for people.
enum ServerWords {
    static let maxShown = 200

    /// Not nil when the server could not serve anybody: the command was not carried out, and
    /// another server, or this one later, may do better.
    static func failure(_ error: String) -> RedisFailure? {
        switch error.prefix(while: { $0 != " " }) {
        case "LOADING", "READONLY", "MASTERDOWN": .notServing(printable(error))
        case "NOAUTH": .authentication(printable(error))
        default: nil
        }
    }

    /// Fit for a log: a server's text may hold anything.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(maxShown).map {
                    $0.properties.generalCategory == .control ? "?" : $0
                }
            )
        )
    }
}
