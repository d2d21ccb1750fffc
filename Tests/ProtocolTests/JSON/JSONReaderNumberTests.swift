import Protocol
import Testing

/// RFC 8259 §6.
struct JSONReaderNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("10", 10), ("1234567890", 1_234_567_890),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
        ] as [(String, Int64)]
    )
    func `a whole number that fits is exact`(text: String, number: Int64) throws {
        #expect(try JSONValue(text: text) == .int(number))
        #expect(try JSONValue(text: "[\(text),\(text)]") == [.int(number), .int(number)])
    }

    @Test(
        arguments: [
            ("9223372036854775808", 9.223372036854775808e18),
            ("-9223372036854775809", -9.223372036854775809e18),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("0.0", 0), ("-0.0", -0.0), ("1.0", 1), ("0.5", 0.5), ("-0.25", -0.25), ("1e0", 1),
            ("1E5", 1e5), ("1e+5", 1e5), ("1e-5", 1e-5), ("1.5e3", 1500), ("0e9", 0), ("0E-0", 0),
            ("1e308", 1e308), ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
            ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("-1e-400", -0.0), ("1e00001", 10),
            ("1.000", 1),
            ("0.1e1", 1), ("3.141592653589793", 3.141592653589793),
        ] as [(String, Double)]
    )
    func `every other number is the nearest double`(text: String, number: Double) throws {
        let read = try JSONValue(text: text)
        guard case .double(let double) = read else {
            Issue.record("\(text) is \(read)")
            return
        }
        #expect(double.bitPattern == number.bitPattern)
    }

    @Test(arguments: [
        "00", "01", "-01", "-00", "007", "00.5", "01e1", "-a", "--1", "-+1", "1.", "1.e1", "1.a",
        "-.5", "1e", "1e+", "1e-", "1ea", "1e+a", "1e.5", "-", "-e1", "-Infinity", "-NaN",
        "1e400", "-1e400", "1e309", "1e999999999999999999999", "1.8e308",
    ])
    func `what is no number, or none that a double holds, is refused`(text: String) {
        #expect(problem("[\(text)]") == .badNumber)
        #expect(problem("{\"a\":\(text)}") == .badNumber)
    }

    @Test(arguments: ["+1", ".5", "e1", "٣", "𝟙", "１"])
    func `what starts like no number is none`(text: String) {
        #expect(problem(text) == .unexpectedByte)
    }

    @Test(arguments: [
        "0x10", "1_000", "1,000", "1.2.3", "1e1.5", "1e1e1", "0b1", "1f", "12a", "1-1", "1+1",
        "0o7", "1e5+", "1n", "1٣",
    ])
    func `a number ends where its grammar ends`(text: String) {
        #expect(problem(text) == .trailingBytes)
    }

    @Test func `a whole number of hundreds of digits is no number for us`() {
        let digits = String(repeating: "9", count: 400)
        #expect(problem(digits) == .badNumber)
        #expect(problem(digits + "e-390") == nil)
        #expect(problem("0." + digits) == nil)
    }
}
