import Foundation

/// Where the embedded archive and the token secret live.
enum DataDirectory {
    /// Makes it where it is not there, for our eyes alone.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ConfigurationError("the data directory \(path) can't be made: \(error)")
        }
    }
}
