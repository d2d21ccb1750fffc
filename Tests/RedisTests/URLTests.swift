import Seeded
import Testing

@testable import Redis

struct URLTests {
    @Test func `a server by name, number or nothing but a name`() throws {
        #expect(try RedisURL("redis://cache").place == .server(.tcp(host: "cache", port: 6_379)))
        #expect(
            try RedisURL("redis://127.0.0.1:7000/3")
                == RedisURL(place: .server(.tcp(host: "127.0.0.1", port: 7_000)), database: 3)
        )
        #expect(try RedisURL("redis://[::1]/").place == .server(.tcp(host: "::1", port: 6_379)))
        #expect(try RedisURL("redis://[::1]:1").place == .server(.tcp(host: "::1", port: 1)))
    }

    @Test func `user and password`() throws {
        #expect(
            try RedisURL("redis://anna:s%3Acret%40@cache").credentials
                == RedisCredentials(user: "anna", password: "s:cret@")
        )
        #expect(
            try RedisURL("redis://:pass@word@cache").credentials
                == RedisCredentials(password: "pass@word")
        )
        #expect(try RedisURL("redis://cache").credentials == nil)
    }

    @Test func `a Unix socket`() throws {
        #expect(
            try RedisURL("unix:///run/redis.sock").place == .server(.unix(path: "/run/redis.sock"))
        )
        #expect(
            try RedisURL("redis+unix:///run/my%20redis?db=2&password=p%26w")
                == RedisURL(
                    place: .server(.unix(path: "/run/my redis")),
                    credentials: RedisCredentials(password: "p&w"),
                    database: 2
                )
        )
        let longest = "/" + String(repeating: "x", count: RedisURL.maxPathBytes - 1)
        #expect(try RedisURL("unix://\(longest)").place == .server(.unix(path: longest)))
    }

    @Test func `sentinels`() throws {
        #expect(
            try RedisURL("redis+sentinel://:pw@one,[::2]:5000,three:1/my-master/4")
                == RedisURL(
                    place: .master(
                        "my-master",
                        sentinels: [
                            .tcp(host: "one", port: 26_379), .tcp(host: "::2", port: 5_000),
                            .tcp(host: "three", port: 1),
                        ]
                    ),
                    credentials: RedisCredentials(password: "pw"),
                    database: 4
                )
        )
    }

    @Test(
        arguments: [
            ("", .scheme), ("redis", .scheme), ("http://cache", .scheme),
            ("REDIS://cache", .scheme),
            ("rediss://cache", .noTLS), ("redis://", .host), ("redis://:6379", .host),
            ("redis://ca che", .host), ("redis://cache?db=1", .host), ("redis://[::1", .host),
            ("redis://cache\r\nFLUSHALL", .host), ("redis://caché", .host),
            ("redis://cache:", .port), ("redis://cache:0", .port), ("redis://cache:65536", .port),
            ("redis://cache:+1", .port), ("redis://[::1]x", .port),
            ("redis://cache:99999999999999999999", .port),
            ("redis://anna@cache", .credentials), ("redis://anna:@cache", .credentials),
            ("redis://:%zz@cache", .credentials), ("redis://:%f@cache", .credentials),
            ("redis://:%ff@cache", .credentials), ("redis://cache/x", .database),
            ("redis://cache/-1", .database), ("redis://cache/65536", .database),
            ("redis://cache/1/2", .database), ("unix://", .path), ("unix://run/redis", .path),
            ("unix:///a%00b", .path), ("unix:///x?db", .query), ("unix:///x?tls=1", .query),
            ("unix:///x?db=x", .database), ("unix:///x?password=", .credentials),
            ("redis+sentinel://one", .master), ("redis+sentinel://one/", .master),
            ("redis://:pa/ss@h", .slash), ("redis://anna:pa/ss@h:6379/1", .slash),
            ("redis://:/ss@h", .slash), ("redis+sentinel://:pa/ss@one,two/m", .slash),
            ("redis+unix://:pa/ss@/run/redis", .slash),
            ("redis+sentinel://one,/m", .host), ("redis+sentinel:///m", .host),
            ("redis+sentinel://one/m/x", .database),
        ] as [(String, RedisURLError)]
    ) func `what is none is refused, and for what`(text: String, expected: RedisURLError) {
        #expect(throws: expected) { try RedisURL(text) }
    }

    @Test func `there are limits`() {
        let host = String(repeating: "h", count: RedisURL.maxHostBytes + 1)
        #expect(throws: RedisURLError.host) { try RedisURL("redis://\(host)") }
        let path = String(repeating: "p", count: RedisURL.maxPathBytes)
        #expect(throws: RedisURLError.path) { try RedisURL("unix:///\(path)") }
        let many = Array(repeating: "s", count: RedisURL.maxSentinels + 1).joined(separator: ",")
        #expect(throws: RedisURLError.tooManySentinels) {
            try RedisURL("redis+sentinel://\(many)/m")
        }
        let long = String(repeating: "p", count: RedisURL.maxBytes)
        #expect(throws: RedisURLError.tooLong) { try RedisURL("redis://:\(long)@h") }
    }

    @Test(
        arguments: [
            "redis://anna:hidden@cache:6379/1", "redis://:hidden@cache:6379",
            "redis+unix:///run/redis?db=2&password=hidden", "redis+sentinel://:hidden@a:1,b:2/m/3",
        ]
    ) func `no description shows the password`(text: String) throws {
        let url = try RedisURL(text)
        var dumped = ""
        dump(url, to: &dumped)
        for shown in ["\(url)", String(reflecting: url), "\([url])", dumped] {
            #expect(!shown.contains("hidden"))
        }
        // But everything else.
        #expect("\(url)".contains("***"))
        #expect(
            "\(url)".replacing("***", with: "hidden").contains(
                url.database == 0 ? "6379" : "\(url.database)"
            )
        )
    }

    @Test func `what is described is read again`() throws {
        for text in [
            "redis://cache:7/1", "redis://[::1]:6379", "redis+unix:///run/redis?db=2",
            "redis+sentinel://a:1,[::2]:2/m/3",
        ] {
            #expect("\(try RedisURL(text))" == text)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `no text stops the process`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "redis", "+unix", "+sentinel", "://", ":", "@", "/", "?", "[", "]", ",", "%", "%4",
            "%00",
            "a", "1", "=", "&", "db", "é", "\0", "::1", "\u{FFFD}",
        ]
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            if let url = try? RedisURL("redis" + text) {
                #expect(url.credentials?.password.isEmpty != true)
            }
        }
    }
}
