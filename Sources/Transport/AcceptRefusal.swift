/// Why a connection was turned away before it had a handler.
public enum AcceptRefusal: String, CaseIterable, Sendable {
    /// The process or the system has no descriptor left (EMFILE, ENFILE, accept(2)).
    case noDescriptor = "no_descriptor"
    case noMemory = "no_memory"
    /// The loop has `ConnectionLimits.maxConnections` already.
    case tooMany = "too_many"
}
