/// What the gateway serves beside its sessions: the same at every entrance.
struct Site: Sendable {
    var files: StaticFiles
    /// Nil where the certificate is not a household's own.
    var trust: TrustPages?
    var readiness: Readiness
}
