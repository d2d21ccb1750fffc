import Protocol

/// What somebody who asks for a seat says of what they have already.
struct SeatGreeting: Equatable {
    /// The version of the document.
    var lastVersion: Int64?
    /// By the client's own clock.
    var clientTime: ServerTime?
}
