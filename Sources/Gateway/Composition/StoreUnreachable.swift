/// A store that did not answer while the gateway started.
public struct StoreUnreachable: Error, CustomStringConvertible {
    var store: String
    /// Without its password.
    var address: String
    var reason: String

    public var description: String { "\(store) at \(address) can't be reached: \(reason)" }
}
