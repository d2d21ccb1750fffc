import Protocol
import Testing

struct JSONWriterTests {
    private func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `commas stand between values and nowhere else`() {
        let text = text { writer in
            writer.beginObject()
            writer.key("empty")
            writer.beginArray()
            writer.endArray()
            writer.key("list")
            writer.beginArray()
            writer.value(1)
            writer.value(true)
            writer.null()
            writer.value("x" as String)
            writer.value("y" as StaticString)
            writer.value(0.5)
            writer.beginArray()
            writer.beginObject()
            writer.endObject()
            writer.endArray()
            writer.beginObject()
            writer.key(dynamic: "k")
            writer.value(false)
            writer.endObject()
            writer.endArray()
            writer.key("last")
            writer.value(Int64(2))
            writer.endObject()
        }
        #expect(
            text == #"{"empty":[],"list":[1,true,null,"x","y",0.5,[{}],{"k":false}],"last":2}"#
        )
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
        ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#), ("\u{8}\u{C}", #""\u0008\u000c""#),
        ("\u{0}", #""\u0000""#), ("\u{1F}", #""\u001f""#), ("\u{7F}", "\"\u{7F}\""),
        ("\u{2028}", "\"\u{2028}\""), ("åäö€😀", #""åäö€😀""#), ("\u{FFFF}", "\"\u{FFFF}\""),
        ("\u{1}x\u{2}", #""\u0001x\u0002""#), ("\\u0041", #""\\u0041""#), ("\r\n", #""\r\n""#),
    ])
    func `a string escapes what it must and nothing else`(string: String, expected: String) {
        #expect(text { $0.value(string) } == expected)
        #expect(text { $0.key(dynamic: string) } == expected + ":")
    }

    @Test func `every control character comes back from the reader`() throws {
        for code in 0..<0x20 as Range<UInt8> {
            let string = "a\(Character(Unicode.Scalar(code)))b"
            let written = text { $0.value(string) }
            #expect(!written.utf8.contains { $0 < 0x20 }, "\(code)")
            #expect(try JSONValue(text: written) == .string(string))
        }
    }

    @Test(
        arguments: [
            (0, "0"), (7, "7"), (-1, "-1"), (10, "10"), (-10, "-10"), (1_000_000, "1000000"),
            (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
            (999_999_999_999_999_999, "999999999999999999"),
        ] as [(Int64, String)]
    )
    func `whole numbers are written in digits`(number: Int64, expected: String) {
        #expect(text { $0.value(number) } == expected)
        #expect(text { $0.value(Int(number)) } == expected)
    }

    @Test(
        arguments: [
            0, -0.0, 1, 0.1, -0.5, 1e15, 1e16, 1e-4, 1e-5, 1.0 / 3, .pi, .leastNonzeroMagnitude,
            .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ] as [Double]
    )
    func `a double comes back bit by bit`(number: Double) throws {
        let read = try JSONValue(text: text { $0.value(number) })
        guard case .double(let double) = read else {
            Issue.record("\(number) came back as \(read)")
            return
        }
        #expect(double.bitPattern == number.bitPattern)
    }

    @Test func `a number that JSON has no word for stops us`() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.value(Double.infinity)
        }
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.value(Double.nan)
        }
    }

    @Test func `raw JSON takes its place among the values, and nothing takes none`() {
        let text = text { writer in
            writer.beginArray()
            writer.raw(Array("1,2".utf8))
            writer.raw([])
            writer.value(3)
            writer.raw("{}".utf8)
            writer.endArray()
        }
        #expect(text == "[1,2,3,{}]")
    }

    @Test func `what stands before the text is left alone`() {
        var writer = JSONWriter(after: [0x81, 0x00], reserving: 10)
        writer.value(true)
        #expect(writer.bytes == [0x81, 0x00] + Array("true".utf8))
    }
}
