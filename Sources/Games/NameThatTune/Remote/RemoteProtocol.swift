import Foundation
import GameState
public import Making

/// Protocols that a catalogue elsewhere may speak.
public enum RemoteSpeech: Sendable {
    /// The iTunes Search API, which wants no key.
    case iTunes
    /// Spotify's Web API, by the client-credentials flow.
    ///
    /// - Parameters:
    ///   - accounts: base of the server that gives tokens.
    ///   - key: id and secret of the operator's app.
    case spotify(accounts: String, key: WebPass)
}

extension RemoteSpeech {
    /// - Parameters:
    ///   - base: of the server that is asked for tunes.
    ///   - country: ISO 3166-1 alpha-2; nil: as the server likes.
    func remote(at base: String, country: String?) -> any RemoteProtocol {
        let place = RemotePlace(base)
        switch self {
        case .iTunes: return ITunes(at: place, country: country)
        case .spotify(let accounts, let key):
            let credentials = ClientCredentials(at: RemotePlace(accounts), key: key)
            return Spotify(at: place, market: country, credentials)
        }
    }
}

/// A question to a catalogue elsewhere.
enum RemoteCall: Equatable, Sendable {
    case search(String)
    /// One tune by its id.
    case lookUp(String)
}

/// A protocol of a catalogue elsewhere: its calls, and answers as they are read. It asks nobody itself.
protocol RemoteProtocol: Sendable {
    /// Nil: calls need no pass.
    var credentials: ClientCredentials? { get }

    /// Nil for a tune that can be none of its.
    func address(of call: RemoteCall) -> String?

    /// Tunes of an answer, of which each comes once; what can't be read of it is left out.
    ///
    /// - Throws: where it is no answer at all.
    func tunes(in page: WebPage, for call: RemoteCall) throws(RemoteFault) -> [RemoteFound]
}

/// A tune that the server knows, and where its sound and its picture are.
struct RemoteFound: Equatable, Sendable {
    let tune: Tune
    /// Nil: it can't be played.
    let preview: String?
    /// The best first.
    let pictures: [String]
    let album: String?

    var track: Track { Track(tune: tune, album: album) }

    /// Tunes of one search.
    static let most = 50
    private static let maxAddressBytes = 2_048

    /// Nil for what is none, or longer than anything that is read.
    static func address(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty || $0.utf8.count > maxAddressBytes ? nil : $0 }
    }
}

extension [RemoteFound] {
    /// The first of each id.
    var once: [RemoteFound] {
        var seen: Set<String> = []
        return filter { seen.insert($0.tune.id).inserted }
    }
}

/// Server and answer behind a trouble, for the operator alone: nothing of it is text of the server's own.
public struct RemoteCause: Equatable, Sendable {
    public enum Server: Sendable {
        case catalogue
        /// The one that gives tokens.
        case accounts
    }

    public var server = Server.catalogue
    /// Nil where no answer came.
    public var status: Int?
    /// Nil where the server of tokens says none of these words.
    public var refusal: GrantRefusal?
}

/// A reason why a call brings nothing.
struct RemoteFault: Error, Equatable, Sendable {
    /// For the host.
    let trouble: PickTrouble
    /// True where the server wants nothing to do with the operator's key.
    var isOfKey = false
    /// Seconds for which the server is left alone; nil: it may be asked at once.
    var restSeconds: Int?
    var cause = RemoteCause()

    static let garbled = RemoteFault(
        trouble: .garbled,
        restSeconds: RemoteLimits.nonsenseSeconds
    )
    static let keyRefused = RemoteFault(
        trouble: .away,
        isOfKey: true,
        restSeconds: RemoteLimits.pauseSeconds
    )

    /// After an answer that says that there were too many.
    static func limited(_ page: WebPage) -> RemoteFault {
        let seconds = page.retryAfterSeconds ?? RemoteLimits.pauseSeconds
        return RemoteFault(
            trouble: .limited,
            restSeconds: min(max(seconds, 1), RemoteLimits.maxPauseSeconds)
        )
    }

    /// The usual meaning of an answer that is none.
    init(_ page: WebPage) {
        switch page.status {
        case 429: self = .limited(page)
        case 500...: self.init(trouble: .away, restSeconds: RemoteLimits.awaySeconds)
        case _: self = .garbled
        }
    }

    init(_ fault: WebFault) {
        let trouble = PickTrouble(fault)
        switch fault {
        case .slow, .away: self.init(trouble: trouble, restSeconds: RemoteLimits.awaySeconds)
        case .tooLarge: self = .garbled
        // Servers of the operator's are asked, so it is a redirect that is not followed.
        case .forbidden: self.init(trouble: trouble, restSeconds: RemoteLimits.nonsenseSeconds)
        case .tooMany: self.init(trouble: trouble)
        }
    }

    init(trouble: PickTrouble, isOfKey: Bool = false, restSeconds: Int? = nil) {
        self.trouble = trouble
        self.isOfKey = isOfKey
        self.restSeconds = restSeconds
    }
}

extension PickTrouble {
    init(_ fault: WebFault) {
        switch fault {
        case .forbidden: self = .elsewhere
        case .tooLarge: self = .broken
        case .tooMany: self = .limited
        case .slow: self = .slow
        case .away: self = .away
        }
    }
}

/// The base of a server, and addresses below it.
struct RemotePlace: Sendable {
    /// Without a slash at its end.
    private let base: String

    init(_ base: String) {
        var base = base
        while base.last == "/" { base.removeLast() }
        self.base = base
    }

    func address(_ path: String, _ query: [(name: String, value: String?)] = []) -> String {
        let fields = query.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return "\(base)/\(path)" + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }

    /// False for an address that nobody reads, whatever is there: without TLS there is this server alone.
    func leads(to address: String) -> Bool {
        let isTLS = address.hasPrefix("https://")
        let isRead = isTLS || address.hasPrefix("http://") && base.hasPrefix("http://")
        let authority = Self.authority(of: address)
        guard isRead, !authority.isEmpty, !authority.contains("@"),
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return false }
        return isTLS || authority == Self.authority(of: base)
    }

    /// Without the usual port of http.
    private static func authority(of address: String) -> Substring {
        guard let scheme = address.range(of: "://") else { return "" }
        let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return authority.hasSuffix(":80") ? authority.dropLast(3) : authority
    }

    /// Anything but letters, digits and `-._~` as bytes (RFC 3986 §2.3).
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (48...57).contains(byte) || (65...90).contains(byte & 0xDF) && byte < 128
                || [45, 46, 95, 126].contains(byte)
            if isPlain { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }
}
