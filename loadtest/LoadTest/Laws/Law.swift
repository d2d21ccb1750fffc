/// Everything that the load test holds the gateway to: the laws of the architecture, the wire contract, and the
/// rules of scoring.
enum Law: String, CaseIterable, Sendable {
    case brake = "law 1"
    case secrecy = "law 2"
    case document = "law 3"
    case version = "law 4"
    case lasting = "law 5"
    case timer = "law 6"
    case bounds = "law 7"
    case repetition = "law 8"
    case replay = "law 9"
    case isolation = "law 10"
    case score = "scores"
    case receipt = "receipts"
    case contract = "contract"

    var meaning: String {
        switch self {
        case .brake: "one brake at most, every pull answered once"
        case .secrecy: "no secret before its time"
        case .document: "snapshot + patches = snapshot"
        case .version: "versions never go back"
        case .lasting: "what was told stays true"
        case .timer: "no timer early"
        case .bounds: "what is held has limits"
        case .repetition: "a repeat has no effect"
        case .replay: "what is stored gives the same"
        case .isolation: "a sloth delays nobody"
        case .score: "points follow from the answers"
        case .receipt: "every answer is answered once"
        case .contract: "messages are as agreed"
        }
    }
}

/// Everything that was checked, and all that was broken.
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

    /// One thing was looked at; `breach` says what was wrong with it.
    mutating func note(_ law: Law, _ breach: Breach?) {
        checkCounts[law, default: 0] += 1
        guard let breach else { return }
        breachCounts[law, default: 0] += 1
        if breaches.count < Self.maxKept { breaches.append(breach) }
    }
}
