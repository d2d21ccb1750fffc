/// What a connection is for. Called on the connection's loop only.
public protocol ConnectionHandler: AnyObject {
    /// TCP, and TLS where it is used, is established.
    func opened(_ connection: Connection)

    /// Takes bytes as they came, from the loop's own buffer; they may be changed in place.
    ///
    /// Returns how many were taken, from the front. The rest is kept and comes again with more
    /// behind it, or at once to a new handler; more than `Connection.maxKeptBytes` is too much.
    func received(_ bytes: UnsafeMutableRawBufferPointer, on connection: Connection) -> Int

    /// The backlog passed its limit: what was droppable and not begun has been dropped, and further
    /// droppable bytes will be, until `drained`.
    func overflowed(_ connection: Connection)

    /// Everything is written: after an overflow, or because `tellWhenDrained` asked for it.
    func drained(_ connection: Connection)

    /// The last call, exactly once; it may be the only one, when opening failed.
    func closed(_ connection: Connection, _ reason: CloseReason)
}
