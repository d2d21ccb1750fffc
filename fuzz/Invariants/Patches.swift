import Protocol

/// The first byte chooses: two documents and the patch from one to the other, or a document and a
/// patch of a stranger, as two JSON texts with a line feed between them.
enum Patches {
    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        if way & 1 == 0 { try checkChanges(Draw(bytes)) } else { try checkHostile(bytes) }
    }

    /// Snapshot + patch = snapshot.
    private static func checkChanges(_ draw: Draw) throws(Broken) {
        var draw = draw
        let old = Leaf(&draw)
        let new = draw.chance() ? old.changed(&draw) : Leaf(&draw)
        for (old, new) in [(old, new), (new, old), (new, new)] {
            let changes = DocumentWriter.changes(from: old, to: new)
            try hold(changes.isEmpty == (old == new), "changes where there are none, or none")
            let from = try json(old)
            let into = try json(new)
            do {
                let patch = try Patch(payload(changes))
                try same(try patch.applied(to: from), into, "a document, patched")
            } catch let error as Broken {
                throw error
            } catch {
                throw Broken("our own patch: \(error)")
            }
        }
    }

    private static func json(_ leaf: Leaf) throws(Broken) -> JSONValue {
        var writer = JSONWriter()
        leaf.write(to: &writer)
        guard let value = try? JSONReader.read(writer.bytes) else {
            throw Broken("our own document is no JSON")
        }
        return value
    }

    private static func payload(_ changes: [UInt8]) throws -> JSONValue {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("baseVersion", 1)
        writer.member("version", 2)
        writer.key("ops")
        writer.beginArray()
        writer.raw(changes)
        writer.endArray()
        writer.endObject()
        return try JSONReader.read(writer.bytes)
    }

    private static func checkHostile(_ bytes: [UInt8]) throws(Broken) {
        let texts = bytes.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard texts.count == 2, let document = try? JSONReader.read(Array(texts[0])),
            let payload = try? JSONReader.read(Array(texts[1]))
        else { return }
        let patch = Result { () throws(Patch.Problem) in try Patch(payload) }
        guard case .success(let patch) = patch else { return }
        let result = Result { () throws(Patch.Problem) in try patch.applied(to: document) }
        // One by one they do what they do together.
        var step = Result<JSONValue, Patch.Problem>.success(document)
        for operation in patch.operations {
            var single = patch
            single.operations = [operation]
            step = step.flatMap { before in
                Result { () throws(Patch.Problem) in try single.applied(to: before) }
            }
        }
        try same(step, result, "one operation after the other")
        guard case .success(let made) = result, let last = patch.operations.last else { return }
        try checkPlace(of: last, in: made)
    }

    /// The value that the last operation put somewhere stands there.
    private static func checkPlace(
        of operation: Patch.Operation,
        in document: JSONValue
    ) throws(Broken) {
        let put: JSONValue
        switch operation.change {
        case .add(let value), .replace(let value): put = value
        case .remove: return
        }
        var value: JSONValue? = document
        for token in operation.path {
            switch value {
            case .array(let elements):
                value = token == "-" ? elements.last : elements[safe: Int(token) ?? -1]
            case let other: value = other?[token]
            }
        }
        try same(value, put, "what stands at \(operation.path)")
    }
}

extension [JSONValue] {
    fileprivate subscript(safe index: Int) -> JSONValue? {
        indices.contains(index) ? self[index] : nil
    }
}
