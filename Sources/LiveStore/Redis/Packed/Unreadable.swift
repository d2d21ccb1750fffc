/// Data under a key of ours, or on a channel of ours, that we did not write.
struct Unreadable: Error, Hashable {
    /// In words, for a log.
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
