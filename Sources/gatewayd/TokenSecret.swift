import Foundation
import Logging
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

    /// Where they are.
    enum Source {
        case files([String])
        /// In the variable itself.
        case text(String)
        /// Nobody gave one: made once, and kept in a file.
        case made(file: String, directory: String)

        /// - Parameter files: what the option says; the variable counts where it says nothing.
        init(files: [String], in dataDirectory: String) {
            let text = Environment.text(nil, TokenSecret.variable)
            let named = text.map { $0.split(separator: ",").map(String.init) } ?? []
            if !files.isEmpty {
                self = .files(files)
            } else if !named.isEmpty, named.allSatisfy(FileManager.default.fileExists(atPath:)) {
                self = .files(named)
            } else if let text {
                self = .text(text)
            } else {
                self = .made(file: dataDirectory + "/token-secret", directory: dataDirectory)
            }
        }
    }

    fileprivate static let variable = "GATEWAY_TOKEN_SECRET"

    /// - Returns: at least one; the first signs.
    static func load(_ source: Source, _ log: Logger) throws -> [[UInt8]] {
        switch source {
        case .files(let paths): try paths.map { try read($0, log) }
        case .text(let text): [try checked(Array(text.utf8), from: variable)]
        case .made(let path, _) where FileManager.default.fileExists(atPath: path):
            [try read(path, log)]
        case .made(let path, let directory): [try make(path, in: directory)]
        }
    }

    private static func make(_ path: String, in directory: String) throws -> [UInt8] {
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

    private static func read(_ path: String, _ log: Logger) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("the token secret \(path) can't be read")
        }
        try checkPermissions(of: path, log)
        return try checked([UInt8](data), from: path)
    }

    /// Whoever writes the secret signs what they like; whoever reads it does too, but may have been let on
    /// purpose, as containers mount secrets.
    private static func checkPermissions(of path: String, _ log: Logger) throws {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let mode = attributes?[.posixPermissions] as? Int else { return }
        if mode & 0o002 != 0 {
            throw ConfigurationError(
                "the token secret \(path) can be written by everybody: chmod o-w"
            )
        }
        if mode & 0o004 != 0 {
            log.warning("the token secret \(path) can be read by everybody: chmod o-r")
        }
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
