import Foundation
public import Protocol
import Yams

/// The specifications of all games and of one, to check every message of a gateway against.
public struct Contract: Sendable {
    public static let tripto = Contract("docs/api/tripto.yaml")
    public static let nameThatTune = Contract("docs/api/name-that-tune.yaml")
    public static let quiz = Contract("Tests/ExampleGame/quiz.yaml")

    private static let ofAllGames = read("docs/api/asyncapi.yaml")
    private static let openAPI = read("docs/api/openapi.yaml")

    /// The messages that a client may send, by their names on the wire.
    public let namesAsked: Set<String>

    /// The messages that a gateway sends, by their names on the wire.
    private let told: [String: Schema]
    /// The schemas of all games; the game's own take the place of those with the same name.
    private let asyncAPI: JSONValue

    private init(_ path: String) {
        let (kit, game) = (Self.ofAllGames, Self.read(path))
        let parts = ["messages", "schemas"].map { part in
            var all = kit["components"]?[part]?.object ?? [:]
            for (name, own) in game["components"]?[part]?.object?.members ?? [] { all[name] = own }
            return (key: part, value: JSONValue.object(all))
        }
        let all = JSONValue.object(["components": .object(JSONObject(parts))])
        asyncAPI = all
        func messages(_ operation: String) -> [String: Schema] {
            [kit, game].reduce(into: [:]) { found, specification in
                let own = Self.messages(operation, in: specification, of: all)
                found.merge(own) { _, own in own }
            }
        }
        told = messages("tell")
        namesAsked = Set(messages("ask").keys)
    }

    /// Faults of a message of the gateway.
    public func problems(ofTold message: JSONValue) -> [String] {
        guard let type = message["type"]?.string, let schema = told[type] else {
            return ["no such message: \(message)"]
        }
        return schema.problems(of: message).map { "\(type) \($0)" }
    }

    /// Faults of a document, such as one made by patches.
    ///
    /// - Parameter projection: `host`, `tv` or `player`, as WELCOME names it.
    public func problems(ofDocument document: JSONValue, projection: String) -> [String] {
        let name = "\(projection.capitalized)Document"
        guard let schema = asyncAPI["components"]?["schemas"]?[name] else {
            return ["no such projection: \(projection)"]
        }
        return Schema(schema, in: asyncAPI).problems(of: document)
    }

    /// Faults of the answer to a call; none where the path is not ours.
    ///
    /// - Parameter body: nil when it is no JSON.
    public func problems(
        ofAnswerTo method: String,
        _ path: String,
        status: Int,
        body: JSONValue?
    ) -> [String] {
        guard let calls = calls(at: path), let call = calls[method.lowercased()] else { return [] }
        guard var response = call["responses"]?["\(status)"] else {
            return ["\(method) \(path): no answer \(status) in the contract"]
        }
        if let reference = response["$ref"]?.string {
            response = Self.openAPI["components"]?["responses"]?[reference.lastStep] ?? .null
        }
        guard let schema = response["content"]?["application/json"]?["schema"] else { return [] }
        guard let body else { return ["\(method) \(path): \(status) without JSON"] }
        return Schema(schema, in: Self.openAPI).problems(of: body)
            .map { "\(method) \(path) \(status) \($0)" }
    }

    private func calls(at path: String) -> JSONValue? {
        let steps = path.prefix { $0 != "?" }.split(separator: "/")
        let found = Self.openAPI["paths"]?.object?.members.first { template, _ in
            let wanted = template.split(separator: "/")
            return wanted.count == steps.count
                && zip(wanted, steps).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return found?.value
    }

    private static func messages(
        _ operation: String,
        in specification: JSONValue,
        of all: JSONValue
    ) -> [String: Schema] {
        let references = specification["operations"]?[operation]?["messages"]?.array ?? []
        let messages = references.map { reference in
            let key = reference["$ref"]?.string?.lastStep ?? ""
            guard let message = all["components"]?["messages"]?[key],
                let name = message["name"]?.string, let schema = message["payload"]
            else { preconditionFailure("no such message: \(reference)") }
            return (name, Schema(schema, in: all))
        }
        return Dictionary(uniqueKeysWithValues: messages)
    }

    private static func read(_ name: String) -> JSONValue {
        let path = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: name)
        do {
            let text = try String(contentsOf: path, encoding: .utf8)
            return JSONValue(yaml: try Yams.load(yaml: text))
        } catch {
            preconditionFailure("\(path.path) can't be read: \(error)")
        }
    }
}

extension String {
    fileprivate var lastStep: String {
        split(separator: "/").last.map(String.init) ?? ""
    }
}

extension JSONValue {
    /// Converts a value from Yams.
    fileprivate init(yaml: Any?) {
        switch yaml {
        case let bool as Bool: self = .bool(bool)
        case let whole as Int: self = .int(Int64(whole))
        case let double as Double: self = .double(double)
        case let text as String: self = .string(text)
        case let array as [Any]: self = .array(array.map { JSONValue(yaml: $0) })
        case let object as [String: Any]:
            self = .object(
                JSONObject(
                    object.sorted { $0.key < $1.key }.map { ($0.key, JSONValue(yaml: $0.value)) }
                )
            )
        case _: self = .null
        }
    }
}
