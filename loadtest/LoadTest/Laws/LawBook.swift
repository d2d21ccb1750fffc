/// What was checked, and what was broken.
struct LawBook {
    struct Breach: Equatable, Sendable {
        let law: Law
        let who: String
        let what: String
        /// By the run's own clock.
        let atMs: Int64
    }

    /// Breaches that are kept word for word; all are counted.
    static let maxKept = 200

    private(set) var breaches: [Breach] = []
    private(set) var breachCounts: [Law: Int] = [:]
    private(set) var checkCounts: [Law: Int] = [:]

    var isKept: Bool { breachCounts.isEmpty }

    /// One thing looked at; `breach` says what was wrong with it.
    ///
    /// - Returns: the breach, when it is one.
    @discardableResult
    mutating func check(
        _ law: Law,
        by who: @autoclosure () -> String,
        atMs: Int64,
        _ breach: String?
    )
        -> Breach?
    {
        checkCounts[law, default: 0] += 1
        guard let breach else { return nil }
        breachCounts[law, default: 0] += 1
        let entry = Breach(law: law, who: who(), what: breach, atMs: atMs)
        if breaches.count < Self.maxKept { breaches.append(entry) }
        return entry
    }
}
