import ArgumentParser
import Foundation

/// Reads what no option said from the environment, and checks every value by the name it came with.
enum Environment {
    static func text(_ option: String?, _ variable: String) -> String? {
        option ?? ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    static func list(_ options: [String], _ variable: String) -> [String] {
        guard options.isEmpty else { return options }
        return text(nil, variable)?.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        } ?? []
    }

    static func flag(_ option: Bool, _ variable: String) throws -> Bool {
        guard !option, let text = text(nil, variable) else { return option }
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
