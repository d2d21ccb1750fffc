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
            now, 78 wrong configuration.
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

    @OptionGroup var providers: ProviderOptions
    @OptionGroup var folders: ContentFolders

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        try Content.running {
            guard maxCalls > 0, maxTokens > 0 else {
                throw ValidationError("--max-calls and --max-tokens: at least 1")
            }
            let target = try into.map { URL(filePath: $0) } ?? folders.folder()
            let wish = try wish(into: target)
            let base = URL(filePath: folders.archive.directory).appending(path: "making").path
            let folder = try JobFolder(base).inner(try runName(wish))
            try folder.lock()
            let kept = try folder.kept("wish") { Artefacts.encode(wish) }
            guard let wish = try? JSONDecoder().decode(HostedGames.Wish.self, from: kept) else {
                throw ConfigurationError("\(base): the wish of this run can't be read")
            }
            let worker = try providers.worker(
                Budget(maxCalls: maxCalls, maxTokens: maxTokens)
            )
            let made = try make(Production(worker, in: folder), wish, target)
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

    private func make(
        _ production: Production,
        _ wish: HostedGames.Wish,
        _ target: URL
    ) throws -> Int {
        let count = count
        let screen = Screen()
        do {
            return try wait { done in
                Task {
                    do {
                        let made = try await production.make(
                            HostedGames.series(wish),
                            count: count,
                            put: { try Self.put($0, into: target) },
                            tell: screen.tell
                        )
                        done(Result<Int, any Error>.success(made))
                    } catch {
                        done(.failure(error))
                    }
                }
            }
        } catch let stop as Worker.Stop {
            screen.clear()
            guard case .provider = stop else { throw stop }
            throw ExitCode.unavailable.told(
                "\(stop); start it again, and it goes on from here".printable
            )
        }
    }

    private static func put(_ product: MadeFile, into target: URL) throws {
        let place = target.appending(path: product.file)
        let folder = place.deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        DataFile.hand(folder)
        // A file that is there already is not touched: whoever reads the folder need not look again.
        if FileManager.default.contents(atPath: place.path) == Data(product.bytes) { return }
        try DataFile.put(product.bytes, at: place.path)
    }
}

/// Progress: on a terminal the step that is under way; anywhere a line for what was made, and for each failure.
private struct Screen: Sendable {
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    func tell(_ news: Production.News) {
        switch news {
        case .step(let job, let step):
            guard isTerminal else { return }
            write("\r\u{1B}[K\(job): \(step)")
        case .made(let job, let products):
            clear()
            write("made \(job): \(products.map(\.file).joined(separator: ", "))\n")
        case .failed(let job, let fault):
            clear()
            write("failed \(job): \("\(fault)".printable)\n")
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
    @Option(
        help: ArgumentHelp(
            "What the model's server speaks: chat (OpenAI's chat completions, as llama.cpp, vLLM and Ollama do) "
                + "or messages (Anthropic's). [$GATEWAY_MODEL_PROTOCOL] (default: chat)",
            valueName: "name"
        )
    )
    var modelProtocol: String?

    @Option(
        help: ArgumentHelp(
            "Address of the model's server. [$GATEWAY_MODEL_URL] (default: http://127.0.0.1:11434/v1, for "
                + "messages https://api.anthropic.com)",
            valueName: "url"
        )
    )
    var modelURL: String?

    @Option(
        help: ArgumentHelp("Name of the model. [$GATEWAY_MODEL] (needed)", valueName: "name")
    )
    var model: String?

    @Option(
        help: ArgumentHelp(
            "File with the key for the model's server; $GATEWAY_MODEL_KEY is the key itself. "
                + "[$GATEWAY_MODEL_KEY_FILE] (default: none)",
            valueName: "path"
        )
    )
    var modelKeyFile: String?

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

    @Option(
        help: ArgumentHelp(
            "Seconds for one answer. [$GATEWAY_MODEL_TIMEOUT] (default: 300)",
            valueName: "s"
        )
    )
    var modelTimeout: String?

    private enum Speech: String {
        case chat, messages
    }

    func worker(_ budget: Budget) throws -> Worker {
        let speech = try Environment.value(
            Environment.text(modelProtocol, "GATEWAY_MODEL_PROTOCOL") ?? "chat",
            of: "--model-protocol",
            "GATEWAY_MODEL_PROTOCOL",
            "chat or messages"
        ) { Speech(rawValue: $0) }
        let usual =
            switch speech {
            case .chat: "http://127.0.0.1:11434/v1"
            case .messages: "https://api.anthropic.com"
            }
        let base = try Self.base(
            Environment.text(modelURL, "GATEWAY_MODEL_URL") ?? usual,
            of: "--model-url",
            "GATEWAY_MODEL_URL"
        )
        guard let name = Environment.text(model, "GATEWAY_MODEL") else {
            throw ValidationError("--model (GATEWAY_MODEL): a model is needed")
        }
        let seconds = try Environment.value(
            Environment.text(modelTimeout, "GATEWAY_MODEL_TIMEOUT") ?? "300",
            of: "--model-timeout",
            "GATEWAY_MODEL_TIMEOUT",
            "a number of seconds from 1 to 3600"
        ) { Int64($0).flatMap { 1...3_600 ~= $0 ? $0 : nil } }
        let patience = Patience(callMs: seconds * 1_000)
        let client = try client()
        let key = try key()
        let stand = try Environment.text(knowledgeURL, "GATEWAY_KNOWLEDGE_URL").map {
            try Self.base($0, of: "--knowledge-url", "GATEWAY_KNOWLEDGE_URL")
        }
        let port: any LanguageModel =
            switch speech {
            case .chat:
                try ChatCompletions(at: base, model: name, key: key, client: client, patience)
            case .messages:
                try AnthropicMessages(at: base, model: name, key: key, client: client, patience)
            }
        let knowledge = WikiKnowledge(
            stand: stand,
            client: client,
            Patience(callMs: Self.knowledgeMs)
        )
        return Worker(model: port, knowledge: knowledge, budget: budget)
    }

    private static let knowledgeMs: Int64 = 30_000

    private static func base(
        _ text: String,
        of option: String,
        _ variable: String
    ) throws -> WebBase {
        try Environment.value(text, of: option, variable, "an address like https://host/v1") {
            WebBase($0)
        }
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

    /// Never repeated in a message.
    private func key() throws -> ProviderKey? {
        let given: String
        if let file = Environment.text(modelKeyFile, "GATEWAY_MODEL_KEY_FILE") {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw ConfigurationError("the key for the model, \(file), can't be read")
            }
            given = String(decoding: data, as: UTF8.self).trimmingCharacters(
                in: .whitespacesAndNewlines
            )
        } else if let text = Environment.text(nil, "GATEWAY_MODEL_KEY") {
            given = text.trimmingCharacters(in: .whitespacesAndNewlines)
        } else {
            return nil
        }
        guard let key = ProviderKey(given) else {
            throw ConfigurationError("the key for the model is empty, or holds what no key does")
        }
        return key
    }
}
