/// A piece of a document: knows how it looks as JSON, and what turned an older self into it.
public protocol Part: Equatable, Sendable {
    func write(to writer: inout JSONWriter)

    /// Writes the operations that turn `old`, which differs, into `self` at the fields' current path.
    func writeChanges(since old: Self, to fields: inout Fields)

    /// True when both stand for the same thing in a list, though it may have changed.
    func isSameThing(as other: Self) -> Bool
}

extension Part {
    public func writeChanges(since old: Self, to fields: inout Fields) {
        fields.replace(with: self)
    }

    public func isSameThing(as other: Self) -> Bool {
        self == other
    }
}

/// A part with named members: one function lists them for a whole text and for a patch alike.
public protocol ObjectPart: Part {
    /// Names every member once: `fields.member("points", points, was: old?.points)`.
    func members(of fields: inout Fields, since old: Self?)
}

extension ObjectPart {
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        Fields.writeMembers(of: self, to: &writer)
        writer.endObject()
    }

    public func writeChanges(since old: Self, to fields: inout Fields) {
        members(of: &fields, since: old)
    }
}

/// A whole document as one role sees it: the payload of a STATE_SNAPSHOT.
public typealias Document = ObjectPart
