/// What became of a refresh token that was to be renewed.
public enum TokenRenewal: Sendable, Equatable {
    case renewed
    case unknown
    case expired
    /// Spent before: somebody holds a copy. The family is revoked now.
    case reused
}
