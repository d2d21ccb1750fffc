public import Protocol

/// A thing that one player of a session at a time may hold, by the name that its game gives it, such as a
/// buzzer. Stores make a key of the name, so that it stays for as long as sessions do.
public struct ClaimID: Hashable, Sendable {
    public let name: String

    /// - Parameter name: 1 to 15 small letters.
    public init(_ name: String) {
        precondition(
            (1...15).contains(name.utf8.count)
                && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
            "a claim has a name of 1 to 15 small letters"
        )
        self.name = name
    }
}

extension ClaimID: CustomStringConvertible {
    public var description: String { name }
}

/// A claim as its game declares it: all that stores and metrics must know before anybody takes it.
public struct ClaimKind: Hashable, Sendable {
    public let id: ClaimID
    /// Word for tries to take it, in the plural and as metrics name them, such as `presses`.
    public let attempts: String
    /// Reasons for which an attempt fails, as metrics count them: those that `Game.loss` names.
    public let losses: [String]

    public init(_ id: ClaimID, attempts: String, losses: [String]) {
        self.id = id
        self.attempts = attempts
        self.losses = losses
    }
}

/// A command's attempt to take a claim.
public struct ClaimAttempt: Equatable, Sendable {
    public let claim: ClaimID
    /// The sender's own clock, in milliseconds since 1970: logged, never trusted.
    public let atClientMs: Int64?

    public init(on claim: ClaimID, atClientMs: Int64?) {
        self.claim = claim
        self.atClientMs = atClientMs
    }
}

/// A claim that a refused command did not get.
public struct ClaimLoss: Equatable, Sendable {
    public let claim: ClaimID
    /// One of its kind's `losses`.
    public let reason: String

    public init(of claim: ClaimID, because reason: String) {
        self.claim = claim
        self.reason = reason
    }
}

/// A thing that one player of a session holds at a time.
///
/// A commit carries the claims that its input takes and gives up, and stands only where the store finds
/// those free: of many who ask at once, on any gateway, one is first.
public struct Claim: Hashable, Sendable {
    public var id: ClaimID
    public var holder: PlayerID
    /// Milliseconds for which the store keeps it at most, from the commit that takes it. One that
    /// ran out harms nothing: every commit is fenced by the version too.
    public var forMs: Int64

    public init(id: ClaimID, holder: PlayerID, forMs: Int64) {
        self.id = id
        self.holder = holder
        self.forMs = forMs
    }
}

/// Claims that one step takes and gives up. One that goes from a player to another is given up and taken.
public struct ClaimChange: Equatable, Sendable {
    public var taken: [Claim]
    public var released: [Claim]

    public static let none = ClaimChange(taken: [], released: [])

    public init(taken: [Claim], released: [Claim]) {
        self.taken = taken
        self.released = released
    }

    /// Compares the claims of one state with those of the next. A claim that is kept stays for the
    /// time it was taken for.
    public init(from old: [Claim], to new: [Claim]) {
        taken = new.filter { claim in !old.contains { $0.isHeld(as: claim) } }
        released = old.filter { claim in !new.contains { $0.isHeld(as: claim) } }
    }

    /// The claims it is about, each once.
    public var ids: [ClaimID] {
        let taken = taken.map(\.id)
        return taken + released.map(\.id).filter { !taken.contains($0) }
    }
}

extension Claim {
    fileprivate func isHeld(as other: Claim) -> Bool {
        id == other.id && holder == other.holder
    }
}
