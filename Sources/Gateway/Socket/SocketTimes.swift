/// The rhythms of a client's socket, in milliseconds (the wire contract, §3 and §4).
enum SocketTimes {
    static let sweepMs: Int64 = 1_000
    /// Whoever has not said HELLO by then is closed.
    static let greetingMs: Int64 = 5_000
    static let pingMs: Int64 = 20_000
    static let silenceMs: Int64 = 45_000
    /// How long the closing handshake may take.
    static let closingMs: Int64 = 2_000
}
