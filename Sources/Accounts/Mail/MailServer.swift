import CCurl

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
    private let patienceMs: Int

    public var description: String { host }

    /// Reads `smtps://user@host`, `smtp://user@host:587` or `smtp://127.0.0.1:25`. A plain `smtp` asks for
    /// TLS, except from a server on this machine.
    ///
    /// - Parameters:
    ///   - password: of the user; never part of the address, which others may read.
    ///   - patienceMs: until a letter is given up that the server neither takes nor refuses.
    /// - Returns: nil when it is no such address.
    public init?(_ text: String, password: String?, patienceMs: Int = Self.patienceMs) {
        let parts = text.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, text.utf8.count <= Self.maxAddressBytes else { return nil }
        let place = parts[1].split(separator: "@", omittingEmptySubsequences: false)
        guard place.count <= 2, let server = place.last, Self.isServer(server),
            (place.count == 2) == (password != nil), place.allSatisfy({ !$0.isEmpty })
        else { return nil }
        self.patienceMs = patienceMs
        host = String(server)
        let isHere = ["localhost", "127.0.0.1"].contains(server.prefix { $0 != ":" })
        switch parts[0] {
        case "smtps": security = .tls
        case "smtp": security = isHere ? .plain : .startTLS
        case _: return nil
        }
        login = password.map { Login(user: String(place[0]), password: $0) }
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
        /// The server will never take it: its code, of RFC 5321 §4.2.
        case rejected(code: Int)
        /// It may later.
        case failed(reason: String)
    }

    /// Hands over a letter.
    func deliver(_ message: MailMessage, from sender: MailSender) -> Delivery {
        guard Self.library, let handle = curl_easy_init() else {
            return .failed(reason: "libcurl can't begin")
        }
        defer { curl_easy_cleanup(handle) }
        let recipients = curl_slist_append(nil, "<\(message.recipient)>")
        defer { curl_slist_free_all(recipients) }
        var unread = message.bytes[...]
        return withUnsafeMutablePointer(to: &unread) { unread in
            let outcome = [
                ccurl_set_text(handle, CURLOPT_URL, url),
                ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps"),
                ccurl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender.address)>"),
                ccurl_set_list(handle, CURLOPT_MAIL_RCPT, recipients),
                ccurl_set_number(handle, CURLOPT_UPLOAD, 1),
                ccurl_set_number(handle, CURLOPT_NOSIGNAL, 1),
                ccurl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, patienceMs / 3),
                ccurl_set_number(handle, CURLOPT_TIMEOUT_MS, patienceMs),
                ccurl_set_number(handle, CURLOPT_USE_SSL, tlsLevel),
                ccurl_set_reader(handle, Self.read, unread),
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
            // A login or a way of speaking that is refused is the operator's to mend; the letter is good.
            let isOperators = [
                CURLE_LOGIN_DENIED, CURLE_USE_SSL_FAILED, CURLE_REMOTE_ACCESS_DENIED,
            ].contains(code)
            if (500...599).contains(reply), !isOperators {
                return .rejected(code: reply)
            }
            return .failed(reason: "\(Self.text(of: code)), last reply \(reply)")
        }
    }

    private var url: String { "\(security == .tls ? "smtps" : "smtp")://\(host)/gateway" }

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
        let unread = context.assumingMemoryBound(to: ArraySlice<UInt8>.self)
        let next = unread.pointee.prefix(size * count)
        next.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(buffer).copyMemory(from: start, byteCount: bytes.count)
        }
        unread.pointee.removeFirst(next.count)
        return next.count
    }
}
