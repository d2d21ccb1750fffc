import ArgumentParser
import Foundation

// Secrets that are no keys for servers elsewhere. No message has one in it, nor the path that somebody gave: whoever
// takes the variable of a file for that of the secret writes the one into the other.
extension Environment {
    /// The secret in a file as typed or in `variable` with `_FILE` behind it, or in the variable itself, as it is there:
    /// whatever it begins with, it is no path.
    ///
    /// - Returns: nil where there is none.
    static func secret(
        _ file: String?,
        of option: String,
        _ variable: String,
        for what: String
    ) throws -> String? {
        let (itself, fileVariable) = (text(nil, variable), "\(variable)_FILE")
        guard let path = text(file, fileVariable) else {
            if let itself { try refuse(pathIn: itself, variable, for: what) }
            return itself
        }
        let source = file == nil ? fileVariable : option
        if itself != nil { note(.overruled(variable, by: source)) }
        return try contents(of: path, named: source, for: what)
    }

    /// A setting with a password in it, such as a store's URL: typed, or in its variable, or in a file that the variable
    /// with `_FILE` behind it names.
    ///
    /// - Throws: an exit code, after writing the reason to standard error.
    static func confidential(_ option: String?, _ variable: String, for what: String) throws
        -> String?
    {
        let (given, fileVariable) = (text(option, variable), "\(variable)_FILE")
        let path = text(nil, fileVariable)
        if let given {
            if path != nil {
                note(.overruled(fileVariable, by: option == nil ? variable : "an option"))
            }
            return given
        }
        do {
            return try path.map { try contents(of: $0, named: fileVariable, for: what) }
        } catch let error as ConfigurationError {
            throw ExitCode.configuration.told("\(error)")
        }
    }

    /// The text of a file without the end of its last line.
    private static func contents(of path: String, named source: String, for what: String) throws
        -> String
    {
        let data = try data(at: path, named: source, for: what)
        var text = String(decoding: data, as: UTF8.self)[...]
        while text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else {
            throw ConfigurationError("\(what) is empty: the file that \(source) names holds none")
        }
        return String(text)
    }

    /// - Throws: a reason without the path.
    static func data(at path: String, named source: String, for what: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ConfigurationError(
                "\(what) can't be read: the file that \(source) names "
                    + (isThere ? "is shut to this user, or no file" : "is not there")
            )
        }
    }

    /// A path of a file that is there was meant as one, in a release in which the variable could be either. Many may know it.
    private static func refuse(pathIn value: String, _ variable: String, for what: String) throws {
        guard ["/", "./"].contains(where: value.hasPrefix),
            FileManager.default.fileExists(atPath: value)
        else { return }
        throw ConfigurationError(
            "\(variable) is \(what) itself, and what it holds is the path of a file: \(variable)_FILE takes that"
        )
    }
}
