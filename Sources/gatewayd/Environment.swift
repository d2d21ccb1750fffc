import ArgumentParser
import Foundation
import Synchronization

/// Reads values that no option gave from the environment, and checks every value by its name.
enum Environment {
    private static let prefix = "GATEWAY_"
    /// All that was asked for so far.
    private static let asked = Mutex<Set<String>>([])
    private static let seen = Mutex<[KeyRemark]>([])

    /// Remarks on keys that were read so far, each once.
    static var keyRemarks: [KeyRemark] { seen.withLock { $0 } }

    /// Variables that look like ours and that nobody has asked for: a misspelled one would pass in silence.
    static var unknown: [String] {
        let asked = asked.withLock { $0 }
        return ProcessInfo.processInfo.environment.keys.filter {
            $0.hasPrefix(prefix) && !asked.contains($0)
        }
        .sorted()
    }

    /// Takes variables for settings of ours that are not read here.
    static func allow(_ variables: [String]) {
        asked.withLock { $0.formUnion(variables) }
    }

    static func text(_ option: String?, _ variable: String) -> String? {
        asked.withLock { _ = $0.insert(variable) }
        return option
            ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The key in a file as typed or in `variable` with `_FILE` behind it, or in the variable itself; nil where there is none.
    /// A path where no file is may be a key that somebody took for one: no message repeats it.
    static func key(
        _ file: String?,
        of option: String,
        _ variable: String,
        for what: String
    ) throws -> GivenKey? {
        let itself = text(nil, variable)
        guard let path = text(file, "\(variable)_FILE") else {
            return itself.map { GivenKey($0, from: variable, for: what) }
        }
        let source = file == nil ? "\(variable)_FILE" : option
        let data = try data(at: path, named: source, for: "the key for \(what)")
        if itself != nil { note(.overruled(variable, by: source)) }
        if let mode = mode(of: path), mode & othersMode != 0 { note(.open(file: path, mode: mode)) }
        return GivenKey(String(decoding: data, as: UTF8.self), from: path, for: what)
    }

    private static let othersMode = 0o077

    private static func mode(of path: String) -> Int? {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        return (try? FileManager.default.attributesOfItem(atPath: file))?[.posixPermissions] as? Int
    }

    static func note(_ remark: KeyRemark) {
        seen.withLock { if !$0.contains(remark) { $0.append(remark) } }
    }

    static func list(_ options: [String], _ variable: String) -> [String] {
        let text = text(nil, variable)
        guard options.isEmpty else { return options }
        return text?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        } ?? []
    }

    static func flag(_ option: Bool, _ variable: String) throws -> Bool {
        let text = text(nil, variable)
        guard !option, let text else { return option }
        switch text.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off": return false
        case _: throw ValidationError("\(variable): '\(text)' is neither true nor false")
        }
    }

    /// - Throws: a message with the option, its variable and the value that is wrong.
    static func value<Value>(
        _ text: String,
        of option: String,
        _ variable: String,
        _ expectation: String,
        _ read: (String) -> Value?
    ) throws -> Value {
        guard let value = read(text) else {
            throw ValidationError("\(option) (\(variable)): '\(text)' is not \(expectation)")
        }
        return value
    }
}
