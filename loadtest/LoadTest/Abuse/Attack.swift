import GatewayClient

/// One kind of abuse, by the name it is called with. Carried out in rounds, on one thread, blow by blow.
struct Attack: Sendable {
    /// The gateways that it can be carried out against.
    enum Ground { case plain, tls, fewDescriptors }

    /// One round: from the first blow until it has come true what the contract says must become of the
    /// attackers.
    typealias Round = () throws(ClientFailure) -> Void

    /// Gateways with fewer descriptors than this are there to run out of them.
    private static let fewDescriptors = 1_024

    let name: String
    let meaning: String
    let ground: Ground
    /// The metrics that count it; none where the contract lets it happen.
    let series: [String]
    /// Makes it ready to strike.
    let prepare: @Sendable (Site) throws(ClientFailure) -> Round

    /// Over in seconds, and those that find most.
    static let quick: [Attack] = [
        Silent.connectFlood, Floods.messageFlood, Floods.fullMessages, Floods.fragments,
        Large.deflateBombs, Strangers.wrongTokens, Strangers.codeGuessing, Large.largeMessages,
        Floods.resets, Silent.descriptors, Strangers.tlsGarbage, Strangers.tlsHandshakes,
    ]
    static let all: [Attack] =
        quick + [
            Slow.slowHeads, Slow.slowBodies, Slow.slowFrames, Slow.neverReading, Silent.halfOpen,
            Silent.silentConnections, Silent.silentUpgrades, Floods.pingFlood, Floods.controlFrames,
            Slow.pipelining, Large.largeHeads,
        ]

    /// The reason why it can't be carried out there; nil: it can.
    func obstacle(_ target: Target, _ process: GatewayProcess) -> String? {
        let isStarved = process.maxDescriptors <= Self.fewDescriptors
        guard target.isTLS == (ground == .tls) else {
            return target.isTLS ? "attackers speak no TLS" : "this gateway has no TLS"
        }
        guard ground != .tls, isStarved != (ground == .fewDescriptors) else { return nil }
        return "this gateway has \(isStarved ? "few descriptors" : "descriptors enough")"
    }

    /// The second byte of its attackers' addresses: limits by address are shared with nobody.
    var net: Int { 16 + (Self.all.firstIndex { $0.name == name } ?? 0) }
}

extension Attack {
    init(
        _ name: String,
        _ meaning: String,
        on ground: Ground = .plain,
        counted series: [String] = [],
        round: @escaping @Sendable (Site) throws(ClientFailure) -> Void
    ) {
        self.init(name: name, meaning: meaning, ground: ground, series: series) {
            site in { () throws(ClientFailure) in try round(site) }
        }
    }

    /// In a session of the attackers' own, that so many of them have joined.
    init(
        _ name: String,
        _ meaning: String,
        players: Int,
        counted series: [String] = [],
        round: @escaping @Sendable (Site, AttackedParty) throws(ClientFailure) -> Void
    ) {
        self.init(name: name, meaning: meaning, ground: .plain, series: series) {
            (site) throws(ClientFailure) in
            let party = try site.openParty(players: players)
            return { () throws(ClientFailure) in try round(site, party) }
        }
    }
}

/// Series of the gateway's metrics, by the values of their one label.
extension [String] {
    static func cuts(_ reasons: String...) -> [String] {
        reasons.map { #"gateway_connections_cut_total{reason="\#($0)"}"# }
    }

    static func errors(_ code: String) -> [String] {
        [#"gateway_errors_sent_total{code="\#(code)"}"#]
    }

    static func violations(_ code: Int) -> [String] {
        [#"gateway_protocol_violations_total{code="\#(code)"}"#]
    }
}

/// The fate of the attackers.
struct Tally {
    private static let maxBreaches = 5

    private(set) var blows = 0
    /// The number that saw themselves refused; the metrics must know of as many.
    private(set) var refused = 0
    private(set) var breaches: [String] = []

    mutating func blow(_ count: Int) { blows += count }
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

    mutating func answered(_ status: Int, wanted: Int) {
        if status == wanted { refusal() } else { breach("answered \(status), not \(wanted)") }
    }
}
