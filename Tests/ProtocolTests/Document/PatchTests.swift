import Protocol
import Testing

/// RFC 6902 with add, replace and remove; RFC 6901 for the places.
struct PatchTests {
    /// RFC 6901 §5, without its percent sign and quotes.
    static let pointers =
        #"{"foo":["bar","baz"],"":0,"a/b":1,"e^f":3,"g|h":4," ":7,"m~n":8,"~1":9}"#

    @Test(arguments: [
        ("/foo", "foo"), ("/", ""), ("/a~1b", "a/b"), ("/e^f", "e^f"), ("/g|h", "g|h"),
        ("/ ", " "), ("/m~0n", "m~n"), ("/~01", "~1"),
    ])
    func `a pointer leads to the member it names`(pointer: String, key: String) throws {
        let result = try patched(
            Self.pointers,
            "[{\"op\":\"replace\",\"path\":\"\(pointer)\",\"value\":\"here\"}]"
        )
        var expected = try #require(try JSONValue(text: Self.pointers).object)
        expected[key] = "here"
        #expect(result == .object(expected))
    }

    @Test func `a slash before a mark that joins it is a slash all the same`() throws {
        let result = try patched(
            "{\"\u{301}a\":{\"\u{301}\":1}}",
            "[{\"op\":\"replace\",\"path\":\"/\u{301}a/\u{301}\",\"value\":2}]"
        )
        #expect(result == ["\u{301}a": ["\u{301}": 2]])
    }

    @Test(arguments: [
        ("/~0\u{301}", "~\u{301}"), ("/~1\u{301}", "/\u{301}"), ("/~0~1~0", "~/~"),
        ("/~01~10", "~1/0"),
    ])
    func `an escape ends where its digit ends`(pointer: String, key: String) throws {
        let operation = "[{\"op\":\"add\",\"path\":\"\(pointer)\",\"value\":2}]"
        #expect(try Patch(operations: operation).operations.map(\.path) == [[key]])
    }

    @Test(arguments: ["/~", "/a~", "/~2", "/~~0", "/a~b/c", "/~\u{301}0"])
    func `a tilde that escapes nothing is malformed`(pointer: String) throws {
        let operations = "[{\"op\":\"add\",\"path\":\"\(pointer)\",\"value\":2}]"
        #expect(try patchProblem("{}", operations) == .malformed)
    }

