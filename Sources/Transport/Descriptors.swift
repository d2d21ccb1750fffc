import Glibc

/// The descriptors that this process may have.
enum Descriptors {
    /// getrlimit(2), as it is when the first connection comes.
    private static let limit: Int = {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }()

    /// Whether most are taken, as the one that was given last tells: it is the lowest that was free (open(2)).
    static func areShort(after newest: Int32) -> Bool {
        Int(newest) >= limit / 4 * 3
    }
}
