import Foundation
import OpenSSL

/// Something outside that makes the configuration unusable: exit code 78.
struct ConfigurationError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The bytes that sign tokens.
enum TokenSecret {
    static let minBytes = 32

    /// - Parameters:
    ///   - given: a file, or where `isFile` is false perhaps the secret itself.
    static func load(
        _ given: String?,
        isFile: Bool,
        dataDirectory: String
    ) throws -> [UInt8] {
        guard let given else { return try loadOrMake(in: dataDirectory) }
        if isFile || FileManager.default.fileExists(atPath: given) { return try read(given) }
        return try checked(Array(given.utf8), from: "GATEWAY_TOKEN_SECRET")
    }

    private static func loadOrMake(in directory: String) throws -> [UInt8] {
        let path = directory + "/token-secret"
        if FileManager.default.fileExists(atPath: path) { return try read(path) }
        let secret = SecureRandom.bytes(count: minBytes)
        try DataDirectory.make(directory)
        // Made with its permissions: at no moment may others read it.
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(secret),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw ConfigurationError("\(path) can't be written") }
        return secret
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("the token secret \(path) can't be read")
        }
        return try checked([UInt8](data), from: path)
    }

    private static func checked(_ secret: [UInt8], from source: String) throws -> [UInt8] {
        guard secret.count >= minBytes else {
            throw ConfigurationError(
                "the token secret of \(source) has \(secret.count) bytes; \(minBytes) are needed"
            )
        }
        return secret
    }
}
