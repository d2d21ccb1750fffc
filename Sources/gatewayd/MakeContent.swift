import ArgumentParser
import Foundation
import Gateway
import Glibc
import Hosting
import Making
import Workshop

/// Makes packages: from a theme, by a language model, out of what Wikidata and its wikis say.
struct MakeContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Make packages for a theme.",
        discussion: """
            Places are chosen, looked up in Wikidata, Wikipedia and Wikivoyage, and told by a language model; what \
            it says is checked claim by claim, and what no source bears is written anew or dropped. Nobody has \
            approved what is made: read it before you play it with others. A run that was ended goes on when it is \
            started again with the same wish. Exit codes: 0 all were made, 1 fewer, 69 a provider can't be used \
            now, 78 wrong configuration. On a Redis, as many as run `content work` in the same data directory help.
            """
    )

    @Option(help: ArgumentHelp("Words for what the places have in common.", valueName: "words"))
    var theme: String

    @Option(help: ArgumentHelp("Number of places.", valueName: "n"))
    var count = 1

    @Option(
        name: .customLong("locale"),
        help: ArgumentHelp("Languages, joined by commas.", valueName: "list")
    )
    var locales = "sv,en"

    @Option(help: ArgumentHelp("easy, normal or hard. (default: any)", valueName: "level"))
    var difficulty: String?

    @Option(
        help: ArgumentHelp(
            "Folder that gets the packages. (default: the operator's own)",
            valueName: "dir"
        )
    )
    var into: String?

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp(
            "Name of the run; another one makes others for the same theme. (default: from the wish)",
            valueName: "name"
        )
    )
    var givenName: String?

    @Option(help: ArgumentHelp("The most calls for one place.", valueName: "n"))
    var maxCalls = 150

    @Option(help: ArgumentHelp("The most tokens for one place.", valueName: "n"))
    var maxTokens = 500_000

    @Option(
        help: ArgumentHelp(
            "Model players that try each package, to measure how hard it is: 0 for none, to 9.",
            valueName: "n"
        )
    )
    var players = 3

    @OptionGroup var sharing: SharingOptions
    @OptionGroup var providers: ProviderOptions
    @OptionGroup var folders: ContentFolders

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        try Content.running {
            guard maxCalls > 0, maxTokens > 0 else {
                throw ValidationError("--max-calls and --max-tokens: at least 1")
            }
            guard 0...HostedGames.maxPlayers ~= players else {
                throw ValidationError("--players: 0 to \(HostedGames.maxPlayers)")
            }
            let target = try into.map { URL(filePath: $0) } ?? folders.folder()
            let wish = try wish(into: target)
            let base = try JobFolder(Self.base(in: folders.archive.directory))
            let name = try runName(wish)
            let folder = try base.inner(name)
            try folder.lock()
            let kept = try folder.kept(SharedProduction.wish) { Artefacts.encode(wish) }
            guard let wish = try? JSONDecoder().decode(HostedGames.Wish.self, from: kept) else {
                throw ConfigurationError("\(name): the wish of this run can't be read")
            }
            let made = try make(wish, name, base, target)
            let spent = folder.spent()
            print(
                "\(made) of \(count) made; \(spent.calls) calls, \(spent.inputTokens) tokens in, "
                    + "\(spent.outputTokens) out in all"
            )
            guard made == count else { throw ExitCode.differs }
        }
    }

    private func wish(into target: URL) throws -> HostedGames.Wish {
        let desk = try HostedGames.desk(Installation().bundledContent(), own: target)
        let languages = locales.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard
            let wish = HostedGames.Wish(
                theme: theme,
                difficulty: difficulty,
                locales: languages,
                count: count,
                beside: try desk.known()
            )
        else {
            throw ValidationError(
                "--theme has words, --count is 1 to \(HostedGames.Wish.maxCount), --locale is of sv and en, "
                    + "--difficulty is easy, normal or hard"
            )
        }
        return wish
    }

    private static let maxNameLength = 80

    private func runName(_ wish: HostedGames.Wish) throws -> String {
        guard let run = givenName else { return String(wish.name.prefix(Self.maxNameLength)) }
        let isGood = run.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
        }
        guard isGood, 1...Self.maxNameLength ~= run.utf8.count else {
            throw ValidationError("--run: '\(run)' is not a name of a-z, 0-9 and -")
        }
        return run
    }

    /// The folder of all runs.
    static func base(in dataDirectory: String) -> String {
        URL(filePath: dataDirectory).appending(path: "making").path
    }

    private func make(
        _ wish: HostedGames.Wish,
        _ run: String,
        _ base: JobFolder,
        _ target: URL
    ) throws -> Int {
        let (count, players) = (count, players)
        let budget = Budget(maxCalls: maxCalls, maxTokens: maxTokens)
        let worker = try providers.worker(budget)
        let board = try sharing.board()
        let screen = Screen()
        let desk = try HostedGames.desk(Installation().bundledContent(), own: target)
        try DataFile.makeFolders(target.path)
        return try Content.making(on: screen) {
            let put: (MadeFile) throws -> Void = { product in
                try desk.alone { try Self.put(product, into: target) }
            }
            let series = HostedGames.series(wish, players: players)
            guard let board else {
                return try await Production(worker, in: base.inner(run)).make(
                    series,
                    count: count,
                    put: put,
                    tell: screen.tell
                )
            }
            return try await SharedProduction(worker, in: base, board) {
                HostedGames.series(wish: $0, players: $1)
            }.make(
                run,
                series,
                count: count,
                players: players,
                budget,
                put: put,
                tell: screen.tell
            )
        }
    }

    static func put(_ product: MadeFile, into target: URL) throws {
        let place = target.appending(path: product.file)
        try DataFile.makeFolders(place.deletingLastPathComponent().path)
        // A file that is there already is not touched: whoever reads the folder need not look again.
        if FileManager.default.contents(atPath: place.path) == Data(product.bytes) { return }
        try DataFile.put(product.bytes, at: place.path)
    }
}

