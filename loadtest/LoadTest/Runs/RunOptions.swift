/// Options of every run.
public struct RunOptions: Sendable {
    /// Gateways of the same sessions, at least one; clients are dealt out over them.
    public var targets: [Target]
    /// Takes any certificate, for a self-signed one on one's own machine.
    public var trustsAnyCertificate: Bool
    /// The file for the figures as JSON; nil: none.
    public var figuresFile: String?

    public init(
        targets: [Target],
        trustsAnyCertificate: Bool = false,
        figuresFile: String? = nil
    ) {
        self.targets = targets
        self.trustsAnyCertificate = trustsAnyCertificate
        self.figuresFile = figuresFile
    }
}
