import Glibc
import Timers

extension EventLoop {
    /// Takes a connection among those that live here.
    func adopt(_ connection: Connection) {
        clock.settle()
        connection.index = connections.count
        connections.append(connection)
        connection.interest = connection.wantedInterest
        let tag = EventTag.connection(connection)
        if isShut {
            connection.doom(.local)
        } else if !epoll.add(connection.socket, connection.interest, tag) {
            connection.doom(.failed(.system(errno: errno)))
        }
    }

    /// Lets go of a connection; the last one takes its place.
    func forget(_ connection: Connection) {
        let index = connection.index
        guard index >= 0 else { return }
        connection.index = -1
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[index] = last
        last.index = index
    }
}

// MARK: Deadlines of connections

extension EventLoop {
    /// How often connections with a deadline are looked at; more often only for shorter ones.
    private static let sweepMs = 1_000
    private static let sweepMsMin = 5

    fileprivate func watch(_ connection: Connection, forMs durationMs: Int) {
        connection.deadlineMs = clock.elapsedMs + Int64(durationMs)
        if !connection.isWatched {
            connection.isWatched = true
            watched.append(connection)
        }
        let periodMs = min(Self.sweepMs, max(Self.sweepMsMin, durationMs / 4))
        scheduleSweep(at: now + Int64(periodMs))
    }

    private func scheduleSweep(at time: ServerTime) {
        if let sweep {
            guard time < sweep.time else { return }
            cancel(sweep.deadline)
        }
        sweep = (schedule(at: time) { [unowned self] in sweepWatched() }, time)
    }

    /// Ends those that have had enough time; stops when there is nothing left to watch.
    private func sweepWatched() {
        sweep = nil
        let nowMs = clock.elapsedMs
        var nextMs = Int64(Self.sweepMs)
        var kept: ContiguousArray<Connection> = []
        for connection in watched {
            if let deadlineMs = connection.deadlineMs, deadlineMs > nowMs {
                nextMs = min(nextMs, max(deadlineMs - nowMs, Int64(Self.sweepMsMin)))
                kept.append(connection)
                continue
            }
            connection.isWatched = false
            if connection.deadlineMs != nil { connection.expire() }
        }
        watched = kept
        if !watched.isEmpty { scheduleSweep(at: now + nextMs) }
    }
}

extension Connection {
    /// Gives what is going on so much time.
    func watch(forMs durationMs: Int) {
        loop.watch(self, forMs: durationMs)
    }
}
