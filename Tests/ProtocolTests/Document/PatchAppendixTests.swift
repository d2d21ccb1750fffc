import Protocol
import Testing

/// The examples of RFC 6902, appendix A, that use add, replace and remove alone.
struct PatchAppendixTests {
    struct Example: Sendable, CustomStringConvertible {
        var description: String
        var document: String
        var operations: String
        var result: String
    }

    static let examples = [
        Example(
            description: "A.1 adding an object member",
            document: #"{"foo":"bar"}"#,
            operations: #"[{"op":"add","path":"/baz","value":"qux"}]"#,
            result: #"{"baz":"qux","foo":"bar"}"#
        ),
        Example(
            description: "A.2 adding an array element",
            document: #"{"foo":["bar","baz"]}"#,
            operations: #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
            result: #"{"foo":["bar","qux","baz"]}"#
        ),
        Example(
            description: "A.3 removing an object member",
            document: #"{"baz":"qux","foo":"bar"}"#,
            operations: #"[{"op":"remove","path":"/baz"}]"#,
            result: #"{"foo":"bar"}"#
        ),
        Example(
            description: "A.4 removing an array element",
            document: #"{"foo":["bar","qux","baz"]}"#,
            operations: #"[{"op":"remove","path":"/foo/1"}]"#,
            result: #"{"foo":["bar","baz"]}"#
        ),
        Example(
            description: "A.5 replacing a value",
            document: #"{"baz":"qux","foo":"bar"}"#,
            operations: #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
            result: #"{"baz":"boo","foo":"bar"}"#
        ),
        Example(
            description: "A.10 adding a nested member object",
            document: #"{"foo":"bar"}"#,
            operations: #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
            result: #"{"foo":"bar","child":{"grandchild":{}}}"#
        ),
        Example(
            description: "A.11 ignoring unrecognized elements",
            document: #"{"foo":"bar"}"#,
            operations: #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#,
            result: #"{"foo":"bar","baz":"qux"}"#
        ),
        Example(
            description: "A.16 adding an array value",
            document: #"{"foo":["bar"]}"#,
            operations: #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
            result: #"{"foo":["bar",["abc","def"]]}"#
        ),
    ]

    @Test(arguments: examples) func `an example comes out as the RFC has it`(example: Example)
        throws
    {
        let result = try patched(example.document, example.operations)
        #expect(result == (try JSONValue(text: example.result)))
    }

    @Test func `A.12 adding to a nonexistent target is an error`() throws {
        let operations = #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#
        #expect(
            try patchProblem(#"{"foo":"bar"}"#, operations) == .noSuchPlace(path: ["baz", "bat"])
        )
    }

    @Test func `A.13 an operation with two names is an error`() throws {
        let operations = #"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#
        #expect(try patchProblem(#"{"foo":"bar"}"#, operations) != nil)
    }

    @Test(arguments: [
        #"{"op":"test","path":"/baz","value":"qux"}"#, #"{"op":"move","from":"/a","path":"/b"}"#,
        #"{"op":"copy","from":"/a","path":"/b"}"#,
    ])
    func `the operations that this protocol does without are refused`(operation: String) throws {
        #expect(try patchProblem(#"{"a":1,"baz":"qux"}"#, "[\(operation)]") == .malformed)
    }
}
