/// What all runs have in common.
public struct RunOptions: Sendable {
    public var target: Target
    /// Takes any certificate, for a self-signed one on one's own machine.
    public var trustsAnyCertificate: Bool
    /// Where the figures go as JSON; nil: nowhere.
    public var figuresFile: String?

    public init(target: Target, trustsAnyCertificate: Bool = false, figuresFile: String? = nil) {
        self.target = target
        self.trustsAnyCertificate = trustsAnyCertificate
        self.figuresFile = figuresFile
    }
}
