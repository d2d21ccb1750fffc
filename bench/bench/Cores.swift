import Foundation
import Glibc
import TestSupport

/// The cores that a process runs on (taskset(1)).
enum Cores {
    static let servers = "0"
    static let clients = "1"
    static let all = "0-\(count - 1)"

    /// True when servers and clients can have one each.
    static let areTwo = count > 1
    private static let count = ProcessInfo.processInfo.processorCount
    private static let taskset = "/usr/bin/taskset"

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// A command that runs there from its start.
    static func command(_ command: [String], on cores: String) -> [String] {
        [taskset, "--cpu-list", cores] + command
    }

    /// Moves processes there with all their threads; those they start later stay there too.
    static func move(_ processes: [pid_t], to cores: String) throws {
        for id in processes {
            let words = ["--all-tasks", "--cpu-list", "--pid", cores, "\(id)"]
            guard try Child(taskset, words).waitForEnd() == 0 else {
                throw Problem(description: "process \(id) can't be moved to core \(cores)")
            }
        }
    }
}
