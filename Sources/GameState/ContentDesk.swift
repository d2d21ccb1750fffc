public import Protocol

/// A game's content in the hands of whoever runs the gateway: what there is, and how it is mended, in the game's own
/// words between the gateway's calls.
///
/// Nothing here is a session's, and no room waits for it. Files are read and written on no loop.
public protocol ContentDesk: Sendable {
    /// Everything there is, as one JSON object.
    func list() async throws(DeskFailure) -> [UInt8]

    func sheet(of item: String) async throws(DeskFailure) -> DeskSheet

    /// - Parameter tag: of the item as the caller knows it; nil where that does not matter.
    /// - Returns: the item as it is from then on.
    func change(
        _ item: String,
        _ change: DeskChange,
        knowing tag: String?,
        at now: ServerTime
    ) async throws(DeskFailure) -> DeskSheet

    /// Keeps a host's word on something that was played in a session.
    func take(_ report: DeskReport) async throws(DeskFailure)

    /// Brings what hosts have reported, of items that are gone too, as one JSON object.
    func reports() async throws(DeskFailure) -> [UInt8]

    /// - Parameter time: when somebody dealt with it; nil: it waits again.
    func mark(_ report: String, dealtWithAt time: ServerTime?) async throws(DeskFailure)
}

/// One item with all that is known of it.
public struct DeskSheet: Sendable {
    /// One object.
    public let json: [UInt8]
    /// Differs where the content does.
    public let tag: String

    public init(json: [UInt8], tag: String) {
        self.json = json
        self.tag = tag
    }
}

public enum DeskChange: Sendable {
    /// Of the texts and what they stand on, as the game reads it.
    case content(JSONObject)
    /// A person has read it; empty where nobody says who.
    case approved(by: String)
    case approvalTakenBack
    /// It is not used any more, or again.
    case retired(Bool)
}

public struct DeskReport: Sendable {
    public let id: String
    public let session: SessionID
    public let round: RoundID
    /// As the game reads it.
    public let body: JSONObject
    public let time: ServerTime

    public init(
        id: String,
        session: SessionID,
        round: RoundID,
        body: JSONObject,
        time: ServerTime
    ) {
        self.id = id
        self.session = session
        self.round = round
        self.body = body
        self.time = time
    }
}

public enum DeskFailure: Error, Sendable, CustomStringConvertible {
    /// There is no such item, round or report.
    case unknown
    /// Somebody was faster: it is another than the caller knows.
    case stale
    /// Its rules forbid it; a JSON array says which, and where.
    case againstRules(findings: [UInt8])
    /// The request makes no sense.
    case wrong(WireError)
    /// The place where it is kept can't be written.
    case unwritable(String)
    case tooMany
    /// A store or a folder does not answer.
    case unavailable

    public var description: String {
        switch self {
        case .unknown: "there is no such item"
        case .stale: "somebody has changed it meanwhile"
        case .againstRules: "its rules forbid it"
        case .wrong(let error): error.message
        case .unwritable(let why): why
        case .tooMany: "there are too many"
        case .unavailable: "a store or a folder does not answer"
        }
    }
}
