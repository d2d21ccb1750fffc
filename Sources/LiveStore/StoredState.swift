/// A session as it is stored.
public struct StoredState: Sendable {
    public var version: Int64
    public var state: EncodedState

    public init(version: Int64, state: EncodedState) {
        self.version = version
        self.state = state
    }
}
