import CLinux
import Dispatch
import Glibc
import Timers

/// Limits of a loop's turns, so that nobody waits for hundreds of others.
enum TurnLimits {
    /// Rounds of work that one turn may bring about before sockets are looked at again.
    static let maxRounds = 16
    /// Events of sockets before work from other threads, such as a store's answer, if it waits.
    static let maxEventsBeforeMail = 4
    /// Connections that are written to before sockets are looked at again, those with replies not
    /// counted: what comes in while hundreds are told something waits for 64 writes, some 0.5 ms.
    static let maxFlushed = 64
    /// The same where work from other threads waits.
    static let maxFlushedBeforeMail = 4
    /// Milliseconds that the loop stays awake with nothing to do, so that a burst pays for one wake-up of the
    /// queue and not for one per event.
    static let lingerMs: Int32 = 10
    /// Milliseconds awake after which other work on the queue gets its turn.
    static let maxAwakeMs: Int64 = 100
    /// Nanoseconds that the loop's thread may hold a core while others want it: longer than the kernel's own slice
    /// (0.7 to 3 ms), so that a store's thread or process that wakes gets the core at once, and answers while
    /// hundreds are still written to.
    static let sliceNs: UInt64 = 5_000_000
}

/// Connections that a turn still writes to.
private struct FlushAllowance {
    private var left: Int
    private var repliesLeft: Int
    private let leftWithMail: Int

    init(isEndless: Bool) {
        left = isEndless ? .max : TurnLimits.maxFlushed
        leftWithMail = isEndless ? .min : TurnLimits.maxFlushed - TurnLimits.maxFlushedBeforeMail
        repliesLeft = isEndless ? .max : EpollSet.maxEvents
    }

    func lasts(_ hasMail: Bool) -> Bool {
        left > 0 && repliesLeft > 0 && (left > leftWithMail || !hasMail)
    }

    mutating func spend(isReply: Bool) {
        if isReply { repliesLeft -= 1 } else { left -= 1 }
    }
}

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
        clinux_set_slice(TurnLimits.sliceNs)
        defer {
            clinux_set_slice(0)
            turnThread = 0
        }
        let startNs = LoopClock.monotonicNs
        var timeoutMs: Int32 = 0
        while !isShut {
            let count = epoll.wait(timeoutMs: owesTurn ? 0 : timeoutMs)
            if count == 0, timeoutMs > 0, !owesTurn { return }
            turn(count)
            timeoutMs = TurnLimits.lingerMs
            if LoopClock.monotonicNs - startNs >= TurnLimits.maxAwakeMs * 1_000_000 { break }
        }
        if isShut {
            // The rest may hold the loop itself.
            inbox.end()
            timers = DeadlineQueue()
            turnEndActions = []
            watched = []
            ready = []
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
        let events = UnsafeBufferPointer(start: epoll.events, count: eventCount)
        // A store's answer does not wait for what hundreds of clients have sent.
        EventTag.deliverToWatches(events)
        let again = exchange(&ready, with: [])
        for connection in again { connection.readAgain() }
        var hasMail = false
        for (number, event) in events.enumerated() {
            // The rest is told again: the set is level-triggered.
            if number >= TurnLimits.maxEventsBeforeMail, inbox.hasMail {
                hasMail = true
                break
            }
            switch event.data.u64 {
            case let data where EventTag.isOfWatch(data): break
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
            } while isDue && rounds < TurnLimits.maxRounds
            flushDirty()
            carryOutMoves()
            closeDoomed()
        } while hasWork && rounds < TurnLimits.maxRounds
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
        var allowance = FlushAllowance(isEndless: isShut)
        // Flushing may tell a handler something that makes it write to others.
        while allowance.lasts(inbox.hasMail), let connection = dirty.popFirst() {
            connection._withUnsafeGuaranteedRef { connection in
                allowance.spend(isReply: connection.replyCount > 0)
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
