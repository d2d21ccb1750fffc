import Protocol

/// Tells one facade of the store from another.
typealias FollowerID = ObjectIdentifier

/// News of a session, for everybody but the one who made them.
struct InProcessNews: Sendable {
    /// Made only when somebody else follows: bodies are encoded for it.
    let news: @Sendable () -> News
    let maker: FollowerID

    init(_ news: News, by maker: FollowerID) {
        self.news = { news }
        self.maker = maker
    }

    init(of commit: Commit, by maker: FollowerID) {
        news = {
            .committed(
                CommittedEntry(
                    previousVersion: commit.expectedVersion,
                    version: commit.version,
                    at: commit.entry.at,
                    body: commit.entry.body()
                )
            )
        }
        self.maker = maker
    }
}
