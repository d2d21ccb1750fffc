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

    @Test(
        arguments: [
            ("40001", .conflict), ("40P01", .conflict), ("53100", .full), ("53200", .busy),
            ("53300", .busy), ("55P03", .busy), ("57014", .busy), ("23505", .refused),
            ("23503", .refused), ("22P05", .refused), ("54000", .refused), ("08006", .lost),
            ("57P01", .lost), ("57P02", .lost), ("57P03", .lost), ("25006", .lost),
            ("42P01", .unusable), ("42501", .unusable), ("XX001", .damaged), ("58030", .unusable),
            ("57P04", .unusable), ("", .unusable),
        ] as [(String, ArchiveError.Kind)]
    )
    func `what the server says is sorted by what to do about it`(
        _ state: String,
        _ kind: ArchiveError.Kind
    ) {
        #expect(ArchiveError.kind(sqlState: state) == kind)
    }

    @Test func `two that reckon the same number are in each other's way, no more`() {
        let constraint = "audit_events_session_id_seq_key"
        #expect(ArchiveError.kind(sqlState: "23505", constraint: constraint) == .conflict)
        #expect(ArchiveError.kind(sqlState: "23503", constraint: constraint) == .refused)
        #expect(ArchiveError.kind(sqlState: "23505", constraint: "players_name") == .refused)
    }
}
