import Accounts
import Archive
import ArgumentParser
import Foundation
import Gateway
import Logging
import Protocol

/// Accounts and their letters, as typed.
struct AccountOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Let people register, and count their games on leaderboards. Needs --mail-server and "
                + "--mail-from. [$GATEWAY_ACCOUNTS]"
        )
    )
    var accounts = false

    @Option(
        help: ArgumentHelp(
            "Server that sends letters to accounts' holders: smtps://user@host[:port], or "
                + "smtp://user@host[:port] for TLS by STARTTLS; without TLS on 127.0.0.1 alone. "
                + "[$GATEWAY_MAIL_SERVER]",
            valueName: "url"
        )
    )
    var mailServer: String?

    @Option(
        help: ArgumentHelp(
            "User of the mail server, in place of the URL's: an address needs no encoding here. "
                + "[$GATEWAY_MAIL_USER]",
            valueName: "user"
        )
    )
    var mailUser: String?

    @Option(
        help: ArgumentHelp(
            "Name of this gateway that the mail server is greeted with. [$GATEWAY_MAIL_HELLO] "
                + "(default: the domain of --mail-from)",
            valueName: "name"
        )
    )
    var mailHello: String?

    @Option(
        help: ArgumentHelp(
            "File with the password of the mail server's user; $GATEWAY_MAIL_PASSWORD is the password itself. "
                + "[$GATEWAY_MAIL_PASSWORD_FILE]",
            valueName: "file"
        )
    )
    var mailPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Sender of these letters, such as 'Game evenings <games@example.org>'. "
                + "[$GATEWAY_MAIL_FROM]",
            valueName: "address"
        )
    )
    var mailFrom: String?

    @Option(
        help: ArgumentHelp(
            "Page or app that takes the codes of letters: they link to <url>#verification=<code> and "
                + "<url>#reset=<code>. [$GATEWAY_ACCOUNT_PAGE] (default: /account at the public URL)",
            valueName: "url"
        )
    )
    var accountPage: String?
}

extension AccountOptions {
    /// Accounts as they are wished for, yet without a store; nil where nobody wants any.
    ///
    /// - Throws: `ValidationError` for a wrong value, without repeating what may hold a password.
    func wish() throws -> AccountWish? {
        let server = Environment.text(mailServer, "GATEWAY_MAIL_SERVER")
        let from = Environment.text(mailFrom, "GATEWAY_MAIL_FROM")
        let user = Environment.text(mailUser, "GATEWAY_MAIL_USER")
        let hello = try hello()
        let password = try Environment.secret(
            mailPasswordFile,
            of: "--mail-password-file",
            "GATEWAY_MAIL_PASSWORD",
            for: "the mail password"
        )
        let page = try page()
        guard try Environment.flag(accounts, "GATEWAY_ACCOUNTS") else { return nil }
        guard let server, let from else {
            throw ValidationError(
                "--accounts (GATEWAY_ACCOUNTS) needs --mail-server (GATEWAY_MAIL_SERVER) and "
                    + "--mail-from (GATEWAY_MAIL_FROM)"
            )
        }
        guard let mailServer = MailServer(server, user: user, password: password, hello: hello)
        else {
            throw ValidationError(
                "--mail-server (GATEWAY_MAIL_SERVER) is not a URL like smtps://user@mail.example, with "
                    + "a password (--mail-password-file, GATEWAY_MAIL_PASSWORD) where it or --mail-user "
                    + "(GATEWAY_MAIL_USER) names a user, and none where neither does"
            )
        }
        let sender = try Environment.value(
            from,
            of: "--mail-from",
            "GATEWAY_MAIL_FROM",
            "an address like 'Game evenings <games@example.org>'"
        ) { MailSender($0) }
        return AccountWish(server: mailServer, sender: sender, page: page)
    }

    private func hello() throws -> String? {
        try Environment.text(mailHello, "GATEWAY_MAIL_HELLO").map { text in
            try Environment.value(
                text,
                of: "--mail-hello",
                "GATEWAY_MAIL_HELLO",
                "a full name like games.example.org"
            ) { text in MailServer.isGreetable(text) ? text : nil }
        }
    }

    private func page() throws -> String? {
        try Environment.text(accountPage, "GATEWAY_ACCOUNT_PAGE").map { text in
            try Environment.value(
                text,
                of: "--account-page",
                "GATEWAY_ACCOUNT_PAGE",
                "a URL like https://play.example/account"
            ) { text in
                guard let url = URL(string: text), url.scheme != nil, url.fragment == nil,
                    text.utf8.allSatisfy({ (33..<127).contains($0) })
                else { return nil }
                return text
            }
        }
    }
}

/// Accounts that are to be served, once there is a store.
struct AccountWish {
    fileprivate var server: MailServer
    fileprivate var sender: MailSender
    fileprivate var page: String?

    /// - Parameter ownPage: takes the codes of letters where no other page is wished for; nil where there is none.
    func service(
        over store: SQLArchive,
        secret: [UInt8],
        ownPage: String?,
        _ log: Logger
    ) -> AccountService {
        let postbox = Postbox(
            store: store,
            server: server,
            sender: sender,
            page: page ?? ownPage,
            clock: { ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1_000)) }
        ) { [server] news in
            let place: Logger.Metadata = ["server": "\(server)"]
            switch news {
            case .delivered: log.debug("a letter is delivered", metadata: place)
            case .postponed(let attempt, let reason):
                log.warning(
                    "a letter is not taken, trying again later",
                    metadata: place.merging(["attempt": "\(attempt)", "why": "\(reason)"]) { $1 }
                )
            case .unwelcome(let reason):
                log.error(
                    "the mail server does not take letters from this gateway, they wait",
                    metadata: place.merging(["why": "\(reason)"]) { $1 }
                )
            case .droppedAsRejected(let code):
                log.warning(
                    "a letter is refused for good",
                    metadata: place.merging(["code": "\(code)"]) { $1 }
                )
            case .droppedAsExpired:
                log.error("a letter was not taken in time", metadata: place)
            case .full: log.error("as many letters wait as may, one is lost", metadata: place)
            case .storeAway: log.warning("accounts and letters wait for the archive")
            case .storeRefuses(let why):
                log.error("the archive refuses accounts", metadata: ["why": "\(why)"])
            }
        }
        return AccountService(store: store, postbox: postbox, secret: secret)
    }
}
