/// Why a connection is closed (RFC 6455 §7.4). An open set: applications own 4000 to 4999.
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public static let normal = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let invalidPayload = CloseCode(rawValue: 1007)
    public static let policyViolation = CloseCode(rawValue: 1008)
    public static let messageTooBig = CloseCode(rawValue: 1009)
    public static let internalError = CloseCode(rawValue: 1011)

    /// True when a Close frame may carry it.
    ///
    /// 1005, 1006 and 1015 only report what happened locally, 1004 has no meaning (§7.4.1), 1012 to 1014
    /// came with the IANA registry, 3000 to 4999 belong to libraries and applications (§7.4.2).
    public var mayTravel: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