extension Content {
    /// Waits for what is made; a provider or a Redis that is away is told, and 69.
    static func making<Value: Sendable>(
        on screen: Screen,
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        func unavailable(_ reason: any Error) -> ExitCode {
            screen.clear()
            return ExitCode.unavailable.told(
                "\(reason); start it again, and it goes on from here".printable
            )
        }
        do {
            return try wait { done in
                Task {
                    do {
                        done(Result<Value, any Error>.success(try await body()))
                    } catch {
                        done(.failure(error))
                    }
                }
            }
        } catch let stop as Worker.Stop {
            guard case .provider = stop else {
                screen.clear()
                throw stop
            }
            throw unavailable(stop)
        } catch let error as BoardError {
            throw unavailable(error)
        }
    }
}

/// Progress: on a terminal the step that is under way; anywhere a line for what was made, and for each failure.
struct Screen: Sendable {
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    func tell(_ news: Production.News) {
        switch news {
        case .step(let job, let step):
            guard isTerminal else { return }
            write("\r\u{1B}[K\(job): \(step)")
        case .made(let job, let products):
            clear()
            write("made \(job): \(products.map(\.file).joined(separator: ", "))\n")
            for product in products {
                for remark in product.remarks { write("review \(product.file): \(remark)\n") }
            }
        case .failed(let job, let fault):
            clear()
            write("failed \(job): \("\(fault)".printable)\n")
        }
    }

    func tell(_ done: SharedProduction.Done) {
        clear()
        switch done.outcome {
        case .success: write("did \(done.run)/\(done.job)\n")
        case .failure(let fault): write("failed \(done.run)/\(done.job): \("\(fault)".printable)\n")
        }
    }

    func clear() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

/// The providers that content is made with, as typed.
struct ProviderOptions: ParsableArguments {
    @OptionGroup var server: ModelOptions

    @Option(
        help: ArgumentHelp("Name of the model. [$GATEWAY_MODEL] (needed)", valueName: "name")
    )
    var model: String?

    @Option(
        help: ArgumentHelp(
            "Server that stands for Wikidata and its wikis, each below its host's name. "
                + "[$GATEWAY_KNOWLEDGE_URL] (default: they themselves)",
            valueName: "url"
        )
    )
    var knowledgeURL: String?

    @Option(
        help: ArgumentHelp(
            "Mail or web address that the wikis' operators may complain to. [$GATEWAY_CONTACT] (default: none)",
            valueName: "address"
        )
    )
    var contact: String?

    /// - Parameter tell: called with a line for whoever waits for a server.
    func worker(
        _ budget: Budget,
        tell: @escaping @Sendable (String) -> Void = Self.tell
    ) throws -> Worker {
        let client = try client()
        let stand = try Environment.text(knowledgeURL, "GATEWAY_KNOWLEDGE_URL").map {
            try ModelOptions.base($0, of: "--knowledge-url", "GATEWAY_KNOWLEDGE_URL")
        }
        guard let name = Environment.text(model, "GATEWAY_MODEL"), !name.isEmpty else {
            throw ValidationError("--model (GATEWAY_MODEL): a model is needed")
        }
        let knowledge = WikiKnowledge(
            stand: stand,
            client: client,
            Patience(callMs: Self.knowledgeMs, tell: tell)
        )
        return Worker(
            model: try server.model(name, client: client, Patience(tell: tell)),
            knowledge: knowledge,
            budget: budget
        )
    }

    private static let knowledgeMs: Int64 = 30_000

    private static func tell(_ line: String) {
        FileHandle.standardError.write(Data("\(line.printable)\n".utf8))
    }

    /// As Wikimedia's rules for programs want it: a name, a version and somebody to talk to.
    private func client() throws -> String {
        let name = "tripto-gateway/\(Product.version)"
        guard let text = Environment.text(contact, "GATEWAY_CONTACT") else { return name }
        return try Environment.value(
            text,
            of: "--contact",
            "GATEWAY_CONTACT",
            "a mail or web address"
        ) { text in
            let isGood = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()".utf8.contains($0) }
            return isGood ? "\(name) (\(text))" : nil
        }
    }
}
