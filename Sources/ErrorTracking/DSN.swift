import HTTP
public import WebClient

/// Address for error reports, as Sentry, GlitchTip and Bugsink give it out:
/// `https://KEY@host[:port]/[path/]PROJECT`.
///
/// Never repeated as a whole: it holds a key.
public struct DSN: Hashable, Sendable, CustomStringConvertible {
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong, scheme, key, host, project

        public var description: String {
            switch self {
            case .tooLong: "the DSN is longer than \(DSN.maxBytes) bytes"
            case .scheme: "the DSN must begin with https:// or http://"
            case .key:
                "the DSN has no key of letters and digits before its host, as in https://<key>@host/1"
            case .host: "the DSN has no host, or one that can't be one"
            case .project: "the DSN must end with a project, as in https://<key>@host/1"
            }
        }
    }

    static let maxBytes = 1_024

    public let origin: WebOrigin
    let key: String
    /// Of the envelopes, on the origin.
    let path: String

    public init(_ text: String) throws(Problem) {
        guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            throw .scheme
        }
        let rest = text.dropFirst(scheme.count)
        guard let at = rest.firstIndex(of: "@") else { throw .key }
        // A secret behind the key is of old servers; the protocol needs none any more.
        let keys = rest[..<at].split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(keys.count), keys.allSatisfy(Self.isWord) else { throw .key }
        let place = rest[rest.index(after: at)...]
        let authority = place.prefix { $0 != "/" }
        guard let origin = WebOrigin(isTLS: scheme == "https://", authority: authority) else {
            throw .host
        }
        let steps = place.dropFirst(authority.count).dropFirst()
            .split(separator: "/", omittingEmptySubsequences: false)
        guard let project = steps.last, steps.allSatisfy(Self.isWord) else { throw .project }
        self.origin = origin
        key = String(keys[0])
        let prefix = steps.dropLast().map { "/\($0)" }.joined()
        path = "\(prefix)/api/\(project)/envelope/"
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                    || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
            }
    }

    /// Without its key.
    public var description: String { "\(origin)" }
}
