import Foundation
import Protocol
import Testing

struct ServerTimeTests {
    @Test func `a duration leads from one moment to a later or an earlier one`() {
        let time = ServerTime(ms: 1_700_000_000_000)
        #expect(time + 250 == ServerTime(ms: 1_700_000_000_250))
        #expect(time + -250 == ServerTime(ms: 1_699_999_999_750))
        #expect(time + 0 == time)
        #expect((time + 250) - time == 250)
        #expect(time - (time + 250) == -250)
        #expect(time < time + 1)
        #expect(!(time < time))
        #expect([time + 2, time, time + 1].sorted() == [time, time + 1, time + 2])
    }

    @Test(arguments: [0, -1, 1_700_000_000_123, .max, .min] as [Int64])
    func `a moment is coded as its bare number`(ms: Int64) throws {
        let coded = try JSONEncoder().encode([ServerTime(ms: ms)])
        #expect(String(decoding: coded, as: UTF8.self) == "[\(ms)]")
        #expect(try JSONDecoder().decode([ServerTime].self, from: coded) == [ServerTime(ms: ms)])
    }

    @Test(arguments: ["\"7\"", "1.5", "null", "{\"ms\":7}", "9223372036854775808"])
    func `nothing else is a moment`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ServerTime].self, from: Data("[\(text)]".utf8))
        }
    }

    @Test func `a moment is a number in a document`() {
        var writer = JSONWriter()
        ServerTime(ms: 42).write(to: &writer)
        #expect(writer.bytes == Array("42".utf8))
    }
}
