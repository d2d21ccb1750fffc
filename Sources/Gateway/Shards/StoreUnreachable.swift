/// A store that could not be used while the gateway started.
public struct StoreUnreachable: Error, CustomStringConvertible {
    var store: String
    /// Without its password; nil where whoever reads this knows it.
    var address: String?
    var reason: String
    /// Whether it is there and not what was written: somebody must mend it.
    public var isDamaged = false

    public var description: String {
        let place = address.map { " at \($0)" } ?? ""
        return
            "\(store)\(place) can't be \(isDamaged ? "read, it is damaged" : "reached"): \(reason)"
    }
}
