import HTTP
public import Making
import Protocol
import WebClient

/// A key that is never printed.
public struct ProviderKey: Sendable, CustomStringConvertible {
    fileprivate let text: String

    /// As the header Authorization carries it.
    var bearer: String { "Bearer \(text)" }

    /// Nil for what no header can carry.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Self.maxBytes,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.text = text
    }

    private static let maxBytes = 1_024

    public var description: String { "a key" }
}

/// A model behind the chat completions of OpenAI, as llama.cpp, vLLM and Ollama speak them too.
public struct ChatCompletions: LanguageModel {
    private let port: WebPort
    private let model: String
    private let headers: Headers
    /// The newer name of the limit, which servers at home do not know.
    private let limitsCompletion: Bool

    /// - Parameter base: up to what stands before `/chat/completions`.
    public init(
        at base: WebBase,
        model: String,
        key: ProviderKey?,
        client: String,
        _ patience: Patience
    ) throws {
        port = try WebPort(base, maxAnswerBytes: ModelLimits.answerBytes, patience)
        self.model = model
        limitsCompletion = base.origin.host == "api.openai.com"
        var headers: Headers = ["User-Agent": client, "Content-Type": "application/json"]
        if let key { headers.append("Authorization", key.bearer) }
        self.headers = headers
    }

    public func answer(_ question: Question) async throws(ProviderError) -> Reply {
        var body = JSONWriter()
        body.beginObject()
        body.member("model", model)
        if limitsCompletion {
            body.member("max_completion_tokens", Int64(question.maxOutputTokens))
        } else {
            body.member("max_tokens", Int64(question.maxOutputTokens))
        }
        body.key("messages")
        body.beginArray()
        for (role, text) in [("system", question.system), ("user", question.user)] {
            body.beginObject()
            body.member("role", role)
            body.member("content", text)
            body.endObject()
        }
        body.endArray()
        body.key("response_format")
        body.beginObject()
        body.member("type", "json_schema")
        body.key("json_schema")
        body.beginObject()
        body.member("name", question.name)
        body.member("strict", true)
        body.key("schema")
        body.raw(Array(question.schema.utf8))
        body.endObject()
        body.endObject()
        body.endObject()
        let call = WebCall(.post, "/chat/completions", headers: headers, body: body.bytes)
        return try reply(try await port.body(of: call), to: question)
    }

    private func reply(_ body: [UInt8], to question: Question) throws(ProviderError) -> Reply {
        let answer = try? JSONReader.read(body)
        let usage = answer?["usage"]
        let choice = answer?["choices"]?[0]
        let text = choice?["message"]?["content"]?.string
        let cost = ModelLimits.cost(
            usage?["prompt_tokens"],
            usage?["completion_tokens"],
            question,
            text
        )
        let end = choice?["finish_reason"]?.string
        if choice?["message"]?["refusal"]?.string != nil || end == "content_filter" {
            throw .answer(Fault(AnswerCheck.refusal, "The model refuses."), cost)
        }
        guard end != "length" else {
            throw .answer(Fault(AnswerCheck.cutOff, "The answer was cut off."), cost)
        }
        guard let text else {
            let sentence = "\(port.server) answers no chat completion."
            throw .answer(Fault(AnswerCheck.unreadable, sentence), cost)
        }
        return Reply(text: text, cost: cost)
    }
}

/// A model behind Anthropic's messages; the form of the answer is that of a tool which the model has to use.
public struct AnthropicMessages: LanguageModel {
    private let port: WebPort
    private let model: String
    private let headers: Headers

    /// - Parameter base: up to what stands before `/v1/messages`.
    public init(
        at base: WebBase,
        model: String,
        key: ProviderKey?,
        client: String,
        _ patience: Patience
    ) throws {
        port = try WebPort(base, maxAnswerBytes: ModelLimits.answerBytes, patience)
        self.model = model
        var headers: Headers = [
            "User-Agent": client, "Content-Type": "application/json",
            "anthropic-version": "2023-06-01",
        ]
        if let key { headers.append("x-api-key", key.text) }
        self.headers = headers
    }

    public func answer(_ question: Question) async throws(ProviderError) -> Reply {
        var body = JSONWriter()
        body.beginObject()
        body.member("model", model)
        body.member("max_tokens", Int64(question.maxOutputTokens))
        body.member("system", question.system)
        body.key("messages")
        body.beginArray()
        body.beginObject()
        body.member("role", "user")
        body.member("content", question.user)
        body.endObject()
        body.endArray()
        body.key("tools")
        body.beginArray()
        body.beginObject()
        body.member("name", question.name)
        body.key("input_schema")
        body.raw(Array(question.schema.utf8))
        body.endObject()
        body.endArray()
        body.key("tool_choice")
        body.beginObject()
        body.member("type", "tool")
        body.member("name", question.name)
        body.endObject()
        body.endObject()
        let call = WebCall(.post, "/v1/messages", headers: headers, body: body.bytes)
        return try reply(try await port.body(of: call), to: question)
    }

    private func reply(_ body: [UInt8], to question: Question) throws(ProviderError) -> Reply {
        let answer = try? JSONReader.read(body)
        let parts = answer?["content"]?.array ?? []
        let input = parts.first { $0["type"]?.string == "tool_use" }?["input"]
        let text = input.map { value in
            var writer = JSONWriter()
            writer.value(value)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let usage = answer?["usage"]
        let cost = ModelLimits.cost(usage?["input_tokens"], usage?["output_tokens"], question, text)
        switch answer?["stop_reason"]?.string {
        case "refusal": throw .answer(Fault(AnswerCheck.refusal, "The model refuses."), cost)
        case "max_tokens":
            throw .answer(Fault(AnswerCheck.cutOff, "The answer was cut off."), cost)
        case _: break
        }
        guard let text else {
            let sentence = "\(port.server) uses no tool as asked."
            throw .answer(Fault(AnswerCheck.unreadable, sentence), cost)
        }
        return Reply(text: text, cost: cost)
    }
}

extension JSONWriter {
    /// Writes a tree again, member by member.
    fileprivate mutating func value(_ tree: JSONValue) {
        switch tree {
        case .null: null()
        case .bool(let value): self.value(value)
        case .int(let value): self.value(value)
        case .double(let value): self.value(value)
        case .string(let value): self.value(value)
        case .array(let values):
            beginArray()
            for value in values { self.value(value) }
            endArray()
        case .object(let object):
            beginObject()
            for (key, value) in object.members {
                self.key(dynamic: key)
                self.value(value)
            }
            endObject()
        }
    }
}

enum ModelLimits {
    /// Of an answer as it comes, with all that is wrapped around it.
    static let answerBytes = 256 * 1024
    /// About this many make a token, where a server does not count.
    private static let bytesPerToken = 4
    private static let maxTokens: Int64 = 10_000_000

    static func cost(
        _ input: JSONValue?,
        _ output: JSONValue?,
        _ question: Question,
        _ text: String?
    ) -> Cost {
        func tokens(_ told: JSONValue?, _ bytes: Int) -> Int {
            told?.int.map { Int(max(0, min($0, maxTokens))) } ?? bytes / bytesPerToken
        }
        let asked = question.system.utf8.count + question.user.utf8.count
        return Cost(
            calls: 1,
            inputTokens: tokens(input, asked),
            outputTokens: tokens(output, text?.utf8.count ?? 0)
        )
    }
}
