import FoundationEssentials
public import Making

/// The most that one job may cost.
public struct Budget: Sendable {
    public var maxCalls: Int
    public var maxTokens: Int

    public init(maxCalls: Int = 150, maxTokens: Int = 500_000) {
        self.maxCalls = maxCalls
        self.maxTokens = maxTokens
    }
}

/// Does what recipes want done, and keeps what comes of it.
public struct Worker: Sendable {
    private let model: any LanguageModel
    private let knowledge: any KnowledgeSource
    private let budget: Budget

    /// Answers to one step that are turned away before the job is given up.
    public static let maxRejections = 3
    /// Steps of one job: one that wants more goes round in a circle.
    static let maxSteps = 1_000
    /// The artefact of a job that was given up.
    static let failure = "failure"

    public init(model: any LanguageModel, knowledge: any KnowledgeSource, budget: Budget) {
        self.model = model
        self.knowledge = knowledge
        self.budget = budget
    }

    /// The same with another budget.
    func within(_ budget: Budget) -> Worker {
        Worker(model: model, knowledge: knowledge, budget: budget)
    }

    /// The reason why nothing more can be done now; the same job goes on later.
    public enum Stop: Error, Sendable, CustomStringConvertible {
        case provider(ProviderError)
        case folder(FolderError)

        public var description: String {
            switch self {
            case .provider(let error): "\(error)"
            case .folder(let error): "\(error)"
            }
        }
    }

    public struct Result: Sendable {
        public let artefacts: Artefacts
        public let outcome: Swift.Result<[MadeFile], Fault>
    }

    /// Does a job to its end, from where it is.
    ///
    /// - Parameter tell: called with the name of each step.
    public func run(
        _ recipe: any Recipe,
        in folder: JobFolder,
        tell: (String) -> Void = { _ in }
    ) async throws(Stop) -> Result {
        var (artefacts, spent) = try Self.on(folder) { folder throws(FolderError) in
            try folder.read()
        }
        artefacts.forgetUnreadable()
        if let fault = artefacts.value(Fault.self, of: Self.failure) {
            return Result(artefacts: artefacts, outcome: .failure(fault))
        }
        for _ in 0..<Self.maxSteps {
            switch recipe.next(artefacts) {
            case .done(let products):
                return Result(artefacts: artefacts, outcome: .success(products))
            case .keep(let step, let data):
                try Self.on(folder) { folder throws(FolderError) in try folder.keep(data, of: step)
                }
                artefacts.keep(data, of: step)
            case .failed(let fault): return try Self.giveUp(fault, artefacts, folder)
            case .ask(let step, let request):
                let rejected = artefacts.rejections(of: step)
                if let last = rejected.last, rejected.count >= Self.maxRejections {
                    let fault = Fault(named: last.check, at: step, last.sentence)
                    return try Self.giveUp(fault, artefacts, folder)
                }
                if let over = excess(spent) {
                    // A larger budget lets it go on.
                    return Result(artefacts: artefacts, outcome: .failure(over))
                }
                tell(step)
                let (cost, outcome) = try await ask(request, step, recipe, artefacts)
                spent = spent + cost
                switch outcome {
                case .success(let data):
                    try Self.on(folder) { folder throws(FolderError) in
                        try folder.note(step, cost, nil)
                        try folder.keep(data, of: step)
                    }
                    artefacts.keep(data, of: step)
                case .failure(let fault):
                    try Self.on(folder) { folder throws(FolderError) in
                        try folder.note(step, cost, fault)
                    }
                    artefacts.reject(fault, of: step)
                }
            }
        }
        preconditionFailure("a job with more than \(Self.maxSteps) steps")
    }

    /// Gives up for good, unless another server may know better.
    private static func giveUp(
        _ fault: Fault,
        _ artefacts: Artefacts,
        _ folder: JobFolder
    ) throws(Stop) -> Result {
        guard !fault.isUnreadable else {
            return Result(artefacts: artefacts, outcome: .failure(fault))
        }
        try on(folder) { folder throws(FolderError) in
            try folder.keep(Artefacts.encode(fault), of: failure)
        }
        return Result(artefacts: artefacts, outcome: .failure(fault))
    }

