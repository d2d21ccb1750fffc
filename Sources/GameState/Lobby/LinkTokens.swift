public import Protocol

/// The token of the link that players scan: one for all of them, until its time is up, the session
/// ends or the host wants another.
public struct JoinToken: Codable, Equatable, Sendable, CustomStringConvertible {
    public let text: String
    public let madeAt: ServerTime
    /// The one before it: a client that brings it is told that its time is up.
    public let former: String?
    /// The host asked for another one; this one lets nobody in any more.
    public internal(set) var isRevoked = false

    public init(_ text: String, madeAt: ServerTime, replacing former: JoinToken? = nil) {
        self.text = text
        self.madeAt = madeAt
        self.former = former?.text
    }

    public var description: String { "a join token" }
}

/// The token of the link that makes a device the host, as often as it is opened. Of the token itself
/// nothing is kept.
public struct HostToken: Codable, Equatable, Sendable {
    /// Of the token, one way.
    public let hash: String
    public let madeAt: ServerTime

    public init(hash: String, madeAt: ServerTime) {
        self.hash = hash
        self.madeAt = madeAt
    }
}

extension Lobby {
    /// - Parameter token: nil in sessions of a build whose links had their tokens elsewhere.
    /// - Returns: false when the present one stays: another came first.
    mutating func replaceLink(_ url: String, _ token: JoinToken?) -> Bool {
        guard status != .ended else { return false }
        guard let token else {
            guard joinURL != url else { return false }
            joinURL = url
            return true
        }
        let isMoved = token == joinToken && url != joinURL
        guard isMoved || token.text != joinToken?.text && token.former == joinToken?.text else {
            return false
        }
        joinURL = url
        joinToken = token
        return true
    }

    /// Ends every link that was handed out; players get another.
    ///
    /// - Parameter now: nil where links for screens stay good.
    /// - Returns: false when another one is on its way already.
    mutating func revokeLinks(at now: ServerTime?) -> Bool {
        guard joinToken?.isRevoked == false else { return false }
        linksSince = now
        joinToken?.isRevoked = true
        hostToken = nil
        return true
    }
}
