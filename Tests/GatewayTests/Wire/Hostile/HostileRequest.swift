import Testing

/// A request as somebody would write it who wants two readers to see two different things, with what
/// must become of it and of the request that comes right behind it.
struct HostileRequest: Sendable {
    enum Fate {
        /// One answer with this status; then the connection closes, and what is behind is never read.
        case closes(Int)
        /// It can be read in one way only: answered so, and what is behind is answered as well.
        case goesOn(Int)
        /// The bytes behind it are its body: one answer to both.
        case swallows(Int)
    }

    /// A request that nobody may execute but the one who sent it as such.
    static let behind =
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"

    let text: String
    let fate: Fate

    init(_ text: String, _ fate: Fate) {
        self.text = text
        self.fate = fate
    }

    /// A POST that would make a session, with these lines after its Host.
    static func post(_ lines: String, _ body: String, _ fate: Fate) -> HostileRequest {
        HostileRequest(
            "POST /v1/sessions HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n\(body)",
            fate
        )
    }

    static func chunks(_ body: String, _ fate: Fate) -> HostileRequest {
        post("Transfer-Encoding: chunked", body, fate)
    }

    /// A GET with these lines after its Host.
    static func get(_ lines: String, _ fate: Fate) -> HostileRequest {
        HostileRequest("GET /healthz HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n", fate)
    }

    /// A request line, then a Host.
    static func line(_ line: String, _ fate: Fate) -> HostileRequest {
        HostileRequest("\(line)\r\nHost: a\r\n\r\n", fate)
    }

    static func target(_ target: String, _ fate: Fate) -> HostileRequest {
        line("GET \(target) HTTP/1.1", fate)
    }

    /// The lines where a Host should be.
    static func host(_ lines: String, _ fate: Fate) -> HostileRequest {
        HostileRequest("GET /healthz HTTP/1.1\r\n\(lines)\r\n", fate)
    }

    var bytes: [UInt8] { Array(text.utf8) }

    /// Bytes of the head of a request that comes in chunks, or says so; nil where it does not.
    var chunkedHeadCount: Int? {
        guard text.lowercased().contains("transfer-encoding") else { return nil }
        return bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }
}

extension HostileRequest: CustomTestStringConvertible {
    var testDescription: String { String(text.prefix(160).debugDescription) }
}
