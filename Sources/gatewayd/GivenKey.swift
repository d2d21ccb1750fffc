import Foundation
import Logging

/// A key for a server elsewhere as the operator gave it, and where: messages name that, and never the key.
struct GivenKey {
    let text: String
    private let source: String
    private let purpose: String

    /// - Parameters:
    ///   - source: a file, or a variable.
    ///   - purpose: as it stands behind "the key for".
    init(_ text: String, from source: String, for purpose: String) {
        self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        self.source = source
        self.purpose = purpose
    }

    /// - Parameters:
    ///   - form: of a right one, as it stands behind "is not".
    ///   - hasColon: whether a right one has a colon in it.
    func error(_ form: String, hasColon: Bool = false) -> ConfigurationError {
        let why =
            if text.isEmpty {
                "it is empty"
            } else if text.contains(where: \.isNewline) {
                "it has more than one line"
            } else if hasColon, !text.contains(":") {
                "it has no colon"
            } else if hasColon, text.hasPrefix(":") || text.hasSuffix(":") {
                "it has nothing on one side of its colon"
            } else {
                "it holds a blank or another character that no key has, or too many"
            }
        return ConfigurationError("the key for \(purpose) in \(source) is not \(form): \(why)")
    }
}

/// Something about a key that no start fails for.
enum KeyRemark: Equatable {
    /// Others on the machine may read or write its file. Containers mount secrets so, of which nobody else is there to read
    /// them: it is said, and not refused.
    case open(file: String, mode: Int)
    /// A variable with a key, where an option or another variable names a file with one.
    case overruled(String, by: String)
}

extension Logger {
    func tell(_ remark: KeyRemark) {
        switch remark {
        case .open(let file, let mode):
            warning(
                "a key's file is open to others than its owner: chmod go= shuts it",
                metadata: ["file": "\(file)", "mode": "\(String(mode, radix: 8))"]
            )
        case .overruled(let variable, let other):
            warning(
                "a variable with a key is overruled by a file with one",
                metadata: ["name": "\(variable)", "by": "\(other)"]
            )
        }
    }
}