    @Test(
        arguments: [
            (#"{"op":"add","path":"/0","value":9}"#, [9, 1, 2, 3]),
            (#"{"op":"add","path":"/1","value":9}"#, [1, 9, 2, 3]),
            (#"{"op":"add","path":"/3","value":9}"#, [1, 2, 3, 9]),
            (#"{"op":"add","path":"/-","value":9}"#, [1, 2, 3, 9]),
            (#"{"op":"add","path":"/-","value":null}"#, [1, 2, 3, nil]),
            (#"{"op":"replace","path":"/0","value":9}"#, [9, 2, 3]),
            (#"{"op":"replace","path":"/2","value":[9]}"#, [1, 2, [9]]),
            (#"{"op":"remove","path":"/0"}"#, [2, 3]),
            (#"{"op":"remove","path":"/2","value":"ignored"}"#, [1, 2]),
            (#"{"op":"replace","path":"","value":{"all":"new"}}"#, ["all": "new"]),
            (#"{"op":"add","path":"","value":null}"#, nil),
        ] as [(String, JSONValue)]
    )
    func `an operation on a list does what it says`(operation: String, result: JSONValue) throws {
        #expect(try patched("[1,2,3]", "[\(operation)]") == result)
    }

    @Test(arguments: [
        #"{"op":"add","path":"/4","value":9}"#, #"{"op":"replace","path":"/3","value":9}"#,
        #"{"op":"remove","path":"/3"}"#, #"{"op":"replace","path":"/-","value":9}"#,
        #"{"op":"remove","path":"/-"}"#, #"{"op":"add","path":"/-/a","value":9}"#,
        #"{"op":"add","path":"/-1","value":9}"#, #"{"op":"replace","path":"/-0","value":9}"#,
        #"{"op":"replace","path":"/+1","value":9}"#, #"{"op":"replace","path":"/01","value":9}"#,
        #"{"op":"add","path":"/00","value":9}"#, #"{"op":"remove","path":"/1e0"}"#,
        #"{"op":"remove","path":"/ 1"}"#, #"{"op":"remove","path":"/"}"#,
        #"{"op":"remove","path":"/٣"}"#, #"{"op":"add","path":"/length","value":9}"#,
        #"{"op":"add","path":"/99999999999999999999","value":9}"#,
        #"{"op":"replace","path":"/0/0","value":9}"#, #"{"op":"add","path":"/3/0","value":9}"#,
        #"{"op":"remove","path":""}"#,
    ])
    func `there is no such place in a list`(operation: String) throws {
        let path = try Patch(operations: "[\(operation)]").operations[0].path
        #expect(try patchProblem("[1,2,3]", "[\(operation)]") == .noSuchPlace(path: path))
    }

    @Test(arguments: [
        #"{"op":"replace","path":"/b","value":9}"#, #"{"op":"remove","path":"/b"}"#,
        #"{"op":"add","path":"/b/c","value":9}"#, #"{"op":"add","path":"/n/c","value":9}"#,
        #"{"op":"add","path":"/s/0","value":9}"#, #"{"op":"remove","path":"/o/x"}"#,
        #"{"op":"replace","path":"/o/p/q/r","value":9}"#, #"{"op":"remove","path":"/A"}"#,
    ])
    func `there is no such place in an object`(operation: String) throws {
        let path = try Patch(operations: "[\(operation)]").operations[0].path
        let document = #"{"a":1,"n":null,"s":"text","o":{"p":{"q":true}}}"#
        #expect(try patchProblem(document, "[\(operation)]") == .noSuchPlace(path: path))
    }

    @Test func `an addition replaces a member that is there`() throws {
        #expect(
            try patched(#"{"a":1,"b":2}"#, #"[{"op":"add","path":"/a","value":null}]"#)
                == ["a": nil, "b": 2]
        )
    }

    @Test func `operations are applied one after the other, far down too`() throws {
        let result = try patched(
            #"{"a":{"list":[{"x":1},{"x":2}]}}"#,
            #"""
            [{"op":"remove","path":"/a/list/0"},{"op":"replace","path":"/a/list/0/x","value":3},
            {"op":"add","path":"/a/list/-","value":{}},{"op":"add","path":"/a/list/1/y","value":[]},
            {"op":"add","path":"/a/list/1/y/-","value":4}]
            """#
        )
        #expect(result == ["a": ["list": [["x": 3], ["y": [4]]]]])
    }

    @Test func `no operations change nothing`() throws {
        #expect(try patched("[1]", "[]") == [1])
    }

    @Test(arguments: [
        "null", "[]", "{}", #"{"baseVersion":1,"version":2}"#, #"{"version":2,"ops":[]}"#,
        #"{"baseVersion":1,"ops":[]}"#, #"{"baseVersion":"1","version":2,"ops":[]}"#,
        #"{"baseVersion":1,"version":2.0,"ops":[]}"#, #"{"baseVersion":1,"version":2,"ops":{}}"#,
    ])
    func `a payload without versions and operations is malformed`(payload: String) throws {
        let value = try JSONValue(text: payload)
        #expect(throws: Patch.Problem.malformed) { try Patch(value) }
    }

    @Test(arguments: [
        "{}", "7", "null", #"{"op":"add","value":1}"#, #"{"op":"add","path":"/a"}"#,
        #"{"op":"replace","path":"/a"}"#, #"{"path":"/a","value":1}"#,
        #"{"op":"ADD","path":"/a","value":1}"#, #"{"op":"add","path":"a","value":1}"#,
        ##"{"op":"add","path":"#/a","value":1}"##, #"{"op":"add","path":["a"],"value":1}"#,
        #"{"op":1,"path":"/a","value":1}"#, #"{"op":"","path":"/a","value":1}"#,
    ])
    func `an operation that says too little is malformed`(operation: String) throws {
        #expect(try patchProblem("{}", "[\(operation)]") == .malformed)
    }

    @Test func `versions are read as they stand`() throws {
        let patch = try Patch(["baseVersion": 41, "version": 43, "ops": []])
        #expect(patch.baseVersion == 41)
        #expect(patch.version == 43)
        #expect(patch.operations.isEmpty)
    }
}
