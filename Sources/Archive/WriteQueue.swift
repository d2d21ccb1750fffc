import GameState

/// Jobs that wait for the archive's queue, in order, at most `maxWaitingEntries`.
struct WriteQueue: Sendable {
    struct Append: Sendable {
        var entries: [JournalEntry]
        var done: @Sendable (Result<Void, ArchiveError>) -> Void
    }

    enum Job: Sendable {
        case append(Append)
        case call(@Sendable (any SQLConnection) -> Void)
    }

    /// The queue's next piece of work.
    enum Batch: Sendable {
        /// Neighbours in the queue that share a transaction.
        case append([Append])
        case call(@Sendable (any SQLConnection) -> Void)
    }

    /// Jobs already taken that still occupy memory.
    private static var maxSpentJobs: Int { 1024 }

    private let limits: ArchiveLimits
    private var jobs: [Job] = []
    /// Jobs before it have had their turn.
    private var head = 0
    private var waitingCount = 0
    private var isDraining = false
    private var isClosed = false

    init(_ limits: ArchiveLimits) {
        self.limits = limits
    }

    /// - Returns: whether somebody must now start to drain the queue.
    mutating func enter(_ job: Job) -> Result<Bool, ArchiveError> {
        guard !isClosed else {
            return .failure(ArchiveError(.closed, "the archive is closed"))
        }
        guard waitingCount + job.weight <= limits.maxWaitingEntries else {
            let error = ArchiveError(
                .busy,
                "\(waitingCount) of at most \(limits.maxWaitingEntries) entries wait already"
            )
            return .failure(error)
        }
        jobs.append(job)
        waitingCount += job.weight
        defer { isDraining = true }
        return .success(!isDraining)
    }

    /// Takes the next job, with as many appends as may share a transaction; nil ends the draining.
    mutating func next() -> Batch? {
        guard head < jobs.count else {
            jobs.removeAll(keepingCapacity: jobs.count <= limits.maxBatchEntries)
            head = 0
            isDraining = false
            return nil
        }
        if case .call(let body) = jobs[head] {
            advance()
            return .call(body)
        }
        var appends: [Append] = []
        var entryCount = 0
        while entryCount < limits.maxBatchEntries, head < jobs.count,
            case .append(let append) = jobs[head]
        {
            appends.append(append)
            entryCount += append.entries.count
            advance()
        }
        return .append(appends)
    }

    /// - Returns: whether it was open.
    mutating func close() -> Bool {
        defer { isClosed = true }
        return !isClosed
    }

    private mutating func advance() {
        waitingCount -= jobs[head].weight
        head += 1
        if head >= Self.maxSpentJobs {
            jobs.removeFirst(head)
            head = 0
        }
    }
}

extension WriteQueue.Job {
    /// An append without entries counts too: every job takes memory.
    fileprivate var weight: Int {
        switch self {
        case .append(let append): max(1, append.entries.count)
        case .call: 1
        }
    }
}
