import GameState
import LiveStore
import Protocol

/// An input on its way to its commit.
struct PendingInput<G: Game>: Equatable {
    var input: Input<G>
    var sender: ReplyTarget
    /// The time it came at; one that waits behind a slow commit is not late for that.
    var at: ServerTime

    /// The seat it came by.
    var seat: Seat? {
        if case .seat(let seat, _) = sender { seat } else { nil }
    }

    /// True for a join that was committed: a player has one name of their own, and is told so.
    func hasJoined(_ lobby: Lobby) -> Bool {
        if case .join(let player, _, _) = input { lobby.player(player) != nil } else { false }
    }

    /// True for a player who would take the host's place, when nobody may by now: it may have been this one.
    func mayHaveTakenOver(_ lobby: Lobby) -> Bool {
        if case .takeOver(let player) = input { lobby.offeredTo != player } else { false }
    }

    /// The command it answers, if that can be repeated.
    var key: MessageKey? {
        guard case .seat(let seat, let messageID?) = sender else { return nil }
        return MessageKey(viewer: seat.viewer, messageID: messageID)
    }
}

/// The sender that waits for an answer to an input.
enum ReplyTarget: Equatable {
    case nobody
    case seat(Seat, messageID: String?)
    /// A REST call.
    case call(Completion<Result<Void, WireError>>)

    static func == (one: ReplyTarget, other: ReplyTarget) -> Bool {
        switch (one, other) {
        case (.nobody, .nobody): true
        case (.seat(let seat, let id), .seat(let otherSeat, let otherID)):
            seat === otherSeat && id == otherID
        case (.call(let call), .call(let otherCall)): call == otherCall
        case (.nobody, _), (.seat, _), (.call, _): false
        }
    }
}

/// A completion that is told apart from others by being itself.
final class Completion<Value>: Equatable {
    let call: (Value) -> Void

    init(_ call: @escaping (Value) -> Void) {
        self.call = call
    }

    static func == (one: Completion, other: Completion) -> Bool { one === other }
}
