/// The whole state of a session at one version.
public struct Snapshot: Sendable {
    public var version: Int64
    public var state: EncodedState

    public init(version: Int64, state: EncodedState) {
        self.version = version
        self.state = state
    }
}
