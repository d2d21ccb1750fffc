// Plain types of the standard library as parts.

extension String: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int64: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension ServerTime: DocumentValue {
    public func write(to writer: inout JSONWriter) { writer.value(ms) }
}

/// A part that does not apply is `null`.
extension Optional: DocumentValue where Wrapped: DocumentValue {
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .none: writer.null()
        case .some(let part): part.write(to: &writer)
        }
    }

    public func writeChanges(since old: Wrapped?, to fields: inout DocumentWriter) {
        switch (old, self) {
        case (.some(let old), .some(let new)): new.writeChanges(since: old, to: &fields)
        case (.none, _), (.some, .none): fields.replace(with: self)
        }
    }
}

/// A list changes by removing things, changing those that stay, and appending new ones; anything else
/// replaces it whole.
extension Array: DocumentValue where Element: DocumentValue {
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }

    public func writeChanges(since old: [Element], to fields: inout DocumentWriter) {
        guard let removed = indicesRemoved(since: old) else {
            fields.replace(with: self)
            return
        }
        for index in removed.reversed() { fields.remove(at: index) }
        var kept = 0
        var nextRemoved = removed[...]
        for (index, element) in old.enumerated() {
            if nextRemoved.first == index {
                nextRemoved.removeFirst()
                continue
            }
            if self[kept] != element { fields.change(at: kept, from: element, to: self[kept]) }
            kept += 1
        }
        for element in self[kept...] { fields.append(element) }
    }

    /// Places in `old` of removed elements; nil when those that stayed changed places, or none stayed.
    private func indicesRemoved(since old: [Element]) -> [Int]? {
        var removed: [Int] = []
        var kept = 0
        for (index, element) in old.enumerated() {
            if kept < count, self[kept].isSameThing(as: element) {
                kept += 1
            } else {
                removed.append(index)
            }
        }
        guard removed.isEmpty || kept > 0 else { return nil }
        for index in removed where self[kept...].contains(where: { $0.isSameThing(as: old[index]) })
        {
            return nil
        }
        return removed
    }
}

extension JSONValue: DocumentValue {
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.value(value)
        case .int(let value): writer.value(value)
        case .double(let value): writer.value(value)
        case .string(let value): writer.value(value)
        case .array(let elements): elements.write(to: &writer)
        case .object(let object):
            writer.beginObject()
            for member in object.members {
                writer.key(dynamic: member.key)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// The value as JSON text.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

/// A piece of a document: knows how it looks as JSON, and what turned an older self into it.
public protocol DocumentValue: Equatable, Sendable {
    func write(to writer: inout JSONWriter)

    /// Writes the operations that turn `old`, which differs, into `self` at the fields' current path.
    func writeChanges(since old: Self, to fields: inout DocumentWriter)

    /// True when both stand for the same thing in a list, though it may have changed.
    func isSameThing(as other: Self) -> Bool
}

extension DocumentValue {
    public func writeChanges(since old: Self, to fields: inout DocumentWriter) {
        fields.replace(with: self)
    }

    public func isSameThing(as other: Self) -> Bool {
        self == other
    }
}

/// A part with named members: one function lists them for a whole text and for a patch alike.
public protocol DocumentObject: DocumentValue {
    /// Names every member once: `fields.member("points", points, was: old?.points)`.
    func members(of fields: inout DocumentWriter, since old: Self?)
}

extension DocumentObject {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        DocumentWriter.writeMembers(of: self, to: &writer)
        writer.endObject()
    }

    public func writeChanges(since old: Self, to fields: inout DocumentWriter) {
        members(of: &fields, since: old)
    }
}

/// A whole document as one role sees it: the payload of a STATE_SNAPSHOT.
public typealias Document = DocumentObject
