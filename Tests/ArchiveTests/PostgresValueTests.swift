import GameState
import StoreContracts
import Testing

@testable import Archive

struct PostgresValueTests {
    private func texts(of values: [SQLValue]) throws -> [String?] {
        var parameters = PostgresParameters()
        // Values of an earlier statement must not show.
        try parameters.set([.text("an earlier and longer value"), .null, .integer(1)])
        try parameters.set(values)
        return parameters.withPointers { pointers, count in
            (0..<Int(count)).map { index in pointers?[index].map { String(cString: $0) } }
        }
    }

    @Test func `values are sent as text`() throws {
        let values: [SQLValue] = [
            .integer(0 as Int64), .integer(Int64.max), .integer(Int64.min), .integer(-10 as Int64),
            .boolean(true), .text(""), .text("Åsa 京都"), .utf8(Array("{}".utf8)), .null,
            .real(-35.5), .real(1e-20), .utf8([]),
        ]
        #expect(
            try texts(of: values) == [
                "0", "9223372036854775807", "-9223372036854775808", "-10", "1", "", "Åsa 京都",
                "{}", nil, "-35.5", "1e-20", "",
            ]
        )
        #expect(try texts(of: []) == [])
    }

    @Test func `NUL cuts nothing short`() throws {
        for value in [SQLValue.text("a\0b"), .utf8([0]), .text("\0")] {
            let error = #expect(throws: ArchiveError.self) { try texts(of: [.text("x"), value]) }
            #expect(error?.kind == .refused)
        }
        #expect(try texts(of: [.words("a\0b\0")]) == ["a\u{FFFD}b\u{FFFD}"])
    }

    @Test func `an entry with NUL in its body fails alone`() async throws {
        let fixture = try PostgresFixture()
        let archive = try fixture.open()
        try await archive.append(.begin("s1"), .begin("s2"))
        let error = await #expect(throws: ArchiveError.self) {
            try await archive.append(.test("s1", 2, body: "\0"), .test("s2", 2), .test("s1", 3))
        }
        #expect(error?.kind == .refused)
        #expect(error?.isTransient == false)
        #expect(try await archive.journal(of: "s1")?.entries.map(\.version) == [1])
        #expect(try await archive.journal(of: "s2")?.entries.map(\.version) == [1, 2])
        await archive.close()
    }
}
