import Protocol

extension Patch {
    /// The patch of a list of operations, written as JSON.
    init(operations: String) throws {
        try self.init(JSONValue(text: "{\"baseVersion\":1,\"version\":2,\"ops\":\(operations)}"))
    }
}

/// The document after the operations; throws their problem.
func patched(_ document: String, _ operations: String) throws -> JSONValue {
    try Patch(operations: operations).applied(to: JSONValue(text: document))
}

/// Reason why a patch can't be applied; nil for one that can.
func patchProblem(_ document: String, _ operations: String) throws -> Patch.Problem? {
    do {
        _ = try patched(document, operations)
        return nil
    } catch let problem as Patch.Problem {
        return problem
    }
}
