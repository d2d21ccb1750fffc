import Testing

@testable import Archive

struct PostgresURLTests {
    @Test(arguments: [
        ("postgres://host/db", "host/db"),
        ("postgresql://anna@host:6000/db", "host:6000/db"),
        ("postgres://anna:hunter2@db.example:5432/game?sslmode=require", "db.example:5432/game"),
        ("postgres://anna:hunter2@[::1]:5432/game", "::1:5432/game"),
        ("postgres://anna:hunter2@one:1,two:2/game", "one,two:1,2/game"),
        ("postgres://anna@/game?host=/run/postgresql&password=hunter2", "/run/postgresql/game"),
        ("postgres://anna:hunter2@/", "the local socket/anna"),
        ("postgres://anna:hunter%402@host/db", "host/db"),
    ])
    func `a URL says where it leads to and nothing else`(_ text: String, _ place: String) throws {
        let url = try #require(PostgresURL(text))
        #expect("\(url)" == place)
        var dumped = ""
        dump(url, to: &dumped)
        for said in ["\(url)", String(reflecting: url), dumped] {
            #expect(!said.contains("hunter"))
        }
    }

    @Test(arguments: [
        "", "host", "http://host/db", "postgres:/host/db", "redis://host", "host=h dbname=d",
        "postgres://anna:hunter2/db", "postgres://host:port/db", "postgres://host:70000/db",
        "postgres://host/db?colour=red", "postgres://host/db?sslmode",
        "postgres://a:hu@nter2@host/db",
        "postgres://a:b%zz@host/db", "postgres://[::1/db", "postgres://a:12/hunter@host/db",
        "postgres://host/db\0",
    ])
    func `what is no URL of Postgres is none`(_ text: String) {
        #expect(PostgresURL(text) == nil)
    }

    @Test func `what libpq says is told on one line, shortly, and without a password`() throws {
        let url = try #require(PostgresURL("postgres://anna:hunter%402@host/db?sslpassword=key"))
        let message = "failed:\n\tno\u{7}   entry for hunter@2 with \(url.text) and key"
        #expect(url.redacted(message) == "failed: no\u{7} entry for *** with *** and ***")
        #expect(url.redacted(String(repeating: "x", count: 9000)).count == 500)
        #expect(url.redacted("") == "")
    }
}
