import GatewayClient

/// An attack, by the name it is called with.
public enum Abuse: String, CaseIterable, Sendable {
    case slowHeads = "slow-heads"
    case slowBodies = "slow-bodies"
    case slowFrames = "slow-frames"
    case neverReading = "never-reading"
    case halfOpen = "half-open"
    case connectFlood = "connect-flood"
    case silentConnections = "silent-connections"
    case silentUpgrades = "silent-upgrades"
    case messageFlood = "message-flood"
    case pingFlood = "ping-flood"
    case fullMessages = "full-messages"
    case fragments
    case controlFrames = "control-frames"
    case deflateBombs = "deflate-bombs"
    case wrongTokens = "wrong-tokens"
    case codeGuessing = "code-guessing"
    case pipelining
    case largeHeads = "large-heads"
    case largeMessages = "large-messages"
    case resets
    case descriptors
    case tlsGarbage = "tls-garbage"
    case tlsHandshakes = "tls-handshakes"

    /// Those that are over in seconds, and find most.
    public static let short: [Abuse] = [
        .connectFlood, .messageFlood, .fullMessages, .fragments, .deflateBombs, .wrongTokens,
        .codeGuessing, .largeMessages, .resets, .descriptors, .tlsGarbage, .tlsHandshakes,
    ]

    /// Gateways with fewer descriptors than this are there to run out of them.
    private static let fewDescriptors = 1_024

    public var meaning: String {
        switch self {
        case .slowHeads: "requests whose heads come byte by byte"
        case .slowBodies: "requests whose bodies come byte by byte"
        case .slowFrames: "HELLOs that come byte by byte"
        case .neverReading: "players who read nothing in a storm of patches"
        case .halfOpen: "players whose machines vanish"
        case .connectFlood: "connections that come and go at once"
        case .silentConnections: "connections that say nothing"
        case .silentUpgrades: "10 000 WebSockets that never say HELLO"
        case .messageFlood: "messages over the limit"
        case .pingFlood: "pings over the limit"
        case .fullMessages: "messages of 16 KiB, just within the limit"
        case .fragments: "messages in endless fragments of a byte or none"
        case .controlFrames: "pings and pongs between endless fragments"
        case .deflateBombs: "small messages that inflate to far too much"
        case .wrongTokens: "forged tokens by the thousand"
        case .codeGuessing: "join codes guessed beside 30 guests of the same address"
        case .pipelining: "requests by the thousand whose answers nobody takes"
        case .largeHeads: "heads that are too large"
        case .largeMessages: "messages that are too large"
        case .resets: "players who reset in the middle of a patch"
        case .descriptors: "every descriptor taken (needs a gateway that has few)"
        case .tlsGarbage: "noise on a TLS port (needs TLS)"
        case .tlsHandshakes: "handshakes for nothing, half and whole (needs TLS)"
        }
    }

    /// Makes it ready to strike.
    func prepare(_ site: Site) throws(ClientFailure) -> any Attack {
        switch self {
        case .slowHeads: SlowRequest(site, .head)
        case .slowBodies: SlowRequest(site, .body)
        case .slowFrames: SlowFrames(site)
        case .neverReading: try NeverReading(site)
        case .halfOpen: try HalfOpen(site)
        case .connectFlood: ConnectFlood(site)
        case .silentConnections: SilentConnections(site)
        case .silentUpgrades: SilentUpgrades(site)
        case .messageFlood: try MessageFlood(site, .messages)
        case .pingFlood: try MessageFlood(site, .pings)
        case .fullMessages: try FullMessages(site)
        case .fragments: Fragments(site, [.oneByte, .empty])
        case .controlFrames: Fragments(site, [.pings, .pongs])
        case .deflateBombs: DeflateBombs(site)
        case .wrongTokens: try WrongTokens(site)
        case .codeGuessing: CodeGuessing(site)
        case .pipelining: Pipelining(site)
        case .largeHeads: Oversized(site, .head)
        case .largeMessages: Oversized(site, .message)
        case .resets: try Resets(site)
        case .descriptors: Descriptors(site)
        case .tlsGarbage: try Handshakes(site, .garbage)
        case .tlsHandshakes: try Handshakes(site, .whole)
        }
    }

    /// Why it can't be carried out there; nil: it can.
    func obstacle(_ target: Target, _ process: GatewayProcess) -> String? {
        let isStarved = process.maxDescriptors <= Self.fewDescriptors
        switch self {
        case .tlsGarbage, .tlsHandshakes: return target.isTLS ? nil : "this gateway has no TLS"
        case .descriptors:
            if target.isTLS { return "attackers speak no TLS" }
            return isStarved ? nil : "this gateway has descriptors enough"
        case .slowHeads, .slowBodies, .slowFrames, .neverReading, .halfOpen, .connectFlood,
            .silentConnections, .silentUpgrades, .messageFlood, .pingFlood, .fullMessages,
            .fragments, .controlFrames, .deflateBombs, .wrongTokens, .codeGuessing, .pipelining,
            .largeHeads, .largeMessages, .resets:
            if target.isTLS { return "attackers speak no TLS" }
            return isStarved ? "this gateway has few descriptors" : nil
        }
    }

    /// The second byte of its attackers' addresses: limits by address are shared with nobody.
    var net: Int { 16 + (Self.allCases.firstIndex(of: self) ?? 0) }
}
