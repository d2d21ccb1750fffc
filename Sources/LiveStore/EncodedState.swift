/// A session's state that becomes bytes only where it must.
///
/// The in-process store keeps the value; a store on another machine keeps the bytes.
public struct EncodedState: Sendable {
    public let value: (any Sendable)?
    public let bytes: @Sendable () throws -> [UInt8]

    public init(value: (any Sendable)?, bytes: @escaping @Sendable () throws -> [UInt8]) {
        self.value = value
        self.bytes = bytes
    }
}
