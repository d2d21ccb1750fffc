import Foundation

/// A program that is run to its end.
enum Command {
    struct Outcome {
        let status: Int32
        let output: String
    }

    static let patienceSeconds = 60.0

    /// - Parameter folder: where its output may be kept while it runs.
    static func run(
        _ words: [String],
        environment: [String: String] = [:],
        in folder: URL,
        patienceSeconds: Double = Command.patienceSeconds
    ) throws -> Outcome {
        let file = folder.appending(path: "command-\(UInt64.random(in: 0 ... .max)).out")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try ChildProcess(
            words[0],
            words,
            environment: environment,
            log: file.path
        )
        guard let status = process.waitForEnd(seconds: patienceSeconds) else {
            throw Failure("\(words.joined(separator: " ")) does not end")
        }
        let output = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return Outcome(status: status, output: output)
    }

    /// - Returns: what it printed.
    /// - Throws: when it fails.
    @discardableResult
    static func output(
        _ words: [String],
        environment: [String: String] = [:],
        in folder: URL
    ) throws -> String {
        let outcome = try run(words, environment: environment, in: folder)
        guard outcome.status == 0 else {
            throw Failure("\(words[0]) ended with \(outcome.status): \(outcome.output)")
        }
        return outcome.output
    }
}
