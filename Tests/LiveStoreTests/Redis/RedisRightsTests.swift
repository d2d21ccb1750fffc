import Foundation
import Redis
import TestSupport
import Testing

@testable import LiveStore

struct RedisRightsTests {
    /// The commands in a text, each as Redis' Lua or a link is given it.
    private func commands(_ text: String, _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
        Set(text.matches(of: pattern).map { String($0.1) })
    }

    @Test func `every command that a store runs is proven`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/LiveStore/Redis").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
        var used: Set<String> = []
        for case let name as String in files where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            guard !name.hasSuffix("RedisRights.swift") else { continue }
            used.formUnion(commands(text, /redis\.p?call\(\s*'([A-Z]+)'/))
            used.formUnion(commands(text, /send\(\[\s*"([A-Z]+)"/))
        }
        #expect(used.count > 15, "\(used)")
        // A store lives without what INFO tells.
        used.remove("INFO")
        // A connection is greeted by it.
        used.remove("PING")
        let proven = commands(RedisRights.prove.source, /try\('([A-Z]+)'/)
        #expect(used.subtracting(proven).isEmpty)
    }

    @Test(
        arguments: [
            ("NOPERM this user has no permissions to run the 'evalsha' command", true),
            ("NOPERM No permissions to access a key", true),
            (
                """
                ERR The user executing the script can't run this command or subcommand script: \
                08be99c7, on @user_script:1.
                """, true
            ),
            (
                "ERR ACL failure in script: User u has no permissions to run the 'hset' command",
                true
            ),
            ("WRONGTYPE Operation against a key holding the wrong kind of value", false),
            ("ERR unknown command 'XYZ'", false),
        ]
    )
    func `a refusal is Redis' trouble, and no session's`(_ text: String, _ isRefusal: Bool) {
        #expect(RedisRights.isRefusal(text) == isRefusal)
        switch LiveStoreError(redisError: text) {
        case .unavailable: #expect(isRefusal)
        case .unreadable: #expect(!isRefusal)
        case .unanswered: Issue.record("it was answered")
        }
    }
}
