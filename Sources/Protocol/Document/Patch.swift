/// A STATE_PATCH as a client takes it: the operations that carry a document from one version to
/// another (RFC 6902: add, replace and remove alone).
public struct Patch: Hashable, Sendable {
    public struct Operation: Hashable, Sendable {
        public enum Change: Hashable, Sendable {
            case add(JSONValue)
            case replace(JSONValue)
            case remove
        }

        public var change: Change
        /// The reference tokens of the pointer (RFC 6901), unescaped.
        public var path: [String]
    }

    public enum Problem: Error, Hashable, Sendable {
        case malformed
        /// The pointer leads nowhere in this document.
        case noSuchPlace(path: [String])
    }

    public var baseVersion: Int64
    public var version: Int64
    public var operations: [Operation]

    /// Reads the payload of a STATE_PATCH.
    public init(_ payload: JSONValue) throws(Problem) {
        guard let base = payload["baseVersion"]?.int, let version = payload["version"]?.int,
            let list = payload["ops"]?.array
        else { throw .malformed }
        baseVersion = base
        self.version = version
        operations = []
        for entry in list { operations.append(try Operation(entry)) }
    }

    public func applied(to document: JSONValue) throws(Problem) -> JSONValue {
        var document = document
        for operation in operations {
            document = try operation.applied(to: document, below: operation.path[...])
        }
        return document
    }
}

extension Patch.Operation {
    init(_ entry: JSONValue) throws(Patch.Problem) {
        guard let name = entry["op"]?.string, let pointer = entry["path"]?.string,
            pointer.isEmpty || pointer.hasPrefix("/")
        else { throw .malformed }
        path = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { Self.unescape($0) }
        switch (name, entry["value"]) {
        case ("add", .some(let value)): change = .add(value)
        case ("replace", .some(let value)): change = .replace(value)
        case ("remove", _): change = .remove
        case _: throw .malformed
        }
    }

    /// `~1` is a slash and `~0` a tilde, in that order (RFC 6901 §4).
    private static func unescape(_ token: Substring) -> String {
        var text = ""
        var rest = token[...]
        while let tilde = rest.firstIndex(of: "~") {
            text += rest[..<tilde]
            rest = rest[rest.index(after: tilde)...]
            if rest.first == "1" {
                text += "/"
                rest = rest.dropFirst()
            } else if rest.first == "0" {
                text += "~"
                rest = rest.dropFirst()
            } else {
                text += "~"
            }
        }
        return text + rest
    }

    fileprivate func applied(
        to value: JSONValue,
        below path: ArraySlice<String>
    ) throws(Patch.Problem) -> JSONValue {
        guard let token = path.first else {
            switch change {
            case .add(let new), .replace(let new): return new
            case .remove: throw .noSuchPlace(path: self.path)
            }
        }
        let rest = path.dropFirst()
        switch value {
        case .object(var object):
            guard rest.isEmpty else {
                guard let member = object[token] else { throw .noSuchPlace(path: self.path) }
                object[token] = try applied(to: member, below: rest)
                return .object(object)
            }
            switch change {
            case .add(let new):
                object[token] = new
            case .replace(let new):
                guard object[token] != nil else { throw .noSuchPlace(path: self.path) }
                object[token] = new
            case .remove:
                guard object[token] != nil else { throw .noSuchPlace(path: self.path) }
                object[token] = nil
            }
            return .object(object)
        case .array(var elements):
            let index = token == "-" ? elements.count : Int(token) ?? -1
            let isThere = elements.indices.contains(index)
            guard rest.isEmpty else {
                guard isThere else { throw .noSuchPlace(path: self.path) }
                elements[index] = try applied(to: elements[index], below: rest)
                return .array(elements)
            }
            switch change {
            case .add(let new):
                guard isThere || index == elements.count else {
                    throw .noSuchPlace(path: self.path)
                }
                elements.insert(new, at: index)
            case .replace(let new):
                guard isThere else { throw .noSuchPlace(path: self.path) }
                elements[index] = new
            case .remove:
                guard isThere else { throw .noSuchPlace(path: self.path) }
                elements.remove(at: index)
            }
            return .array(elements)
        case .null, .bool, .int, .double, .string:
            throw .noSuchPlace(path: self.path)
        }
    }
}
