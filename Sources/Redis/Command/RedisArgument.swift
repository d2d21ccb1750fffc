/// One word of a command; Redis sees bytes in any case.
public enum RedisArgument: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
}

extension RedisArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral text: String) {
        self = .text(text)
    }

    public init(integerLiteral number: Int64) {
        self = .integer(number)
    }
}
