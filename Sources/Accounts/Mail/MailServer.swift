import CCurl
import Foundation

/// A mail server that letters are handed to, by SMTP over libcurl. Calls block, and end in time.
public struct MailServer: Sendable, CustomStringConvertible {
    /// Milliseconds to hand the server a letter, all in all, unless it is told otherwise; a third of them is for
    /// reaching it: its name's look-up, TLS and its greeting.
    public static let patienceMs = 30_000

    public enum Security: Sendable, Equatable {
        /// TLS from the first byte.
        case tls
        /// TLS asked for on a plain connection, and nothing sent without it.
        case startTLS
        /// None: for a server on this machine.
        case plain
    }

    public struct Login: Sendable {
        var user: String
        var password: String
    }

    private let host: String
    private let security: Security
    private let login: Login?
    /// Name that this side greets with; nil: the sender's domain.
    private let hello: String?
    private let patienceMs: Int

    public var description: String { host }
    var user: String? { login?.user }

    /// Reads `smtps://user@host`, `smtp://user@host:587` or `smtp://127.0.0.1:25`. A plain `smtp` asks for
    /// TLS, except from a server on this machine. The user may be an address: `smtps://games@example.org@host`, or with
    /// `%40`.
    ///
    /// - Parameters:
    ///   - user: in place of the address' own.
    ///   - password: of the user; never part of the address, which others may read.
    ///   - hello: name of this side in the greeting, with a dot; nil: the domain of the letter's sender.
    ///   - patienceMs: until a letter is given up that the server neither takes nor refuses.
    /// - Returns: nil when it is no such address.
    public init?(
        _ text: String,
        user: String? = nil,
        password: String?,
        hello: String? = nil,
        patienceMs: Int = Self.patienceMs
    ) {
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, text.utf8.count <= Self.maxAddressBytes else { return nil }
        // The last @ is the one before the host.
        let at = parts[1].lastIndex(of: "@")
        let server = at.map { parts[1][parts[1].index(after: $0)...] } ?? parts[1]
        let typed = at.map { String(parts[1][..<$0]) }
        let user = user ?? typed.map { $0.removingPercentEncoding ?? "" }
        guard Self.isServer(server), (user == nil) == (password == nil),
            user?.isEmpty != true, user?.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) != false,
            hello.map(Self.isGreetable) != false
        else { return nil }
        self.patienceMs = patienceMs
        self.hello = hello
        host = String(server)
        let isHere = ["localhost", "127.0.0.1"].contains(server.prefix { $0 != ":" })
        switch parts[0] {
        case "smtps": security = .tls
        case "smtp": security = isHere ? .plain : .startTLS
        case _: return nil
        }
        login = password.flatMap { password in user.map { Login(user: $0, password: password) } }
    }

    /// True for a name as RFC 5321 §4.1.1.1 wants one: a host's, fully qualified.
    public static func isGreetable(_ name: String) -> Bool {
        name.contains(".") && !name.contains(":") && isServer(name[...])
    }

    private static let maxAddressBytes = 300

    /// True for a name or an address of four numbers, with or without a port.
    private static func isServer(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || UInt16(parts[1]) != nil else { return false }
        return !parts[0].isEmpty
            && parts[0].utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            }
    }

    /// Outcome of handing over a letter.
    enum Delivery: Equatable, Sendable {
        case accepted
        /// The recipient will never get it: the server's code, of RFC 5321 §4.2.
        case rejected(code: Int)
        /// The server does not speak with us as it should. The letter is good; the operator has something to mend.
        case unwelcome(reason: String)
        /// It may later.
        case failed(reason: String)
    }

    /// A letter on its way, as libcurl's callbacks see it.
    private struct Passage {
        var unread: ArraySlice<UInt8>
        /// The last command of those that say how far it came.
        var command = ""
        /// True once the farewell is said: its answer is not worth waiting for.
        var isOver = false

        /// Replies that speak of commands or of a login, whatever they answer (RFC 5321 §4.2.3, RFC 4954 §6).
        private static let ours: Set = [500, 501, 502, 503, 504, 530, 534, 535, 538]

        /// True where a refusal is of this recipient: to the recipient's name, or to the whole letter.
        func isOfRecipient(_ reply: Int) -> Bool {
            guard (500...599).contains(reply), !Self.ours.contains(reply) else { return false }
            return command == "RCPT" || (command == "DATA" && unread.isEmpty)
        }
    }

    /// Hands over a letter.
    func deliver(_ message: MailMessage, from sender: MailSender) -> Delivery {
        guard Self.library, let handle = curl_easy_init() else {
            return .failed(reason: "libcurl can't begin")
        }
        defer {
            ccurl_stop_listening(handle)
            curl_easy_cleanup(handle)
        }
        let recipients = curl_slist_append(nil, "<\(message.recipient)>")
        defer { curl_slist_free_all(recipients) }
        var passage = Passage(unread: message.bytes[...])
        return withUnsafeMutablePointer(to: &passage) { passage in
            let outcome = [
                ccurl_set_text(handle, CURLOPT_URL, url(greetingAs: hello ?? sender.domain)),
                ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
                ccurl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender.address)>"),
                ccurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients),
                ccurl_set_number(handle, CURLOPT_UPLOAD, 1),
                ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1),
                ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, patienceMs / 3),
                ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, patienceMs),
                ccurl_set_number(handle, CURLOPT_USE_SSL, tlsLevel),
                ccurl_set_number(handle, CURLOPT_SERVER_RESPONSE_TIMEOUT, patienceMs / 1_000 + 1),
                ccurl_set_reader(handle, Self.read, passage),
                ccurl_set_listener(handle, Self.listen, passage),
                ccurl_set_watcher(handle, Self.watch, passage),
                ccurl_set_writer(handle) { _, size, count, _ in size * count },
            ].first { $0 != CURLE_OK }
            if let outcome { return .failed(reason: Self.text(of: outcome)) }
            if let login {
                _ = ccurl_set_text(handle, CURLOPT_USERNAME, login.user)
                _ = ccurl_set_text(handle, CURLOPT_PASSWORD, login.password)
            }
            let code = curl_easy_perform(handle)
            guard code != CURLE_OK else { return .accepted }
            let reply = ccurl_response_code(handle)
            if passage.pointee.isOfRecipient(reply) { return .rejected(code: reply) }
            let command = passage.pointee.command
            let reason =
                "\(Self.text(of: code)), last reply \(reply)"
                + (command.isEmpty ? "" : " after \(command)")
            return (500...599).contains(reply)
                ? .unwelcome(reason: reason) : .failed(reason: reason)
        }
    }

    /// libcurl greets with the URL's path.
    private func url(greetingAs name: String) -> String {
        "\(security == .tls ? "smtps" : "smtp")://\(host)/\(name)"
    }

    private var tlsLevel: Int {
        switch security {
        case .tls, .startTLS: Int(CURLUSESSL_ALL.rawValue)
        case .plain: Int(CURLUSESSL_NONE.rawValue)
        }
    }

    /// Begun once, before any thread uses it (curl_global_init(3)).
    private static let library = ccurl_begin() == CURLE_OK

    /// libcurl's text for a code; it holds nothing of the letter or the login.
    private static func text(of code: CURLcode) -> String {
        String(cString: curl_easy_strerror(code))
    }

    private static let read: curl_read_callback = { buffer, size, count, context in
        guard let buffer, let context else { return 0 }
        let passage = context.assumingMemoryBound(to: Passage.self)
        let next = passage.pointee.unread.prefix(size * count)
        next.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
        }
        passage.pointee.unread.removeFirst(next.count)
        return next.count
    }

    /// Commands that tell how far a letter came. No other line is looked at: one of them is the password.
    private static let commands = ["EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"]

    private static let listen: curl_debug_callback = { _, kind, text, count, context in
        guard kind == CURLINFO_HEADER_OUT, let text, let context else { return 0 }
        let line = UnsafeRawBufferPointer(start: text, count: count)
        let passage = context.assumingMemoryBound(to: Passage.self)
        if let command = commands.first(where: { line.starts(with: $0.utf8) }) {
            passage.pointee.command = command
        }
        if line.starts(with: "QUIT".utf8) { passage.pointee.isOver = true }
        return 0
    }

    /// Asked now and then while libcurl waits; anything but 0 ends that.
    private static let watch: curl_xferinfo_callback = { context, _, _, _, _ in
        guard let context else { return 0 }
        return context.assumingMemoryBound(to: Passage.self).pointee.isOver ? 1 : 0
    }
}
