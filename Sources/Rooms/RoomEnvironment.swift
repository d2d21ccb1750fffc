public import Archive
public import GameState
public import LiveStore
public import Protocol
public import Timers

/// All that the rooms of one event loop stand on; a simulation and tests bring their own.
///
/// Confined to that loop. No completion is called before the call has returned. Reports have a
/// default that does nothing, and quiet lasts as long as it usually does.
public protocol RoomEnvironment: AnyObject {
    var scheduler: any Scheduler { get }
    var live: any LiveStore { get }

    /// For durations, in nanoseconds.
    var monotonicNs: Int64 { get }
    /// A random number, by which a room draws its place among the heartbeats.
    func makeRandomNumber() -> UInt64

    /// Milliseconds that a link for players is good for.
    var joinLinkMs: Int64 { get }
    /// Milliseconds after which a room that nobody is in goes to rest.
    var quietMs: Int64 { get }
    /// Makes a token that nobody can guess.
    func makeJoinToken() -> String
    /// The link for players that holds a token.
    func joinURL(of session: SessionID, token: String) -> String
    /// Makes a link that opens a clip for a few minutes.
    func makeClipLink(_ session: SessionID, _ round: RoundID, _ clip: ClipID) -> String

    /// Makes a join code that is hard to guess; it may be taken.
    func makeJoinCode() -> String

    /// The version of the latest input that the archive has of a session; nil when it can't tell.
    func fetchArchivedVersion(of session: SessionID, _ done: @escaping (Int64?) -> Void)
    /// True when no entry of a session that was committed here is still on its way to the archive.
    func isHandedOver(_ session: SessionID) -> Bool
    /// Fetches a session's inputs from the archive.
    func fetchJournal(
        of session: SessionID,
        _ done: @escaping (Result<ArchivedSession?, ArchiveError>) -> Void
    )
    /// Runs slow work where no room waits for it, and comes back.
    func runElsewhere<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        _ done: @escaping (Result<Value, any Error>) -> Void
    )

    /// A room is over and holds nothing any more.
    func didEnd(_ session: SessionID)
    /// A room that nobody is in has nothing to do for a while.
    func mayRest(_ session: SessionID)

    // MARK: Reports

    /// A commit went through; how long it took, in nanoseconds.
    func didCommit(tookNs: Int64)
    /// A player took a claim; nanoseconds from reading their command to writing its acceptance.
    func didGrant(_ claim: ClaimID, tookNs: Int64)
    /// A client was told of an error.
    func didRefuse(_ code: ErrorCode)
    /// A client did not get a claim, and was told so in its game's own words.
    func didRefuse(_ loss: ClaimLoss)
    /// A commit of a room here had such a fact.
    func didRecord(_ fact: Fact)
    /// Changes in the numbers of rooms that are open here, and that rest.
    func didCount(open: Int, resting: Int)
    /// Something that the operator should know.
    func report(_ report: RoomReport, of session: SessionID)
}

extension RoomEnvironment {
    /// The inputs that the archive has of a session, in order; nil when it can't be asked.
    func fetchArchived(
        _ session: SessionID,
        _ done: @escaping ([ArchivedSession.Entry]?) -> Void
    ) {
        fetchJournal(of: session) { [self] result in
            switch result {
            case .success(let archived): done(archived?.entries)
            case .failure(let error):
                report(.notAsked(error), of: session)
                done(nil)
            }
        }
    }

    public func isHandedOver(_ session: SessionID) -> Bool { live.isHandedOver(session) }
    public var quietMs: Int64 { RoomTimes.quietMs }
    public func mayRest(_ session: SessionID) {}
    public func didCommit(tookNs: Int64) {}
    public func didGrant(_ claim: ClaimID, tookNs: Int64) {}
    public func didRefuse(_ code: ErrorCode) {}
    public func didRefuse(_ loss: ClaimLoss) {}
    public func didRecord(_ fact: Fact) {}
    public func didCount(open: Int, resting: Int) {}
    public func report(_ report: RoomReport, of session: SessionID) {}
}

/// Finds a game's content for a wish of a session; nil when there is none. Completes on the loop,
/// never before the call has returned.
public typealias ContentSource<G: Game> = (
    G.Wish, SessionID, @escaping (G.Content?) -> Void
) -> Void

/// Memory of a room beside its game, to be compared with its named limits.
public struct RoomFootprint: Sendable {
    public var historySteps: Int
    public var historyBytes: Int
    public var waiting: Int
    public var latecomers: Int
    /// Commands whose answer is still to come.
    public var unanswered: Set<MessageKey>
    /// Players who sit here.
    public var seated: [PlayerID]
    /// Players whose commands are counted under one limit, where these are the most.
    public var countedPlayers: Int
    public var receiptsOfOneViewer: Int
    public var viewersWithReceipts: Int
}

/// Report of a room to the operator.
public enum RoomReport: Equatable, Sendable {
    /// The store had lost the session, or its latest commits, and got them back from here.
    case putBack(version: Int64)
    /// The session's stored data can't be read, and why.
    case unreadable(String)
    /// A player's attempt to take a claim was read.
    case attempted(ClaimAttempt, by: PlayerID)
    /// The store has less of a session that is opened than the archive, or than was known here.
    case isBehind(stored: Int64, known: Int64)
    /// A session was put back from its journal.
    case rebuilt(version: Int64)
    /// Reason why that failed.
    case notRebuilt(String)
    /// The archive can't be asked before the store gets its state back.
    case notAsked(ArchiveError)
    /// The state at a version differs from that of the build that committed it.
    case differs(version: Int64)
}
