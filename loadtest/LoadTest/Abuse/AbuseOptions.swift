import GatewayClient

/// The attacks, and their target.
public struct AbuseOptions: Sendable {
    public var abuses: [Abuse]
    public var target: Target
    public var trustsAnyCertificate: Bool
    /// The gateway's, on this machine.
    public var pid: Int32
    /// The file of the gateway's log; nil: its lines are not counted.
    public var log: String?
    /// Rounds of a second or two.
    public var isShort: Bool

    public init(
        abuses: [Abuse],
        target: Target,
        trustsAnyCertificate: Bool,
        pid: Int32,
        log: String?,
        isShort: Bool
    ) {
        self.abuses = abuses
        self.target = target
        self.trustsAnyCertificate = trustsAnyCertificate
        self.pid = pid
        self.log = log
        self.isShort = isShort
    }

    /// Attackers come from 127.0.0.0/8, so the gateway must be there.
    public static func suits(_ target: Target) -> Bool { target.address.family == .v4 }

    public func run() -> Outcome {
        do throws(ClientFailure) {
            return try AbuseRun(self).play() ? .kept : .broken
        } catch {
            Console.say("\(error)")
            if case .unreachable = error { return .unreachable }
            return .broken
        }
    }
}
