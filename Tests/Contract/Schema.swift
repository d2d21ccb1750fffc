import Protocol

/// A JSON Schema (2020-12), as far as this project's specifications use it.
///
/// A keyword that it does not know stops the tests: a specification must not promise what nobody checks.
struct Schema: Sendable {
    private static let silent: Set<String> = [
        "description", "default", "format", "summary", "components",
    ]

    private let json: JSONValue
    /// Document that `$ref` leads into.
    private let root: JSONValue

    init(_ json: JSONValue, in root: JSONValue) {
        self.json = json
        self.root = root
    }

    /// Faults of a value, each with the place in it.
    func problems(of value: JSONValue, at path: String = "$") -> [String] {
        guard case .object(let keywords) = json else { return [] }
        return keywords.members.flatMap { keyword, argument in
            problems(keyword, argument, value, path)
        }
    }

    private func problems(
        _ keyword: String,
        _ argument: JSONValue,
        _ value: JSONValue,
        _ path: String
    ) -> [String] {
        func unless(_ holds: Bool) -> [String] {
            holds ? [] : ["\(path): \(value) breaks \(keyword) \(argument)"]
        }
        switch keyword {
        case "$ref": return sub(resolved(argument)).problems(of: value, at: path)
        case "oneOf":
            let fits = (argument.array ?? []).map { sub($0).problems(of: value, at: path) }
            switch fits.count(where: \.isEmpty) {
            case 1: return []
            // The nearest miss says most.
            case 0: return fits.min { $0.count < $1.count } ?? ["\(path): one of nothing"]
            case let several: return ["\(path): \(value) is \(several) of those it is one of"]
            }
        case "type":
            let names = argument.array ?? [argument]
            return unless(names.contains { $0.string.map(value.isOf(type:)) == true })
        case "const": return unless(value == argument)
        case "enum": return unless(argument.array?.contains(value) == true)
        case "minimum": return unless(value.number.map { $0 >= argument.number ?? .nan } ?? true)
        case "maximum": return unless(value.number.map { $0 <= argument.number ?? .nan } ?? true)
        case "minLength", "maxLength": return unless(hasLength(value, keyword, argument))
        case "pattern": return unless(value.string.map { matches($0, argument) } ?? true)
        case "minItems":
            return unless(value.array.map { Int64($0.count) >= argument.int ?? 0 } ?? true)
        case "maxItems":
            return unless(value.array.map { Int64($0.count) <= argument.int ?? 0 } ?? true)
        case "items":
            return (value.array ?? []).enumerated().flatMap { place, item in
                sub(argument).problems(of: item, at: "\(path)[\(place)]")
            }
        case "required":
            guard let object = value.object else { return [] }
            return (argument.array ?? []).compactMap(\.string).filter { object[$0] == nil }
                .map { "\(path): \($0) is missing" }
        case "properties", "additionalProperties": return members(keyword, argument, value, path)
        case let other where Self.silent.contains(other): return []
        case let other: preconditionFailure("a keyword that nobody checks: \(other)")
        }
    }

    private func members(
        _ keyword: String,
        _ argument: JSONValue,
        _ value: JSONValue,
        _ path: String
    ) -> [String] {
        guard let object = value.object else { return [] }
        return object.members.flatMap { name, member -> [String] in
            let own = json["properties"]?[name]
            switch (keyword, own) {
            case ("properties", .some(let schema)):
                return sub(schema).problems(of: member, at: "\(path).\(name)")
            case ("additionalProperties", .none):
                return argument == .bool(false)
                    ? ["\(path): \(name) is not in the contract"]
                    : sub(argument).problems(of: member, at: "\(path).\(name)")
            case (_, _): return []
            }
        }
    }

    private func hasLength(_ value: JSONValue, _ keyword: String, _ argument: JSONValue) -> Bool {
        guard let text = value.string, let limit = argument.int else { return true }
        let length = Int64(text.unicodeScalars.count)
        return keyword == "minLength" ? length >= limit : length <= limit
    }

    private func matches(_ text: String, _ pattern: JSONValue) -> Bool {
        guard let pattern = pattern.string, let regex = try? Regex(pattern) else {
            preconditionFailure("no pattern: \(pattern)")
        }
        return text.contains(regex)
    }

    private func sub(_ json: JSONValue) -> Schema { Schema(json, in: root) }

    /// `#/components/…`, of this specification or of that of all games: they are one here.
    private func resolved(_ reference: JSONValue) -> JSONValue {
        let pointer = (reference.string ?? "").drop { $0 != "#" }
        let steps = pointer.split(separator: "/").dropFirst()
        let found = steps.reduce(Optional(root)) { $0?[String($1)] }
        guard let found else { preconditionFailure("no such schema: \(reference)") }
        return found
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        switch self {
        case .int(let whole): Double(whole)
        case .double(let double): double
        case .null, .bool, .string, .array, .object: nil
        }
    }

    fileprivate func isOf(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .int: type == "integer" || type == "number"
        case .double: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
