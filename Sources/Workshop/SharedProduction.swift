public import FoundationEssentials
public import Making

/// Makes as many products as are wanted, together with all that work for the same Redis and in the same folder.
///
/// Redis says who does what; the jobs' folders say how far each is, so another goes on where one was killed.
public struct SharedProduction: Sendable {
    /// From the wish of a run, as it is kept, and the number of players; nil for what is no wish.
    public typealias SeriesOfWish = @Sendable (Data, Int) -> (any Series)?

    private let worker: Worker
    private let folder: JobFolder
    private let board: JobBoard
    private let series: SeriesOfWish

    /// The artefact of a run that says what is wanted.
    public static let wish = "wish"
    /// From one look at the board to the next, where there is nothing to do.
    public static let pauseMs: Int64 = 200

    /// - Parameter folder: that of all runs.
    public init(
        _ worker: Worker,
        in folder: JobFolder,
        _ board: JobBoard,
        _ series: @escaping SeriesOfWish
    ) {
        (self.worker, self.folder, self.board, self.series) = (worker, folder, board, series)
    }

    /// Makes up to `count`, and works itself while others do.
    ///
    /// - Parameters:
    ///   - put: keeps a product; it must bear being called twice with the same.
    ///   - budget: for each job, whoever does it.
    /// - Returns: how many there are.
    public func make(
        _ run: String,
        _ series: any Series,
        count: Int,
        players: Int,
        _ budget: Budget,
        put: (MadeFile) throws -> Void,
        tell: (Production.News) -> Void
    ) async throws -> Int {
        let production = Production(worker, in: try folder.inner(run))
        var jobs = try await production.jobs(of: series, tell: tell)
        var open: [Job] = []
        var last: String?
        var made = 0
        while made < count {
            while open.count < count - made, let job = Production.next(of: &jobs, after: last) {
                last = job.kin
                open.append(job)
            }
            guard !open.isEmpty else { break }
            let known = try await board.known(in: run)
            for job in open where known[job.name] == nil {
                try await board.give(
                    JobBoard.Ticket(run: run, job: job.name, players: players, budget)
                )
            }
            let ended = open.filter { known[$0.name] == true }
            open.removeAll { known[$0.name] == true }
            for job in ended {
                let isMade = try await production.make(job, put: put, tell: tell)
                made += isMade ? 1 : 0
            }
            guard ended.isEmpty else { continue }
            if try await work(tell: tell) == nil {
                try await Task.sleep(for: .milliseconds(Self.pauseMs))
            }
        }
        return made
    }

    /// A job that was done here.
    public struct Done: Sendable {
        public let run: String
        public let job: String
        public let outcome: Result<[MadeFile], Fault>
    }

    /// Does one job of any run.
    ///
    /// - Returns: nil where there is none to be done now.
    public func work(tell: (Production.News) -> Void) async throws -> Done? {
        guard let taken = try await board.take() else { return nil }
        guard let ticket = taken.ticket, let job = try job(of: ticket) else {
            // The one who has put it up sees that it has ended, and that nothing was made.
            try await board.end(taken)
            return nil
        }
        let own = try folder.inner(ticket.run).inner(job.name)
        // The worker that had it before was silent, and is not dead: the ticket comes again.
        guard let lock = try own.lockedIfFree() else { return nil }
        defer { lock.release() }
        let pulse = Task { [board] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(JobBoard.pulseMs))
                try? await board.pulse(taken)
            }
        }
        defer { pulse.cancel() }
        let budget = Budget(maxCalls: ticket.maxCalls, maxTokens: ticket.maxTokens)
        let result = try await worker.within(budget).run(job.recipe, in: own) {
            tell(.step(job: job.name, $0))
        }
        try await board.end(taken)
        return Done(run: ticket.run, job: job.name, outcome: result.outcome)
    }

    /// Nil where this folder knows of no such job.
    private func job(of ticket: JobBoard.Ticket) throws -> Job? {
        guard folder.has(ticket.run) else { return nil }
        let run = try folder.inner(ticket.run)
        guard let wish = try run.read().artefacts.data(Self.wish),
            let series = series(wish, ticket.players)
        else { return nil }
        let selected = try run.inner(Production.selection).read().artefacts
        return series.jobs(selected).first { $0.name == ticket.job }
    }
}
