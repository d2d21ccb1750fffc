package import Protocol

/// What this gateway says in more than one place.
extension WireError {
    static let storeUnreachable = WireError(.degraded, "the store can't be reached")
    static let nothingSaved = WireError(.degraded, "nothing can be saved at the moment")
    /// The store took it in and has been silent since: the same message again gets what came of it.
    package static let inDoubt = WireError(.degraded, "it is not known whether this was saved")
    static let nothingBegun = WireError(.degraded, "no session can be begun at the moment")
    static let foreignToken = WireError(.unauthorized, "no token for this")
    static let expiredToken = WireError(.tokenExpired, "the token has expired")
    static let removed = WireError(.forbidden, "removed by the host")
    static let sessionOver = WireError(.sessionEnded, "the session has ended")
    static let goingAway = WireError(.serverShutdown, "this gateway is going away")
    static let unreadableSession = WireError(.internal, "the stored session can't be read")
    static let noSuchPath = WireError(.notFound, "no such path")
    static let noSuchClip = WireError(.notFound, "no such clip")
    static let tooManyCalls = WireError(.rateLimited, "too many for now")
    static let notPaired = WireError(.notFound, "not paired")

    static func noSuchCode(_ field: String) -> WireError {
        WireError(.notFound, "no such code", field: field)
    }

    static let noSuchGame = WireError(.badMessage, "no such game", field: "game")
}
