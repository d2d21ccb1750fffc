public enum TokenSpending: Sendable, Equatable {
    case spent(RefreshToken)
    case unknown
    case expired
    /// Spent before: somebody holds a copy. The family is revoked now.
    case reused
}
