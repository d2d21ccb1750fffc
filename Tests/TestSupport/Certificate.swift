public import Foundation

/// A self-signed certificate for localhost, made anew; its own authority.
public struct Certificate {
    public enum Key {
        /// ECDSA on P-256.
        case p256
        /// Of 2048 bits.
        case rsa

        fileprivate var options: [String] {
            switch self {
            case .p256: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            case .rsa: ["-newkey", "rsa:2048"]
            }
        }
    }

    public let folder: URL
    public var certificateFile: String { folder.appending(path: "certificate.pem").path }
    public var keyFile: String { folder.appending(path: "key.pem").path }

    /// - Parameter days: it is good for this long from now on.
    public init(_ key: Key = .p256, days: Int = 2) throws {
        folder = Scratch.place("tls")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.openssl(
            ["req", "-x509"] + key.options + [
                "-nodes", "-days", "\(days)", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", keyFile, "-out",
                certificateFile,
            ]
        )
    }

    /// The same key under a passphrase.
    public func encryptedKeyFile() throws -> String {
        let path = folder.appending(path: "encrypted.pem").path
        try Self.openssl(
            ["pkey", "-in", keyFile, "-aes256", "-passout", "pass:word", "-out", path]
        )
        return path
    }

    private static func openssl(_ arguments: [String]) throws {
        try Command.run("/usr/bin/env", ["openssl"] + arguments)
    }

    public func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    public struct Failure: Error {
        public init() {}
    }
}
