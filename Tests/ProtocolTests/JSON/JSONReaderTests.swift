import Protocol
import Testing

/// The grammar of RFC 8259, rule by rule; numbers and strings have suites of their own.
struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", nil), ("true", true), ("false", false), ("7", 7), ("\"x\"", "x"),
            ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]),
            ("[1,2,3]", [1, 2, 3]), ("[[],[[]]]", [[], [[]]]),
            ("[null,true,false,\"\",0,{}]", [nil, true, false, "", 0, [:]]),
            ("{\"a\":1}", ["a": 1]), ("{\"a\":{\"b\":[{}]}}", ["a": ["b": [[:]]]]),
            ("{\"\":0}", ["": 0]), ("{\"a\":1,\"b\":2}", ["b": 2, "a": 1]),
            (" \t\n\r[ \t\n\r1 \t\n\r, \t\n\r2 \t\n\r] \t\n\r", [1, 2]),
            ("\n{\r\"a\"\t: 1 ,\"b\" :\n2\r}\t", ["a": 1, "b": 2]),
        ] as [(String, JSONValue)]
    )
    func `what the grammar allows is read`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(text: text) == value)
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("[", 1), ("[1", 2), ("[1,", 3), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5),
        ("{\"a\":1", 6), ("{\"a\":1,", 7), ("\"", 1), ("\"a", 2), ("\"\\n", 3), ("\"\\", 2),
    ])
    func `a text that stops too early says so at its end`(text: String, offset: Int) {
        let found = error(in: Array(text.utf8))
        #expect(found?.problem == .unexpectedEnd)
        #expect(found?.offset == offset)
    }

    @Test(arguments: [
        ("]", 0), ("}", 0), (",", 0), (":", 0), ("[,1]", 1), ("[1,]", 3), ("[1,,2]", 3),
        ("[1 2]", 3), ("[1}", 2), ("{\"a\":1]", 6), ("{1:2}", 1), ("{a:1}", 1), ("{'a':1}", 1),
        ("{\"a\" 1}", 5), ("{\"a\",1}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7),
        ("{,}", 1), ("{\"a\":1 \"b\":2}", 7), ("{\"a\"::1}", 5), ("{null:1}", 1), ("'a'", 0),
        ("/**/1", 0), ("[1/**/]", 2), ("#", 0), ("\u{FEFF}1", 0), ("\u{B}1", 0), ("\u{A0}1", 0),
        ("True", 0), ("NULL", 0), ("nil", 0), ("undefined", 0), ("NaN", 0), ("Infinity", 0),
        ("[t]", 1), ("[nul]", 1), ("[fals]", 1), ("tRue", 0), ("[truE]", 1), ("[nulL]", 1),
    ])
    func `what the grammar has no place for is refused where it stands`(text: String, offset: Int) {
        let found = error(in: Array(text.utf8))
        #expect(found?.problem == .unexpectedByte)
        #expect(found?.offset == offset)
    }

    @Test(arguments: [
        ("1 2", 2), ("{}{}", 2), ("[]]", 2), ("nullnull", 4), ("truefalse", 4), ("\"a\"b", 3),
        ("{},", 2), ("1,", 1), ("1\u{0}", 1), ("[] // end", 3), ("truex", 4),
    ])
    func `one text holds one value`(text: String, offset: Int) {
        let found = error(in: Array(text.utf8))
        #expect(found?.problem == .trailingBytes)
        #expect(found?.offset == offset)
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `arrays and objects nest up to the limit and no further`(open: String, close: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth - 1) + (open == "[" ? "[" : "{")
                + (open == "[" ? "]" : "}") + String(repeating: close, count: depth - 1)
        }
        #expect(problem(nested(JSONReader.maxDepth)) == nil)
        #expect(problem(nested(JSONReader.maxDepth + 1)) == .tooDeep)
    }

    @Test func `arrays and objects count towards the same depth`() {
        let opened = String(repeating: "[{\"a\":", count: JSONReader.maxDepth / 2)
        let closed = String(repeating: "}]", count: JSONReader.maxDepth / 2)
        #expect(problem(opened + "0" + closed) == nil)
        #expect(problem(opened + "[]" + closed) == .tooDeep)
    }

    @Test func `values side by side are not deep`() {
        let many = Array(repeating: "[[]]", count: 1_000).joined(separator: ",")
        #expect(problem("[\(many)]") == nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[[[{\"a\":", "[0,["])
    func `a mebibyte of open brackets ends with an error`(piece: String) {
        let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        #expect(problem(text) == .tooDeep)
    }

    @Test(arguments: [
        ("\"", "\\u0000", JSONError.Problem.unexpectedEnd), ("\"", "\\", .unexpectedEnd),
        ("\"", "a", .unexpectedEnd), ("\"", "\\ud83d", .badEscape), ("", " ", .unexpectedEnd),
        ("", "\"", .trailingBytes), ("[", "0,", .unexpectedEnd), ("", "-", .badNumber),
        ("", "9", .badNumber), ("1e", "9", .badNumber), ("", "\\u0000", .unexpectedByte),
    ])
    func `a mebibyte of one thing ends with an error`(
        start: String,
        piece: String,
        expected: JSONError.Problem
    ) {
        let text = start + String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        #expect(problem(text) == expected)
    }

    @Test func `of a key that stands twice the last one wins`() throws {
        let value = try JSONValue(text: "{\"a\":1,\"b\":2,\"a\":{\"c\":3},\"a\":4}")
        #expect(value["a"] == 4)
        #expect(value["b"] == 2)
        #expect(value == value)
    }

    @Test func `members keep the order they were written in`() throws {
        let value = try JSONValue(text: "{\"z\":1,\"a\":2,\"m\":3}")
        #expect(value.object?.members.map(\.key) == ["z", "a", "m"])
    }

    @Test func `bytes are read where they lie`() throws {
        let bytes = Array("xx[1]yy".utf8)
        let value = try bytes.withUnsafeBytes { raw in
            try JSONReader.read(UnsafeRawBufferPointer(rebasing: raw[2..<5]))
        }
        #expect(value == [1])
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(throws: JSONError.self) { try JSONReader.read(nothing) }
    }
}
