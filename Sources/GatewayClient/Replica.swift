public import Protocol

/// A document as a client has it: a snapshot once, and from there by patches.
public struct Replica: Sendable {
    public enum Outcome: Equatable, Sendable {
        case applied
        /// Versions are missing in between; the client must ask for the document anew.
        case gap
        /// It carries nothing newer than what is here.
        case stale
        case broken(Patch.Problem)
    }

    /// The payload of a snapshot; null before the first.
    public private(set) var document: JSONValue = .null
    /// -1 before the first snapshot.
    public private(set) var version: Int64 = -1

    public init() {}

    public mutating func apply(snapshot payload: JSONValue) {
        document = payload
        version = payload["version"]?.int ?? -1
    }

    /// Counts a version as known whose document nobody builds.
    mutating func skip(to version: Int64) {
        self.version = version
    }

    public mutating func apply(patch payload: JSONValue) -> Outcome {
        do throws(Patch.Problem) {
            return apply(try Patch(payload))
        } catch {
            return .broken(error)
        }
    }

    public mutating func apply(_ patch: Patch) -> Outcome {
        do throws(Patch.Problem) {
            guard patch.version > version else { return .stale }
            guard version >= 0, patch.baseVersion <= version else { return .gap }
            var patched = try patch.applied(to: document)
            if case .object(var members) = patched {
                members["version"] = .int(patch.version)
                patched = .object(members)
            }
            document = patched
            version = patch.version
            return .applied
        } catch {
            return .broken(error)
        }
    }

    /// The place where `fresh` differs, the version aside: a JSON Pointer and both values; nil when it is the same.
    public func difference(from fresh: JSONValue) -> String? {
        Self.difference(document, fresh, at: "")
    }

    public static func difference(_ mine: JSONValue, _ fresh: JSONValue, at path: String)
        -> String?
    {
        switch (mine, fresh) {
        case (.object(let one), .object(let other)):
            let names = one.members.map(\.key) + other.members.map(\.key)
            for name in names where !(path.isEmpty && name == "version") {
                switch (one[name], other[name]) {
                case (.some(let a), .some(let b)):
                    if let found = difference(a, b, at: "\(path)/\(name)") { return found }
                case (.some, nil): return "\(path)/\(name) is not in the snapshot"
                case (nil, .some): return "\(path)/\(name) is in the snapshot alone"
                case (nil, nil): continue
                }
            }
            return nil
        case (.array(let one), .array(let other)):
            guard one.count == other.count else {
                return
                    "\(path) has \(one.count) elements by patches, \(other.count) in the snapshot"
            }
            for (index, pair) in zip(one, other).enumerated() {
                if let found = difference(pair.0, pair.1, at: "\(path)/\(index)") { return found }
            }
            return nil
        case _:
            return mine == fresh ? nil : "\(path) is \(mine) by patches, \(fresh) in the snapshot"
        }
    }
}
