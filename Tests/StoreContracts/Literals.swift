public import Protocol

extension SessionID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension PlayerID: ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
{
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension RoundID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}

extension ConnectionID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(rawValue: text) }
}
