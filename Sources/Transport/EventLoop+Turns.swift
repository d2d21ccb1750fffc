import CLinux
import Dispatch
import Glibc
import Timers

// Read, run what is due, write once per connection.
extension EventLoop {
    /// Sees to it that a turn ends after this point.
    @inline(__always)
    func requestTurn() {
        if !isInTurn { inbox.wake() }
    }

    /// One firing of the Dispatch source: turn after turn, until nothing has happened for a while or
    /// others on the queue have waited long enough.
    func stayAwake() {
        turnThread = pthread_self()
        defer { turnThread = 0 }
        let startNs = LoopClock.monotonicNs
        var timeoutMs: Int32 = 0
        while !isShut {
            let count = epoll.wait(timeoutMs: owesTurn ? 0 : timeoutMs)
            if count == 0, timeoutMs > 0, !owesTurn { return }
            turn(count)
            timeoutMs = Self.lingerMs
            if LoopClock.monotonicNs - startNs >= Self.maxAwakeMs * 1_000_000 { break }
        }
        if isShut {
            // The rest may hold the loop itself.
            inbox.end()
            timers = DeadlineQueue()
            turnEndActions = []
            endJobs()
            source?.cancel()
            source = nil
        } else if owesTurn {
            inbox.wake()
        }
    }

    /// True when there is something to do that epoll does not tell of.
    private var owesTurn: Bool { !ready.isEmpty || !dirty.isEmpty }

    private func turn(_ eventCount: Int) {
        isInTurn = true
        clock.refresh()
        var hasMail = false
        let again = exchange(&ready, with: [])
        for connection in again { connection.readAgain() }
        for event in UnsafeBufferPointer(start: epoll.events, count: eventCount) {
            switch event.data.u64 {
            case EventTag.inbox: hasMail = true
            case EventTag.wakeUp: wakeUp.acknowledge()
            case let data: EventTag.deliver(event.events, to: data)
            }
        }
        if hasMail { for work in inbox.take() { work() } }
        endTurn()
        isInTurn = false
    }

    private func endTurn() {
        var rounds = 0
        repeat {
            // Before anything is written: what is asked of a store can be done while the sockets are.
            repeat {
                runDueTimers()
                let actions = exchange(&turnEndActions, with: [])
                for action in actions { action() }
                rounds += 1
            } while isDue && rounds < Self.maxRounds
            flushDirty()
            carryOutMoves()
            closeDoomed()
        } while hasWork && rounds < Self.maxRounds
        cancelledWatches.removeAll()
        if hasWork { inbox.wake() }
        if let next = timers.nextTime { wakeUp.arm(byNs: clock.monotonicNs(at: next)) }
    }

    /// Timers and actions that can run now.
    private var isDue: Bool {
        !turnEndActions.isEmpty || timers.nextTime.map { $0 <= clock.now } ?? false
    }

    /// True when this turn is not done. Work that waits for a connection to be written to goes on in the next.
    private var hasWork: Bool {
        isDue || doomed.contains { !$0.isDirty } || moves.contains { !$0.connection.isDirty }
    }

    private func runDueTimers() {
        // No more than there were, so that one that arms itself anew for now cannot hold the turn.
        var left = timers.count
        while left > 0, let action = timers.popDue(now: clock.now) {
            action()
            left -= 1
        }
    }

    private func flushDirty() {
        var left = isShut ? Int.max : Self.maxFlushed
        var repliesLeft = isShut ? Int.max : EpollSet.maxEvents
        // Flushing may tell a handler something that makes it write to others.
        while left > 0, repliesLeft > 0, let connection = dirty.popFirst() {
            connection._withUnsafeGuaranteedRef { connection in
                if connection.replyCount > 0 { repliesLeft -= 1 } else { left -= 1 }
                connection.flushAtTurnEnd()
            }
        }
        if dirty.isEmpty { repliesCount = 0 }
    }

    private func closeDoomed() {
        for connection in exchange(&doomed, with: []) {
            // The list of the dirty does not keep alive who still stands in it.
            if connection.isDirty { doomed.append(connection) } else { connection.finish() }
        }
    }
}
