public import GameState
public import Protocol

/// A room of any game, as sockets and routes use it. Confined to its event loop.
public protocol AnyRoom: AnyObject {
    var session: SessionID { get }
    var lobby: Lobby { get }
    var gameName: String { get }
    /// True when a newcomer may sit down now.
    var isJoinable: Bool { get }

    /// Of the latest commit that is known here.
    var version: Int64 { get }

    /// True while a timer runs.
    var isTimed: Bool { get }

    /// True while something is being committed or waits to be.
    var isBusy: Bool { get }

    /// Runs `action` once everything that waits now has been dealt with.
    func afterPending(_ action: @escaping () -> Void)

    /// Runs `action` with the token of the link for players, once there is one that is good; nil
    /// when none was available.
    func whenInviting(_ action: @escaping (JoinToken?) -> Void)

    /// Sits a new player down; completes when that is committed.
    ///
    /// - Parameter avatar: the one that is wished for, if any.
    func join(
        _ player: PlayerID,
        name: PlayerName,
        avatar: Avatar?,
        _ done: @escaping (Result<Void, WireError>) -> Void
    )

    /// Completes with whether the host offers its place to a player; a room that knows of no such offer asks
    /// the store first, as often as a player may connect.
    func findOffer(to player: PlayerID, _ done: @escaping (Result<Bool, WireError>) -> Void)

    /// A player takes the host's place that was offered; completes when that is committed.
    func takeOver(_ player: PlayerID, _ done: @escaping (Result<Void, WireError>) -> Void)

    /// Gives a client its seat: WELCOME, then the missed patches, or the whole document. A client
    /// that knows more than this room, or whom it does not know, waits for the newest stored state.
    ///
    /// - Parameters:
    ///   - device: a player's, by which a removed player is known again.
    ///   - lastVersion: the version the client holds already, if it comes back.
    /// - Throws: `session_ended`; `rate_limited`; `degraded` where only a newer build may lead the
    ///   session; `forbidden` for a device that was removed. A player who is not in the lobby any
    ///   more is told `forbidden`, then closed.
    func seat(
        _ viewer: Viewer,
        connection: ConnectionID,
        device: DeviceMark?,
        outlet: any FrameSink,
        lastVersion: Int64?,
        clientTime: ServerTime?
    ) throws(WireError) -> Seat

    /// Making of a clip, if this viewer may hear it; a room that does not know it asks the store first.
    func findSource(
        of clip: ClipID,
        in round: RoundID,
        for viewer: Viewer,
        _ done: @escaping (ClipSource?) -> Void
    )

    /// Completes with what a viewer sees now; a room that does not know the viewer asks the store first, as
    /// often as a player may connect.
    func findDocument(
        for viewer: Viewer,
        _ done: @escaping (Result<RoomDocument, WireError>) -> Void
    )

    func receive(_ message: ClientMessage, from seat: Seat)

    /// Sends the document anew: the patches since `lastVersion`, or a snapshot.
    ///
    /// - Returns: how many bytes that is.
    @discardableResult
    func resume(_ seat: Seat, lastVersion: Int64?, inReplyTo: String?) -> Int

    /// A snapshot in place of patches that a slow client's queue had no room for.
    func refresh(_ seat: Seat)

    /// The seat's connection is gone.
    func vacate(_ seat: Seat)

    /// Reads the stored state: something was left undone.
    func lookUp()

    /// Remains of the room if it goes to rest now; nil while it can't.
    var restingPoint: RestingPoint? { get }

    /// Lets go of everything without a word; the room is of no use afterwards.
    func rest()

    /// A caller asks for the room: another minute passes before it rests.
    func stayAwake()

    /// Ends the session for good.
    func close(_ done: @escaping (Result<Void, WireError>) -> Void)
}

extension AnyRoom {
    /// Sits a new player down with whatever avatar is left.
    public func join(
        _ player: PlayerID,
        name: PlayerName,
        _ done: @escaping (Result<Void, WireError>) -> Void
    ) {
        join(player, name: name, avatar: nil, done)
    }
}
