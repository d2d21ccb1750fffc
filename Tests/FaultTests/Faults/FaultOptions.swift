public import Foundation

/// Options of a run of faults.
public struct FaultOptions: Sendable {
    /// Decides what is struck, when and whom.
    public var seed: UInt64
    /// Outages of seconds, not of a minute.
    public var isShort: Bool
    /// Gateways killed in `kill`, and tries of each kind in `standstill`, `cut` and `refresh-lost`.
    public var kills: Int
    /// Of `soak`.
    public var minutes: Int
    public var gatewayd: String
    /// The same, as the next build may be.
    public var nextGatewayd: String
    /// The library that shifts a server's clock.
    public var clockShift: String
    /// The folder for the logs of a failure.
    public var artefacts: URL

    public init(
        seed: UInt64,
        isShort: Bool,
        kills: Int,
        minutes: Int,
        gatewayd: String,
        nextGatewayd: String,
        clockShift: String,
        artefacts: URL
    ) {
        self.seed = seed
        self.isShort = isShort
        self.kills = kills
        self.minutes = minutes
        self.gatewayd = gatewayd
        self.nextGatewayd = nextGatewayd
        self.clockShift = clockShift
        self.artefacts = artefacts
    }
}
