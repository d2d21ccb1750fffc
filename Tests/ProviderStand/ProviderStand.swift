import Foundation
import HTTP
import Protocol
import Synchronization

/// A server on this machine that stands for all providers: Wikidata and its wikis, chat completions and
/// messages. It answers honestly, but for what a test plants.
public final class ProviderStand: Sendable {
    /// A call, as a test sees it.
    public struct Call: Sendable {
        /// Of a model: the name of its task; of knowledge: the host.
        public let task: String
        /// From 1, of this task.
        public let number: Int
        /// Of a model: its instruction and its data; of knowledge: the query's parts.
        public let system: String
        public let user: String
        /// The key, as it came.
        public let key: String?
        public let client: String?
    }

    public enum Answer: Sendable {
        /// Of a model: the text of its answer; of knowledge: the page's words.
        case text(String)
        case status(Int, retryAfter: Int?)
        /// The whole body.
        case body(String)
        case endless
        case refusal
        case cutOff
        case honest
    }

    /// Given the call and the honest answer.
    public typealias Plant = @Sendable (Call, String) -> Answer

    private let world: World
    private let plant: Plant
    private let server = StandServer()
    private let counts = Mutex<[String: Int]>([:])
    private let heard = Mutex<[Call]>([])

    public init(_ world: World, plant: @escaping Plant = { _, _ in .honest }) throws {
        self.world = world
        self.plant = plant
        try server.serve { [unowned self] request in
            var output: [UInt8] = []
            answer(request).serialize(for: request, to: &output)
            return output
        }
    }

    public var url: String { server.url }
    public var calls: [Call] { heard.withLock { $0 } }

    private func answer(_ request: Request) -> Response {
        let parts = request.target.path.split(separator: "/").map { String($0) }
        if parts.first == "knowledge", parts.count > 1 { return knowledge(parts[1], request) }
        if parts.last == "speech" { return speech(request) }
        return model(request, isChat: parts.last == "completions")
    }

    // MARK: Speech

    /// Half a second of a tone, whatever is said; told as the task `speech`, with the voice and the text.
    private func speech(_ request: Request) -> Response {
        guard let body = try? JSONReader.read(request.body), body["model"]?.string != nil,
            let voice = body["voice"]?.string, let text = body["input"]?.string,
            body["response_format"]?.string == "wav"
        else { return Response(.badRequest) }
        let call = note("speech", voice, text, request)
        switch plant(call, "") {
        case .honest:
            return Response(.ok, headers: ["Content-Type": "audio/wav"], body: Self.tone)
        case let other: return Self.failure(other)
        }
    }

    /// WAV, 16 bits, one channel, 24 000 Hz, with lengths that were not known when it began, as servers stream it.
    private static let tone: [UInt8] = {
        func bytes(_ number: UInt32, _ count: Int = 4) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
        }
        let head =
            Array("RIFF".utf8) + bytes(.max) + Array("WAVEfmt ".utf8) + bytes(16) + bytes(1, 2)
            + bytes(1, 2) + bytes(24_000) + bytes(48_000) + bytes(2, 2) + bytes(16, 2)
            + Array("data".utf8) + bytes(.max)
        return head + (0..<12_000).flatMap { bytes($0 / 30 % 2 == 0 ? 6_000 : 0xE890, 2) }
    }()

    private func note(_ task: String, _ system: String, _ user: String, _ request: Request) -> Call
    {
        let number = counts.withLock { counts in
            counts[task, default: 0] += 1
            return counts[task] ?? 0
        }
        let call = Call(
            task: task,
            number: number,
            system: system,
            user: user,
            key: request.headers.first("Authorization") ?? request.headers.first("x-api-key"),
            client: request.headers.first("User-Agent")
        )
        heard.withLock { $0.append(call) }
        return call
    }

    // MARK: Models

    private func model(_ request: Request, isChat: Bool) -> Response {
        guard let body = try? JSONReader.read(request.body) else { return Response(.badRequest) }
        let form = isChat ? body["response_format"]?["json_schema"] : body["tools"]?[0]
        let schema = isChat ? form?["schema"] : form?["input_schema"]
        let system = isChat ? body["messages"]?[0]?["content"] : body["system"]
        let user = body["messages"]?[isChat ? 1 : 0]?["content"]?.string ?? ""
        guard let task = form?["name"]?.string, schema?["properties"] != nil,
            body["model"]?.string != nil, let system = system?.string
        else { return Response(.badRequest) }
        let titles = (0..<world.count).map { World.name($0) }
        let honest = Self.json(HonestModel.answer(task, user, titles: titles))
        let call = note(task, system, user, request)
        switch plant(call, honest) {
        case .honest: return Self.reply(honest, isChat)
        case .text(let text): return Self.reply(text, isChat)
        case .refusal: return Self.reply("", isChat, end: isChat ? "content_filter" : "refusal")
        case .cutOff:
            let half = String(honest.prefix(honest.count / 2))
            return Self.reply(half, isChat, end: isChat ? "length" : "max_tokens")
        case let other: return Self.failure(other)
        }
    }

    private static func failure(_ answer: Answer) -> Response {
        switch answer {
        case .status(let status, let seconds):
            var response = Response(Status(rawValue: status))
            if let seconds { response.headers.append("Retry-After", "\(seconds)") }
            return response
        case .endless: return Response(.ok, body: Array(repeating: 0x20, count: 9 << 20))
        case .body(let text): return Response(.ok, body: Array(text.utf8))
        case .text, .refusal, .cutOff, .honest: return Response(.ok)
        }
    }

    private static func reply(_ text: String, _ isChat: Bool, end: String? = nil) -> Response {
        if isChat {
            return response([
                "choices": [["message": ["content": text], "finish_reason": end ?? "stop"]],
                "usage": ["prompt_tokens": 100, "completion_tokens": 10],
            ])
        }
        // A tool's input is JSON, whatever else is wrong with it.
        let input =
            (try? JSONSerialization.jsonObject(with: Data(text.utf8))) ?? ["nonsense": text]
        return response([
            "content": [["type": "tool_use", "name": "form", "input": input]],
            "stop_reason": end ?? "tool_use",
            "usage": ["input_tokens": 100, "output_tokens": 10],
        ])
    }

    // MARK: Knowledge

    private func knowledge(_ host: String, _ request: Request) -> Response {
        let query = request.target.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let call = note(host, query, "", request)
        let title = request.target.queryValue("titles") ?? ""
        if host == "www.wikidata.org" {
            let ids = request.target.queryValue("ids")?.split(separator: "|").map { String($0) }
            let entities = ids.map(world.entities) ?? world.entity(titled: title)
            let honest = Self.json(["entities": entities, "success": 1])
            switch plant(call, honest) {
            case .honest: return Self.response(["entities": entities, "success": 1])
            case .text(let text): return Response(.ok, body: Array(text.utf8))
            case let other: return Self.failure(other)
            }
        }
        let honest = world.page(host, title) ?? ""
        let text: String
        switch plant(call, honest) {
        case .honest: text = honest
        case .text(let planted): text = planted
        case let other: return Self.failure(other)
        }
        let page: [String: Any] =
            text.isEmpty
            ? ["title": title, "missing": true]
            : ["title": title, "extract": text, "lastrevid": 4_711]
        return Self.response(["query": ["pages": [page]]])
    }

    private static func json(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    private static func response(_ value: Any) -> Response {
        Response(.ok, type: "application/json", body: json(value))
    }
}
