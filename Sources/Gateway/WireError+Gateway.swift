import Protocol

/// Errors that this gateway gives in more than one place.
extension WireError {
    static let foreignToken = WireError(.unauthorized, "no token for this")
    static let expiredToken = WireError(.tokenExpired, "the token has expired")
    static let goingAway = WireError(.serverShutdown, "this gateway is shutting down")
    static let noSuchPath = WireError(.notFound, "no such path")
    static let noSuchClip = WireError(.notFound, "no such clip")
    static let tooManyCalls = WireError(.rateLimited, "too many requests")
    static let notPaired = WireError(.notFound, "not paired")

    static func noSuchCode(_ field: String) -> WireError {
        WireError(.notFound, "no such code", field: field)
    }

    static let noSuchGame = WireError(.badMessage, "no such game", field: "game")
}
