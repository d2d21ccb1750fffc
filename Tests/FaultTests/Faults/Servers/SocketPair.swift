/// Both ends of a forwarded connection.
struct SocketPair: Sendable {
    let client: Int32
    let server: Int32
}
