import ArgumentParser
import Foundation
import Synchronization

/// Reads values that no option gave from the environment, and checks every value by its name.
enum Environment {
    private static let prefix = "GATEWAY_"
    /// All that was asked for so far.
    private static let asked = Mutex<Set<String>>([])

    /// Variables that look like ours and that nobody has asked for: a misspelled one would pass in silence.
    static var unknown: [String] {
        let asked = asked.withLock { $0 }
        return ProcessInfo.processInfo.environment.keys.filter {
            $0.hasPrefix(prefix) && !asked.contains($0)
        }
        .sorted()
    }

    static func text(_ option: String?, _ variable: String) -> String? {
        asked.withLock { _ = $0.insert(variable) }
        return option
            ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
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
