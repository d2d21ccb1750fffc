import ArgumentParser
import Foundation
import Gateway
import Making
import Workshop

/// The server of a language model, as typed; for every command that asks one.
struct ModelOptions: ParsableArguments {
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
        help: ArgumentHelp(
            "File with the key for the model's server; $GATEWAY_MODEL_KEY is the key itself. "
                + "[$GATEWAY_MODEL_KEY_FILE] (default: none)",
            valueName: "path"
        )
    )
    var modelKeyFile: String?

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

    /// - Parameters:
    ///   - name: as the server calls it.
    ///   - client: who calls, as servers are told.
    ///   - patience: but for its time for one call, which is an option.
    func model(
        _ name: String,
        client: String = "tripto-gateway/\(Product.version)",
        _ patience: Patience
    ) throws -> any LanguageModel {
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
        let seconds = try Environment.value(
            Environment.text(modelTimeout, "GATEWAY_MODEL_TIMEOUT") ?? "300",
            of: "--model-timeout",
            "GATEWAY_MODEL_TIMEOUT",
            "a number of seconds from 1 to 3600"
        ) { Int64($0).flatMap { 1...3_600 ~= $0 ? $0 : nil } }
        var patience = patience
        patience.callMs = seconds * 1_000
        let key = try ProviderKey.given(
            modelKeyFile,
            of: "--model-key-file",
            "GATEWAY_MODEL_KEY",
            for: "the model"
        )
        switch speech {
        case .chat:
            return try ChatCompletions(at: base, model: name, key: key, client: client, patience)
        case .messages:
            return try AnthropicMessages(at: base, model: name, key: key, client: client, patience)
        }
    }

    static func base(
        _ text: String,
        of option: String,
        _ variable: String,
        _ expectation: String = "an address like https://host/v1"
    ) throws -> WebBase {
        // A password that has no place there is not repeated.
        if text.contains("@") {
            throw ValidationError("\(option) (\(variable)): an address has no user and no password")
        }
        return try Environment.value(text, of: option, variable, expectation) { WebBase($0) }
    }
}

extension ProviderKey {
    /// Of a file as typed or in `variable` with `_FILE` behind it, or of the variable itself; nil where there is none.
    static func given(
        _ file: String?,
        of option: String,
        _ variable: String,
        for what: String
    ) throws -> ProviderKey? {
        try Environment.key(file, of: option, variable, for: what).map { given in
            guard let key = ProviderKey(given.text) else {
                throw given.error("one line of ASCII without blanks")
            }
            return key
        }
    }
}
