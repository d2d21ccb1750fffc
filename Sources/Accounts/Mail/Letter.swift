import Protocol

/// A letter to an account's holder: what it says, in the holder's language.
enum Letter: Equatable, Sendable {
    /// The code makes the account.
    case verification(String)
    /// Somebody asks for an account with an address that has one.
    case alreadyRegistered
    /// The code sets a new password.
    case reset(String)

    /// As the store keeps it.
    var kind: String {
        switch self {
        case .verification: "verification"
        case .alreadyRegistered: "already_registered"
        case .reset: "reset"
        }
    }

    var code: String? {
        switch self {
        case .verification(let code), .reset(let code): code
        case .alreadyRegistered: nil
        }
    }

    init?(kind: String, code: String) {
        switch kind {
        case "verification": self = .verification(code)
        case "already_registered": self = .alreadyRegistered
        case "reset": self = .reset(code)
        case _: return nil
        }
    }

    func subject(in locale: LetterLocale) -> String {
        switch (self, locale) {
        case (.verification, .en): "Confirm your address"
        case (.verification, .sv): "Bekräfta din adress"
        case (.alreadyRegistered, .en): "You have an account already"
        case (.alreadyRegistered, .sv): "Du har redan ett konto"
        case (.reset, .en): "Choose a new password"
        case (.reset, .sv): "Välj ett nytt lösenord"
        }
    }

    /// - Parameter page: address of the page or app that takes codes; nil where people type them.
    func text(in locale: LetterLocale, page: String?) -> String {
        let code = code.map { AccountSecret.shown($0) } ?? ""
        let action = page.map { "\($0)#\(kind)=\(code)\n\n" } ?? ""
        return switch (self, locale) {
        case (.verification, .en):
            """
            Somebody, hopefully you, asks for an account for game evenings with this address.
            This code makes it, within 24 hours:

                \(code)

            \(action)If it was not you, do nothing: without the code there is no account.
            """
        case (.verification, .sv):
            """
            Någon, förhoppningsvis du, vill ha ett konto för spelkvällar med den här adressen.
            Den här koden skapar det, inom 24 timmar:

                \(code)

            \(action)Var det inte du behöver du inte göra något: utan koden blir det inget konto.
            """
        case (.alreadyRegistered, .en):
            """
            Somebody, perhaps you, asks for an account for game evenings with this address.
            You have one already: log in as usual, or choose a new password if you have forgotten yours.

            If it was not you, do nothing.
            """
        case (.alreadyRegistered, .sv):
            """
            Någon, kanske du, vill ha ett konto för spelkvällar med den här adressen.
            Du har redan ett: logga in som vanligt, eller välj ett nytt lösenord om du har glömt ditt.

            Var det inte du behöver du inte göra något.
            """
        case (.reset, .en):
            """
            Somebody, hopefully you, wants a new password for your account.
            This code sets one, within an hour:

                \(code)

            \(action)If it was not you, do nothing: your password stays as it is.
            """
        case (.reset, .sv):
            """
            Någon, förhoppningsvis du, vill ha ett nytt lösenord till ditt konto.
            Med den här koden väljer du ett, inom en timme:

                \(code)

            \(action)Var det inte du behöver du inte göra något: ditt lösenord är som det var.
            """
        }
    }
}

/// A letter as it is handed to a mail server (RFC 5322, with a text in base64 as RFC 2045 has it).
struct MailMessage: Sendable {
    var recipient: String
    var bytes: [UInt8]

    /// - Parameters:
    ///   - id: tells this letter from all others, so that one that comes twice is seen to be the same.
    ///   - date: as HTTP writes it, which RFC 5322 takes too.
    init(
        _ letter: Letter,
        from sender: MailSender,
        to recipient: String,
        in locale: LetterLocale,
        page: String?,
        id: String,
        date: String
    ) {
        self.recipient = recipient
        let head = [
            "From: \(Self.word(sender.name)) <\(sender.address)>",
            "To: <\(recipient)>",
            "Subject: \(Self.word(letter.subject(in: locale)))",
            "Date: \(date.replacing("GMT", with: "+0000"))",
            "Message-ID: <\(id)@\(sender.domain)>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
        ]
        let text = letter.text(in: locale, page: page).replacing("\n", with: "\r\n") + "\r\n"
        let body = Self.lines(of: Self.base64(Array(text.utf8)))
        bytes = Array((head + [""] + body).map { $0 + "\r\n" }.joined().utf8)
    }

    /// RFC 2045 §6.8.
    private static let maxLine = 76

    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(maxLine)))
            rest = rest.dropFirst(maxLine)
        }
        return lines
    }

    /// Words of a header, encoded where they are not ASCII (RFC 2047). Ours are short enough for one.
    private static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy {
            $0 == UInt8(ascii: " ") || (UInt8(ascii: "0")...UInt8(ascii: "z")).contains($0)
        }
        return isPlain ? text : "=?utf-8?B?\(base64(Array(text.utf8)))?="
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    private static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                text.append(
                    place <= group.count
                        ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// The sender of letters.
public struct MailSender: Equatable, Sendable {
    /// Shown beside the address.
    var name: String
    var address: String

    var domain: String { String(address.split(separator: "@").last ?? "") }

    /// Reads `Game evenings <games@example.org>` or an address alone.
    public init?(_ text: String) {
        let parts = text.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count == 2 ? parts[0] : ""
        let address = parts.count == 2 ? parts[1].prefix { $0 != ">" } : parts[0]
        guard parts.count == 1 || text.hasSuffix(">"), name.utf8.count <= 40,
            name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0 != "\"" }),
            let address = try? EmailAddress(String(address))
        else { return nil }
        let trimmed = name.split(separator: " ").joined(separator: " ")
        self.name = trimmed.isEmpty ? "Game evenings" : trimmed
        self.address = address.text
    }
}
