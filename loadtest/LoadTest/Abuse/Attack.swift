import GatewayClient

/// One kind of abuse, ready to be carried out in rounds. Runs on one thread, blow by blow.
protocol Attack: AnyObject {
    /// The metrics that count it; none where the contract lets it happen.
    var series: [String] { get }
    var tally: Tally { get }

    /// One round.
    func strike() throws(ClientFailure)

    /// After a round: waits for what the contract says must become of the attackers, and lets go of
    /// everything.
    func settle() throws(ClientFailure)
}

extension Attack {
    func settle() throws(ClientFailure) {}
}

/// The fate of the attackers.
struct Tally {
    private static let maxBreaches = 5

    private(set) var blows = 0
    /// The number that saw themselves refused; the metrics must know of as many.
    private(set) var refused = 0
    private(set) var breaches: [String] = []

    mutating func blow(_ count: Int = 1) { blows += count }
    mutating func refusal(_ count: Int = 1) { refused += count }

    mutating func breach(_ what: String) {
        if breaches.count < Self.maxBreaches, !breaches.contains(what) { breaches.append(what) }
    }

    /// Counts a close with the wanted code as a refusal, any other end as a breach.
    mutating func closed(_ code: UInt16?, wanted: UInt16) {
        switch code {
        case wanted: refusal()
        case .some(let other): breach("closed with \(other), not \(wanted)")
        case nil: breach("not closed with \(wanted) in time")
        }
    }

    mutating func answered(_ status: Int, wanted: Set<Int>) {
        if wanted.contains(status) {
            refusal()
        } else {
            breach(
                "answered \(status), not \(wanted.sorted().map(String.init).joined(separator: " or "))"
            )
        }
    }
}
