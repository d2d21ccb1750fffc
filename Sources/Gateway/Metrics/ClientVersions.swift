import Metrics
import Synchronization

/// Counts clients by what they say their version is: the first few versions by their names, for a client
/// may say anything; the rest as `other`.
final class ClientVersions: Sendable {
    /// Versions that are counted by their names.
    static let maxNamed = 16

    private let make: @Sendable (String) -> Counter
    private let named = Mutex<[ClientVersion: Counter]>([:])
    private let other: Counter
    /// Says none, or one that can't be read.
    private let unknown: Counter

    /// - Parameter make: makes the counter of a version.
    init(make: @escaping @Sendable (String) -> Counter) {
        self.make = make
        other = make("other")
        unknown = make("unknown")
    }

    func count(_ version: ClientVersion?) {
        guard let version else { return unknown.increment() }
        let counter = named.withLock { named in
            if let known = named[version] { return known }
            guard named.count < Self.maxNamed else { return other }
            let new = make("\(version)")
            named[version] = new
            return new
        }
        counter.increment()
    }
}
