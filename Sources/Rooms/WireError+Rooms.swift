package import Protocol

/// Errors of rooms and their openers.
extension WireError {
    package static let storeUnreachable = WireError(.degraded, "the store can't be reached")
    package static let nothingSaved = WireError(.degraded, "nothing can be saved at the moment")
    /// The store took it and has been silent since: a repeat of the message gets its outcome.
    package static let inDoubt = WireError(.degraded, "it is unknown whether this was saved")
    package static let nothingBegun = WireError(
        .degraded,
        "no session can be started at the moment"
    )
    package static let tooManyRooms = WireError(.degraded, "too many sessions are open here")
    package static let removed = WireError(.forbidden, "removed by the host")
    package static let sessionOver = WireError(.sessionEnded, "the session has ended")
    /// A newer build began the session, and goes on with it on other gateways.
    package static let olderGateway = WireError(
        .degraded,
        "this gateway is older than the session; try again"
    )
    package static let unreadableSession = WireError(.internal, "the stored session can't be read")
}
