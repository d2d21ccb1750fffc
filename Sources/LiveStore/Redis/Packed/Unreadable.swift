/// What stands under a key of ours, or came over a channel of ours, is not what we wrote.
struct Unreadable: Error, Hashable {
    /// In words, for a log.
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
