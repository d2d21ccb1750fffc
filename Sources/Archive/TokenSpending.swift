/// What became of a refresh token that was to be spent.
public enum TokenSpending: Sendable, Equatable {
    case spent(RefreshToken)
    case unknown
    case expired
    /// Spent before: somebody holds a copy. The family is revoked now.
    case reused
}
