import Protocol
import Testing

@testable import Accounts

struct AccountRuleTests {
    @Test(arguments: [
        "ada@example.org", " ada@example.org ", "a.b+games@sub.example.org", "x@a-b.se",
        "!#$%&'*+/=?^_`{|}~@example.org",
    ])
    func `an address for mail`(_ text: String) throws {
        #expect(try EmailAddress(text).text == text.filter { $0 != " " })
    }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "ada@localhost", "a@b@example.org", "a..b@example.org",
        ".a@example.org", "ada@example..org", "ada@-example.org", "ada@example.org-",
        "ada @example.org", "ada@example.org bob@example.org", "ada@example.org\r\nBcc: all@a.b",
        "ada@exa\u{0}mple.org", "åda@example.org", "\"ada\"@example.org", "<ada@example.org>",
        "ada@[127.0.0.1]", "ada@ex😀mple.org", "ada@å\u{200D}ä.se", "ada@-å.se.-", "å@åäö.se",
        "a@" + String(repeating: "å", count: 80) + ".se",
        "a@" + String(repeating: "b", count: 64) + ".se",
        String(repeating: "a", count: 65) + "@example.org",
        "a@" + String(repeating: "b.", count: 130) + "org",
    ])
    func `no address for mail`(_ text: String) {
        #expect(throws: WireError.self) { try EmailAddress(text) }
    }

    @Test func `an address is the same however it is typed`() throws {
        #expect(try EmailAddress("Ada@Example.ORG").key == EmailAddress("ada@example.org").key)
        #expect(try EmailAddress("Ada@Example.ORG").text == "Ada@Example.ORG")
    }

    @Test func `a password that is chosen has its bounds, one that is shown is right or wrong`()
        throws
    {
        #expect(throws: WireError.self) { try Password(chosen: "1234567") }
        _ = try Password(chosen: "12345678")
        _ = try Password(chosen: String(repeating: "å", count: 256))
        #expect(throws: WireError.self) {
            try Password(chosen: String(repeating: "å", count: 257))
        }
        #expect(Password(shown: "x").bytes == [0x78])
        #expect(Password(shown: String(repeating: "x", count: 513)).bytes.isEmpty)
    }

    /// Å as one character and as two, and spaces that look alike.
    @Test func `a password is the same on every keyboard`() throws {
        let composed = try Password(chosen: "r\u{E4}ksm\u{F6}rg\u{E5}s 1")
        let parts = "ra\u{308}ksmo\u{308}rga\u{30A}s\u{A0}1"
        #expect(try Password(chosen: parts).bytes == composed.bytes)
        #expect(Password(shown: parts).bytes == composed.bytes)
        #expect(Password(shown: "a\u{3000}b\u{2003}c").bytes == Array("a b c".utf8))
        #expect(Password(shown: "Tab\tand Case").bytes == Array("Tab\tand Case".utf8))
    }

    /// RFC 3492 §7.1.
    @Test(arguments: [
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        (
            "PorquénopuedensimplementehablarenEspañol",
            "PorqunopuedensimplementehablarenEspaol-fmd56a"
        ),
        ("TạisaohọkhôngthểchỉnóitiếngViệt", "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
        ("Hello-Another-Way-それぞれの場所", "Hello-Another-Way--fc4qua05auwb3674vfr0b"),
        ("ひとつ屋根の下2", "2-u9tlzr9756bt3uc0v"),
        ("MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e"),
        ("パフィーdeルンバ", "de-jg4avhby1noc0d"),
        ("そのスピードで", "d9juau41awczczp"),
        ("-> $1.00 <-", "-> $1.00 <--"),
    ])
    func `a label in any letters is one in ASCII`(_ label: String, _ ascii: String) {
        #expect(Punycode.encode(label.unicodeScalars.map(\.value)) == ascii)
    }

    @Test(arguments: [
        ("ada@åäö.se", "ada@xn--4cab6c.se"), ("Ada@ÅÄÖ.se", "Ada@xn--4cab6c.se"),
        ("ada@a\u{30A}a\u{308}o\u{308}.se", "ada@xn--4cab6c.se"),
        ("ada@sub.bücher.example", "ada@sub.xn--bcher-kva.example"),
        ("ada@ｅｘａｍｐｌｅ.org", "ada@example.org"),
    ])
    func `an address in a domain of other letters has its ASCII form`(
        _ text: String,
        _ ascii: String
    ) throws {
        #expect(try EmailAddress(text).text == ascii)
        #expect(try EmailAddress(text).key == ascii.lowercased())
    }

    @Test func `a code is read as people type it`() throws {
        let code = AccountSecret.code()
        #expect(AccountSecret.code(typed: AccountSecret.shown(code)) == code)
        #expect(AccountSecret.code(typed: " " + AccountSecret.shown(code).lowercased()) == code)
        #expect(AccountSecret.code(typed: String(code.dropLast())) == nil)
        #expect(AccountSecret.code(typed: code.dropLast() + "u") == nil)
        #expect(AccountSecret.code(typed: String(repeating: "-", count: 100) + code) == nil)
        #expect(AccountSecret.code() != code)
        #expect(AccountSecret.account(of: code) == AccountSecret.account(of: code))
    }

    /// Days since the epoch, and the ISO week they are in.
    @Test(arguments: [
        (0, "1970-W01"), (3, "1970-W01"), (4, "1970-W02"), (364, "1970-W53"), (367, "1970-W53"),
        (368, "1971-W01"),
        // 31 December 2024 is a Tuesday, of the first week of 2025; 1 January 2027 a Friday, of 2026's 53rd.
        (20_088, "2025-W01"), (20_087, "2025-W01"), (20_086, "2024-W52"), (20_819, "2026-W53"),
        (20_822, "2027-W01"), (20_781, "2026-W48"),
    ])
    func `a week is as ISO 8601 has it`(day: Int64, text: String) {
        let week = ISOWeek(ServerTime(ms: day * 86_400_000))
        #expect(week.description == text)
        #expect(ISOWeek(ServerTime(ms: (day + 1) * 86_400_000 - 1)) == week)
        #expect(ISOWeek(text) == week)
    }

    @Test(arguments: ["2025-W53", "2025-W00", "2025-W1", "2025-53", "W48", "+025-W01", "2025-W+1"])
    func `no week`(_ text: String) {
        #expect(ISOWeek(text) == nil)
    }

    @Test func `periods are read`() {
        let now = ServerTime(ms: 20_781 * 86_400_000)
        #expect(LeaderboardPeriod("all", at: now) == .allTime)
        #expect(LeaderboardPeriod("week", at: now)?.description == "2026-W48")
        #expect(LeaderboardPeriod("2025-W01", at: now)?.description == "2025-W01")
        #expect(LeaderboardPeriod("month", at: now) == nil)
    }

    @Test(arguments: [
        "smtp://127.0.0.1:25", "smtp://localhost", "smtp://mail.example.org:587",
        "smtps://mail.example.org",
    ])
    func `the address of a mail server`(_ text: String) {
        #expect(MailServer(text, password: nil) != nil)
        #expect(MailServer(text, password: "secret") == nil, "a password needs a user")
    }

    @Test(arguments: [
        "", "smtp://", "http://mail.example.org", "mail.example.org", "smtp://a:b:c",
        "smtp://a/b", "smtp://a:70000", "smtp://a b", "smtp://user@mail.example.org",
        "smtp://a@b@c", "smtp://mail.example.org:", "smtp://@mail.example.org",
    ])
    func `no address of a mail server`(_ text: String) {
        #expect(MailServer(text, password: nil) == nil)
    }

    @Test func `a user of a mail server comes with a password, which nobody is shown`() throws {
        let server = try #require(
            MailServer("smtps://games@mail.example.org", password: "hush hush")
        )
        #expect(!"\(server)".contains("hush"))
        #expect("\(server)" == "mail.example.org")
    }

    @Test(arguments: [
        "smtps://games%40example.org@mail.example.org:465",
        "smtps://games@example.org@mail.example.org:465",
    ])
    func `a user of a mail server may be an address`(_ text: String) throws {
        let server = try #require(MailServer(text, password: "secret"))
        #expect(server.user == "games@example.org" && "\(server)" == "mail.example.org:465")
    }

    @Test func `a user may be named beside the address of a mail server`() {
        let place = "smtps://other@mail.example.org"
        #expect(MailServer(place, user: "100%@a", password: "secret")?.user == "100%@a")
        #expect(MailServer(place, user: "a\r\nb", password: "secret") == nil)
        #expect(MailServer("smtps://mail.example.org", user: "a", password: "secret")?.user == "a")
        #expect(MailServer("smtps://mail.example.org", user: "a", password: nil) == nil)
        #expect(MailServer("smtps://100%@mail.example.org", password: "secret") == nil)
        for hello in ["gateway", "a b.c", "a.b:25", "a/b.c"] {
            #expect(MailServer("smtp://127.0.0.1", password: nil, hello: hello) == nil, "\(hello)")
        }
    }

    @Test func `senders are read`() {
        #expect(MailSender("games@example.org")?.address == "games@example.org")
        #expect(MailSender("Game night <games@example.org>")?.name == "Game night")
        for text in ["", "Game night", "a <b", "a <b@c.d> e", "a\r\nBcc: x <b@c.de>"] {
            #expect(MailSender(text) == nil, "\(text)")
        }
    }

    @Test func `a letter is plain mail in base64, its headers ASCII`() throws {
        let message = MailMessage(
            .reset("abcdefgh12345678"),
            from: try #require(MailSender("Spelkvällar <games@example.org>")),
            to: "ada@example.org",
            in: .sv,
            page: "https://play.example/account",
            id: "id",
            date: "Sun, 06 Nov 1994 08:49:37 GMT"
        )
        let lines = String(decoding: message.bytes, as: UTF8.self)
            .components(of: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 100 && $0.utf8.allSatisfy { $0 < 128 } })
        #expect(lines[0] == "From: =?utf-8?B?U3BlbGt2w6RsbGFy?= <games@example.org>")
        #expect(lines.contains("Date: Sun, 06 Nov 1994 08:49:37 +0000"))
        #expect(lines.contains("Message-ID: <id@example.org>"))
        for letter in [Letter.verification("abcd"), .alreadyRegistered, .reset("abcd")] {
            #expect(Letter(kind: letter.kind, code: letter.code ?? "") == letter)
            for locale in LetterLocale.allCases {
                let text = letter.text(in: locale, page: "https://play.example/account")
                #expect(text.contains("ABCD") == (letter.code != nil))
                #expect(text.contains("/account#\(letter.kind)=ABCD") == (letter.code != nil))
                #expect(!letter.text(in: locale, page: nil).contains("http"))
            }
        }
        #expect(Letter(kind: "other", code: "") == nil)
    }
}

extension String {
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
