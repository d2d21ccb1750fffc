/// Collects the members of parts: as one JSON text, or as the operations of a patch (RFC 6902).
public struct DocumentWriter: Sendable {
    private enum Purpose {
        case whole
        case changes
    }

    private var writer: JSONWriter
    private let purpose: Purpose
    /// JSON Pointer to where we are (RFC 6901); names of this protocol need no escape.
    private var path: [UInt8] = []
    /// Changes of the latest boxed part, in case the next document has it too.
    private var repeatable: Repeatable?

    private struct Repeatable {
        /// Held, so that no other part has their identity.
        let new: any AnyObject & Sendable
        let old: any AnyObject & Sendable
        let operations: [UInt8]
    }

    private init(_ purpose: Purpose, writer: JSONWriter) {
        self.purpose = purpose
        self.writer = writer
    }

    /// For the changes of documents, written one after another in the same memory.
    public init() {
        self.init(.changes, writer: JSONWriter(reserving: 512))
    }

    /// The operations that turn `old` into `new`, comma between them and no brackets around; empty
    /// when nothing changed.
    ///
    /// A caller that keeps them keeps this memory, and the next ones are written elsewhere.
    public mutating func changes<D: Document>(from old: D, to new: D) -> [UInt8] {
        writer.removeAll()
        if old != new { new.members(of: &self, since: old) }
        return writer.bytes
    }

    public static func changes<D: Document>(from old: D, to new: D) -> [UInt8] {
        guard old != new else { return [] }
        var fields = DocumentWriter()
        return fields.changes(from: old, to: new)
    }

    /// The members of `part`, inside an object that the caller has begun.
    public static func writeMembers(of part: some DocumentObject, to writer: inout JSONWriter) {
        var fields = DocumentWriter(.whole, writer: JSONWriter())
        swap(&fields.writer, &writer)
        part.members(of: &fields, since: nil)
        swap(&fields.writer, &writer)
    }

    /// One member of the part that is being written.
    ///
    /// - Parameter old: its older value; must be given whenever the part was given an older self.
    public mutating func member<Value: DocumentValue>(
        _ name: StaticString,
        _ value: Value,
        was old: Value?
    ) {
        switch purpose {
        case .whole:
            writer.key(name)
            value.write(to: &writer)
        case .changes:
            guard let old else { preconditionFailure("\(name): a change needs an older value") }
            guard value != old else { return }
            let length = path.count
            path.append(UInt8(ascii: "/"))
            path.append(
                contentsOf: UnsafeBufferPointer(
                    start: name.utf8Start,
                    count: name.utf8CodeUnitCount
                )
            )
            value.writeChanges(since: old, to: &self)
            path.removeSubrange(length...)
        }
    }

    /// The members of a boxed part; their changes are written once for all documents of this writer.
    mutating func members<Part: DocumentObject>(of part: Boxed<Part>, since old: Boxed<Part>?) {
        guard case .changes = purpose, path.isEmpty, let old else {
            return part.value.members(of: &self, since: old?.value)
        }
        if let repeatable, repeatable.new === part.box, repeatable.old === old.box {
            return writer.raw(repeatable.operations)
        }
        let others = writer
        writer = JSONWriter(reserving: 512)
        part.value.members(of: &self, since: old.value)
        let operations = writer.bytes
        repeatable = Repeatable(new: part.box, old: old.box, operations: operations)
        writer = others
        writer.raw(operations)
    }

    /// Replaces the value at the current path.
    public mutating func replace(with value: some DocumentValue) {
        operation("replace", value)
    }

    /// Writes the change of one element of a list.
    mutating func change<Value: DocumentValue>(at index: Int, from old: Value, to new: Value) {
        within(index) { new.writeChanges(since: old, to: &$0) }
    }

    mutating func remove(at index: Int) {
        within(index) { $0.removeHere() }
    }

    mutating func append(_ value: some DocumentValue) {
        let length = path.count
        path.append(contentsOf: "/-".utf8)
        operation("add", value)
        path.removeSubrange(length...)
    }

    private mutating func within(_ index: Int, _ body: (inout DocumentWriter) -> Void) {
        let length = path.count
        path.append(UInt8(ascii: "/"))
        path.append(contentsOf: String(index).utf8)
        body(&self)
        path.removeSubrange(length...)
    }

    private mutating func removeHere() {
        begin("remove")
        writer.endObject()
    }

    private mutating func operation(_ name: StaticString, _ value: some DocumentValue) {
        begin(name)
        writer.key("value")
        value.write(to: &writer)
        writer.endObject()
    }

    private mutating func begin(_ name: StaticString) {
        writer.beginObject()
        writer.key("op")
        writer.value(name)
        writer.key("path")
        writer.value(plain: path)
    }
}
