/// Reason why bytes are no JSON text that this protocol takes.
public struct JSONError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        case unexpectedEnd
        case unexpectedByte
        case badEscape
        case badNumber
        case badUTF8
        /// More than `JSONReader.maxDepth` arrays and objects within each other.
        case tooDeep
        case trailingBytes
    }

    public var problem: Problem
    /// Bytes from the start of the text.
    public var offset: Int
}
