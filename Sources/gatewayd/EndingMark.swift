import Foundation
import Logging

/// A file that is there while a gateway runs on a data directory: one that finds it knows that the
/// gateway before was killed, or crashed.
struct EndingMark {
    private let path: String

    /// - Parameter directory: locked for this process.
    init(in directory: String, _ log: Logger) {
        path = directory + "/running"
        if FileManager.default.fileExists(atPath: path) {
            log.error("the gateway before this one ended without a drain")
        }
        // If it can't be written, one ending goes unseen.
        _ = FileManager.default.createFile(
            atPath: path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
