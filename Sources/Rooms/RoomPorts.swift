package import Archive
package import GameState
package import LiveStore
package import Protocol
package import Timers

/// What a room stands on; a simulation brings its own.
package struct RoomPorts<G: Game> {
    var scheduler: any Scheduler
    var live: any LiveStore
    /// Finds content for a wish; nil when there is none. Completes on the room's loop, never before
    /// the call has returned.
    var fetchContent: (ContentWish, @escaping (G.Content?) -> Void) -> Void
    var joinLinks: JoinLinks
    /// Makes a link that opens a clip for a few minutes.
    var makeClipLink: (RoundID, ClipID) -> String
    /// What the archive has of the session, in order; nil when it can't be asked. Completes on the
    /// room's loop, never before the call has returned.
    var fetchArchived: (@escaping ([ArchivedSession.Entry]?) -> Void) -> Void
    /// Where lock nonces come from.
    var randomNumber: () -> UInt64
    /// A commit went through; how long it took, in nanoseconds.
    var didCommit: (_ tookNs: Int64) -> Void
    /// For durations, in nanoseconds.
    var monotonicNs: () -> Int64
    /// Somebody has the brake and was told so; how long that took from reading their pull to writing
    /// its acceptance, in nanoseconds.
    var didGrantBrake: (_ tookNs: Int64) -> Void
    /// A client was told no.
    var didRefuse: (Refusal) -> Void
    /// A commit of this room had such facts.
    var didRecord: (Fact) -> Void
    /// Something that whoever runs the gateway should know.
    var report: (RoomReport) -> Void
    /// The room is over and holds nothing any more.
    var didEnd: () -> Void

    package init(
        scheduler: any Scheduler,
        live: any LiveStore,
        fetchContent: @escaping (ContentWish, @escaping (G.Content?) -> Void) -> Void,
        joinLinks: JoinLinks,
        makeClipLink: @escaping (RoundID, ClipID) -> String,
        fetchArchived: @escaping (@escaping ([ArchivedSession.Entry]?) -> Void) -> Void,
        randomNumber: @escaping () -> UInt64,
        didCommit: @escaping (_ tookNs: Int64) -> Void = { _ in },
        monotonicNs: @escaping () -> Int64,
        didGrantBrake: @escaping (_ tookNs: Int64) -> Void = { _ in },
        didRefuse: @escaping (Refusal) -> Void = { _ in },
        didRecord: @escaping (Fact) -> Void = { _ in },
        report: @escaping (RoomReport) -> Void = { _ in },
        didEnd: @escaping () -> Void
    ) {
        self.scheduler = scheduler
        self.live = live
        self.fetchContent = fetchContent
        self.joinLinks = joinLinks
        self.makeClipLink = makeClipLink
        self.fetchArchived = fetchArchived
        self.randomNumber = randomNumber
        self.didCommit = didCommit
        self.monotonicNs = monotonicNs
        self.didGrantBrake = didGrantBrake
        self.didRefuse = didRefuse
        self.didRecord = didRecord
        self.report = report
        self.didEnd = didEnd
    }
}

/// How this gateway makes links for players.
package struct JoinLinks {
    /// How long one is good for, in milliseconds.
    var lifetimeMs: Int64
    /// Makes a token that nobody can guess.
    var makeToken: () -> String
    /// The link that holds a token.
    var url: (_ token: String) -> String

    package init(
        lifetimeMs: Int64,
        makeToken: @escaping () -> String,
        url: @escaping (_ token: String) -> String
    ) {
        self.lifetimeMs = lifetimeMs
        self.makeToken = makeToken
        self.url = url
    }
}
