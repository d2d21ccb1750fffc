public import Foundation

/// How the faults are played.
public struct FaultOptions: Sendable {
    /// What is struck, when and whom: drawn from this.
    public var seed: UInt64
    /// Outages of seconds, not of a minute.
    public var isShort: Bool
    /// Gateways killed in `kill`.
    public var kills: Int
    public var gatewayd: String
    /// The library that shifts a server's clock.
    public var clockShift: String
    /// Where the logs of a failure go.
    public var artefacts: URL

    public init(
        seed: UInt64,
        isShort: Bool,
        kills: Int,
        gatewayd: String,
        clockShift: String,
        artefacts: URL
    ) {
        self.seed = seed
        self.isShort = isShort
        self.kills = kills
        self.gatewayd = gatewayd
        self.clockShift = clockShift
        self.artefacts = artefacts
    }
}
