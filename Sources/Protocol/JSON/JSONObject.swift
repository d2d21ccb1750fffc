/// The members of a JSON object in the order they were written.
///
/// A list, not a table: the objects of this protocol have a handful of members, and hashing keys that
/// strangers choose would cost more than comparing them.
public struct JSONObject: Sendable {
    public private(set) var members: [(key: String, value: JSONValue)]

    public init(_ members: [(key: String, value: JSONValue)] = []) {
        self.members = members
    }

    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key == key }?.value }
        set {
            members.removeAll { $0.key == key }
            if let newValue { members.append((key, newValue)) }
        }
    }
}

/// Equal when every key stands for the same value, whatever the order; of a key written twice the
/// last one counts.
extension JSONObject: Hashable {
    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.allSatisfy { other[$0.key] == one[$0.key] }
            && other.members.allSatisfy { one[$0.key] != nil }
    }

    /// Neither order nor number of members says whether two are equal; hashes are hardly ever asked for.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.isEmpty)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }
}
