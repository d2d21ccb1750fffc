/// A connection on its way to another loop at the end of this turn.
struct Move {
    let connection: Connection
    let target: EventLoop
    let then: @Sendable (Connection) -> Void
}

extension Connection {
    /// Leaves this loop at the end of the turn and goes on in another, where `then` is called first:
    /// the place to set another handler. Bytes that were not taken come after it to `received`.
    ///
    /// Until then nobody may use the connection any more. Should it close in this very turn, its
    /// handler is told so here and `then` is not called.
    public func move(to target: EventLoop, _ then: @escaping @Sendable (Connection) -> Void) {
        loop.preconditionOnLoop()
        guard phase == .open, !isMoving else { return }
        isMoving = true
        loop.moves.append(Move(connection: self, target: target, then: then))
        loop.requestTurn()
    }
}

extension EventLoop {
    func carryOutMoves() {
        for move in exchange(&moves, with: []) where move.connection.phase == .open {
            let connection = move.connection
            guard !connection.isDirty else {
                moves.append(move)
                continue
            }
            epoll.remove(connection.socket)
            forget(connection)
            watched.removeAll { $0 === connection }
            ready.removeAll { $0 === connection }
            connection.isWatched = false
            connection.isReady = false
            connection.deadlineMs = nil
            connection.loop = move.target
            move.target.execute { [target = move.target, then = move.then] in
                target.welcome(connection, then)
            }
        }
    }

    /// Takes over a connection that another loop has let go.
    private func welcome(_ connection: Connection, _ then: @Sendable (Connection) -> Void) {
        connection.isMoving = false
        adopt(connection)
        guard connection.phase == .open else { return }
        if connection.isBlocked { connection.watch(forMs: connection.limits.stallMs) }
        then(connection)
        if !connection.isPaused { connection.askToReadAgain() }
    }
}
