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
        guard let name = entry["op"]?.string, let pointer = entry["path"]?.string else {
            throw .malformed
        }
        path = try Self.tokens(of: pointer)
        switch (name, entry["value"]) {
        case ("add", .some(let value)): change = .add(value)
        case ("replace", .some(let value)): change = .replace(value)
        case ("remove", _): change = .remove
        case _: throw .malformed
        }
    }

    /// The reference tokens of a pointer: `~1` is a slash and `~0` a tilde (RFC 6901 §3, §4).
    ///
    /// Scalar by scalar: a mark that joins the character before it hides no slash.
    private static func tokens(of pointer: String) throws(Patch.Problem) -> [String] {
        var tokens: [String] = []
        var scalars = pointer.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            if scalar == "/" {
                tokens.append("")
                continue
            }
            guard var token = tokens.popLast() else { throw .malformed }
            switch scalar {
            case "~":
                switch scalars.next() {
                case "0": token.unicodeScalars.append("~")
                case "1": token.unicodeScalars.append("/")
                case _: throw .malformed
                }
            case _:
                token.unicodeScalars.append(scalar)
            }
            tokens.append(token)
        }
        return tokens
    }

    /// The place in a list that a token names: digits without a leading zero (RFC 6901 §4), or `-` for
    /// the one behind the last; nil for all other tokens.
    private static func index(_ token: String, in elements: [JSONValue]) -> Int? {
        if token == "-" { return elements.count }
        guard let index = Int(token), String(index) == token else { return nil }
        return index
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
            guard let index = Self.index(token, in: elements) else {
                throw .noSuchPlace(path: self.path)
            }
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
