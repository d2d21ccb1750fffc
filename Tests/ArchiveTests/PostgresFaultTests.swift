import Testing

@testable import Archive

struct PostgresFaultTests {
    @Test(
        arguments: [
            // The link's: it ends, …
            ("08000", .link), ("08003", .link), ("08006", .link), ("08P01", .link),
            ("57P01", .link), ("57P02", .link), ("57P03", .link), ("57P04", .link),
            ("57P05", .link), ("25P03", .link), ("25P04", .link),
            // … is on a standby, …
            ("25006", .link),
            // … or keeps something else than the archive believes.
            ("26000", .link), ("42P05", .link), ("25P02", .link), ("25001", .link),
            ("24000", .link), ("34000", .link),
            ("40001", .conflict), ("40P01", .conflict), ("40003", .conflict),
            ("53000", .load), ("53200", .load), ("53300", .load), ("53400", .load),
            ("55P03", .load), ("57014", .load), ("53100", .space),
            ("XX001", .damage), ("XX002", .damage),
            ("22P05", .data), ("22001", .data), ("23505", .data), ("23503", .data),
            ("54000", .data),
            ("42501", .rights), ("28000", .rights), ("28P01", .rights), ("3F000", .rights),
            ("0LP01", .rights), ("0P000", .rights),
            ("42P01", .statement), ("42601", .statement), ("42703", .statement),
            ("0A000", .statement), ("55000", .statement), ("58030", .statement),
            ("XX000", .statement), ("P0001", .statement), ("", .statement), ("4", .statement),
        ] as [(String, PostgresFault)]
    )
    func `every error of the server is somebody's fault`(_ state: String, _ fault: PostgresFault) {
        #expect(PostgresFault(sqlState: state) == fault)
    }

    @Test func `what a server can't do is the link's fault where another would do it`() {
        #expect(PostgresFault(sqlState: "0A000", during: .beginning) == .link)
        #expect(PostgresFault(sqlState: "0A000", during: .runningPrepared) == .link)
        #expect(PostgresFault(sqlState: "42601", during: .runningPrepared) == .statement)
    }

    @Test func `whose fault it is says what is done about it`() {
        #expect(
            PostgresFault.allCases.map(\.kind) == [
                .lost, .conflict, .busy, .full, .damaged, .refused, .forbidden, .unusable,
            ]
        )
    }

    @Test func `two that reckon the same number are in each other's way, no more`() {
        let numbers = "audit_events_session_id_seq_key"
        #expect(PostgresFault(sqlState: "23505", constraint: numbers) == .conflict)
        #expect(PostgresFault(sqlState: "23503", constraint: numbers) == .data)
        #expect(PostgresFault(sqlState: "23505", constraint: "players_name") == .data)
    }
}
