import FoundationEssentials

/// A reader of what servers elsewhere have, one address at a time.
public protocol WebReader: Sendable {
    func read(_ request: WebRequest, within limits: WebLimits) async throws(WebFault) -> WebPage
}

extension WebReader {
    /// - Parameter address: anything; it may come from a server.
    public func read(
        _ address: String,
        within limits: WebLimits
    ) async throws(WebFault) -> WebPage {
        try await read(WebRequest(address), within: limits)
    }
}

/// A wish for an address, or a form for it.
public struct WebRequest: Sendable {
    /// Anything; it may come from a server.
    public var address: String
    /// For the origin of the address, and for no other that an answer names.
    public var pass: WebPass?
    /// An application/x-www-form-urlencoded, which is sent to that address alone; nil: the page is only asked for.
    public var form: String?

    public init(_ address: String, pass: WebPass? = nil, form: String? = nil) {
        self.address = address
        self.pass = pass
        self.form = form
    }

    /// True where it holds what only servers of the operator's choice may read.
    public var isConfidential: Bool { pass != nil || form != nil }
}

/// A header Authorization, which is never printed.
public struct WebPass: Hashable, Sendable {
    /// As the header carries it.
    public let header: String

    /// A name and its password with a colon between them (RFC 7617 §2); nil for what is none.
    public init?(basic text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
            text.index(after: colon) != text.endIndex, Self.isCarried(text)
        else { return nil }
        header = "Basic \(Data(text.utf8).base64EncodedString())"
    }

    /// A token (RFC 6750 §2.1); nil for what no header can carry.
    public init?(bearer token: String) {
        guard !token.isEmpty, Self.isCarried(token) else { return nil }
        header = "Bearer \(token)"
    }

    private static let maxBytes = 4_096

    private static func isCarried(_ text: String) -> Bool {
        text.utf8.count <= maxBytes && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

extension WebPass: CustomStringConvertible, CustomReflectable {
    public var description: String { "a pass" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Limits of an answer.
public struct WebLimits: Sendable {
    public var bytes: Int
    /// With redirects, look-ups and connections.
    public var ms: Int64

    public init(bytes: Int, ms: Int64) {
        self.bytes = bytes
        self.ms = ms
    }
}

/// An answer, whatever its status.
public struct WebPage: Sendable {
    public var status: Int
    /// In small letters and without parameters; empty where the server names none.
    public var mediaType: String
    public var retryAfterSeconds: Int?
    public var body: [UInt8]

    public init(status: Int, mediaType: String, retryAfterSeconds: Int?, body: [UInt8]) {
        self.status = status
        self.mediaType = mediaType
        self.retryAfterSeconds = retryAfterSeconds
        self.body = body
    }
}

public enum WebFault: Error, Hashable, Sendable {
    /// No address that is read: another scheme, a private network, too many redirects.
    case forbidden
    /// No whole answer.
    case away
    case slow
    case tooLarge
    /// The reader has enough to do.
    case tooMany
}
