import Protocol

extension Patch {
    /// The patch that a list of operations, written as JSON, makes.
    init(operations: String) throws {
        try self.init(JSONValue(text: "{\"baseVersion\":1,\"version\":2,\"ops\":\(operations)}"))
    }
}

/// The document after the operations, or what is wrong with them.
func patched(_ document: String, _ operations: String) throws -> JSONValue {
    try Patch(operations: operations).applied(to: JSONValue(text: document))
}

/// Why a patch can't be applied; nil for one that can.
func patchProblem(_ document: String, _ operations: String) throws -> Patch.Problem? {
    do {
        _ = try patched(document, operations)
        return nil
    } catch let problem as Patch.Problem {
        return problem
    }
}
