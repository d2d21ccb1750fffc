import GameState
import LiveStore
import Timers

/// What a room stands on; a simulation brings its own.
struct RoomPorts<G: Game> {
    var scheduler: any Scheduler
    var live: any LiveStore
    /// Finds content for a wish; nil when there is none. Completes on the room's loop, never before
    /// the call has returned.
    var fetchContent: (ContentWish, @escaping (G.Content?) -> Void) -> Void
    /// Makes a link for the QR that is good for the next quarter of an hour.
    var makeJoinURL: () -> String
    /// Where lock nonces come from.
    var randomNumber: () -> UInt64
    /// The room is over and holds nothing any more.
    var didEnd: () -> Void
}