    private static func on<Value>(
        _ folder: JobFolder,
        _ body: (JobFolder) throws(FolderError) -> Value
    ) throws(Stop) -> Value {
        do throws(FolderError) {
            return try body(folder)
        } catch {
            throw .folder(error)
        }
    }

    private func excess(_ spent: Cost) -> Fault? {
        if spent.calls >= budget.maxCalls {
            return Fault(AnswerCheck.budget, "All \(budget.maxCalls) calls of the budget are made.")
        }
        if spent.tokens >= budget.maxTokens {
            return Fault(
                AnswerCheck.budget,
                "All \(budget.maxTokens) tokens of the budget are used."
            )
        }
        return nil
    }

    private func ask(
        _ request: Request,
        _ step: String,
        _ recipe: any Recipe,
        _ artefacts: Artefacts
    ) async throws(Stop) -> (Cost, Swift.Result<Data, Fault>) {
        let answer: Answer
        let cost: Cost
        do throws(ProviderError) {
            switch request {
            case .model(let question):
                let reply = try await model.answer(question)
                (answer, cost) = (.model(reply), reply.cost)
            case .knowledge(let query):
                (answer, cost) = (.knowledge(try await knowledge.answer(query)), Cost(calls: 1))
            }
        } catch {
            guard case .answer(let fault, let cost) = error else { throw .provider(error) }
            return (cost, .failure(fault))
        }
        do throws(Fault) {
            return (cost, .success(try recipe.read(answer, to: step, artefacts)))
        } catch {
            return (cost, .failure(error))
        }
    }
}

/// Makes as many products as are wanted, one job after another.
public struct Production: Sendable {
    private let worker: Worker
    private let folder: JobFolder

    /// The folder of the selection; no job is called so, as none has such a letter in its name.
    static let selection = "_selection"

    public init(_ worker: Worker, in folder: JobFolder) {
        self.worker = worker
        self.folder = folder
    }

    /// Something that whoever started it wants to read.
    public enum News: Sendable {
        case step(job: String, String)
        case made(job: String, [MadeFile])
        /// Another job takes its place.
        case failed(job: String, Fault)
    }

    /// Makes up to `count`, of which those that were made earlier are told again.
    ///
    /// - Parameter put: keeps a product; it must bear being called twice with the same.
    /// - Returns: how many there are.
    public func make(
        _ series: any Series,
        count: Int,
        put: (MadeFile) throws -> Void,
        tell: (News) -> Void
    ) async throws -> Int {
        var jobs = try await jobs(of: series, tell: tell)
        var last: String?
        var made = 0
        while made < count, let job = Self.next(of: &jobs, after: last) {
            guard try await make(job, put: put, tell: tell) else { continue }
            last = job.kin
            made += 1
        }
        return made
    }

    /// One that is not of the same kin as the last, if there is any.
    static func next(of jobs: inout [Job], after last: String?) -> Job? {
        jobs.isEmpty ? nil : jobs.remove(at: jobs.firstIndex { $0.kin != last } ?? 0)
    }

    /// Makes the selection, or takes the one that is there.
    func jobs(of series: any Series, tell: (News) -> Void) async throws -> [Job] {
        let selected = try await worker.run(series.selection, in: folder.inner(Self.selection)) {
            tell(.step(job: "selection", $0))
        }
        if case .failure(let fault) = selected.outcome {
            tell(.failed(job: "selection", fault))
            return []
        }
        for fault in series.turnedAway(selected.artefacts) {
            tell(.failed(job: "selection", fault))
        }
        return series.jobs(selected.artefacts)
    }

    /// - Returns: true where something was made.
    func make(
        _ job: Job,
        put: (MadeFile) throws -> Void,
        tell: (News) -> Void
    ) async throws -> Bool {
        let result = try await worker.run(job.recipe, in: folder.inner(job.name)) {
            tell(.step(job: job.name, $0))
        }
        switch result.outcome {
        case .success(let products):
            for product in products { try put(product) }
            tell(.made(job: job.name, products))
            return true
        case .failure(let fault):
            tell(.failed(job: job.name, fault))
            return false
        }
    }
}
