import Foundation
import Logging
import OpenSSL

/// An outside condition that makes the configuration unusable: exit code 78.
struct ConfigurationError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The bytes that sign tokens.
enum TokenSecret {
    static let minBytes = 32

    /// Place of the secrets.
    enum Source {
        case files([String])
        /// In files that the variable names.
        case named([String])
        /// In the variable itself.
        case text(String)
        /// Nobody gave one: made once, and kept in a file.
        case made(file: String, directory: String)

        /// - Parameter files: from the option; the variable counts where it is empty.
        init(files: [String], in dataDirectory: String) {
            let text = Environment.text(nil, TokenSecret.variable)
            if !files.isEmpty {
                self = .files(files)
            } else if let text, let paths = Self.paths(in: text) {
                self = .named(paths)
            } else if let text {
                self = .text(text)
            } else {
                self = .made(file: dataDirectory + "/token-secret", directory: dataDirectory)
            }
        }

        /// Decides by the form of the text first: the path of a missing file is known to many, and
        /// must never become the secret.
        ///
        /// - Returns: nil for a secret itself.
        private static func paths(in text: String) -> [String]? {
            let namesFiles =
                text.contains(",") || ["/", "./", "../"].contains(where: text.hasPrefix)
            guard namesFiles || FileManager.default.fileExists(atPath: text) else { return nil }
            return text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    fileprivate static let variable = "GATEWAY_TOKEN_SECRET"

    /// - Returns: at least one; the first signs.
    static func load(_ source: Source, _ log: Logger) throws -> [[UInt8]] {
        switch source {
        case .files(let paths): try paths.map { try read($0, log) }
        case .named(let paths): try read(named: paths, log)
        case .text(let text): [try checked(Array(text.utf8), from: variable)]
        case .made(let path, _) where FileManager.default.fileExists(atPath: path):
            [try read(path, log)]
        case .made(let path, let directory): [try make(path, in: directory)]
        }
    }

    private static func make(_ path: String, in directory: String) throws -> [UInt8] {
        let secret = SecureRandom.bytes(count: minBytes)
        try DataDirectory.make(directory)
        // Created with its permissions: at no moment may others read it.
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(secret),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw ConfigurationError("\(path) can't be written") }
        return secret
    }

    private static func read(named paths: [String], _ log: Logger) throws -> [[UInt8]] {
        guard !paths.isEmpty else { throw ConfigurationError("\(variable) names no file") }
        return try paths.enumerated().map { index, path in
            guard FileManager.default.isReadableFile(atPath: path) else {
                // Text that does not look like a path may be a secret, which must not be logged.
                let file = path.contains("/") ? path : "\(index + 1) of \(paths.count)"
                throw ConfigurationError(
                    "\(variable) names files, and file \(file) isn't there or can't be read; a secret "
                        + "itself must not begin with /, ./ or ../ nor hold a comma"
                )
            }
            return try read(path, log)
        }
    }

    private static func read(_ path: String, _ log: Logger) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("the token secret \(path) can't be read")
        }
        try checkPermissions(of: path, log)
        return try checked([UInt8](data), from: path)
    }

    /// A writer of the secret can sign anything; so can a reader, but reading may have been allowed
    /// on purpose, as containers mount secrets.
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
