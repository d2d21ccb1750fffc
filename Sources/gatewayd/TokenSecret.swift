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

        /// - Parameter files: from the option; the variables count where it is empty.
        init(files: [String], in dataDirectory: String) {
            let text = Environment.text(nil, TokenSecret.variable)
            let files = Environment.list(files, TokenSecret.fileVariable)
            if !files.isEmpty {
                if text != nil {
                    Environment.note(.overruled(TokenSecret.variable, by: TokenSecret.fileVariable))
                }
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
    fileprivate static let fileVariable = "GATEWAY_TOKEN_SECRET_FILE"

    /// - Returns: at least one; the first signs.
    static func load(_ source: Source, _ log: Logger) throws -> [[UInt8]] {
        switch source {
        case .files(let paths): try read(paths, of: "--token-secret-file (\(fileVariable))", log)
        case .named(let paths): try read(paths, of: variable, log)
        case .text(let text): [try checked(Array(text.utf8), from: variable)]
        case .made(let path, _) where FileManager.default.fileExists(atPath: path):
            [try checked(read(path, log), from: path)]
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

    /// A secret that somebody took for a value may stand in place of a path: no message repeats it.
    private static func read(_ paths: [String], of source: String, _ log: Logger) throws
        -> [[UInt8]]
    {
        guard !paths.isEmpty else { throw ConfigurationError("\(source) names no file") }
        let secrets = try paths.enumerated().map { index, path in
            let place = "file \(index + 1) of \(paths.count) that \(source) names"
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw ConfigurationError(
                    "\(place) isn't there or can't be read; a secret itself that begins with /, ./ or ../ or "
                        + "holds a comma belongs into a file"
                )
            }
            let bytes = try read(path, log)
            let forms = forms(of: bytes).filter { $0.count >= minBytes }
            return forms.isEmpty ? [try checked(bytes, from: place)] : forms
        }
        return secrets.map { $0[0] } + secrets.flatMap { $0.dropFirst() }
    }

    private static func read(_ path: String, _ log: Logger) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("a file with a token secret can't be read")
        }
        try checkPermissions(of: path, log)
        return [UInt8](data)
    }

    /// The secret of a file first. The end of a line of text is no part of it; releases before this one signed with it, and
    /// what they signed stays good.
    private static func forms(of bytes: [UInt8]) -> [[UInt8]] {
        let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        let text = bytes[..<((bytes.lastIndex { !ends.contains($0) } ?? -1) + 1)]
        // Random bytes may end like a line.
        let isText = text.allSatisfy { (0x20...0x7E).contains($0) }
        return isText && text.count < bytes.count ? [Array(text), bytes] : [bytes]
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
