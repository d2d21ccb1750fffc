import Foundation
import Gateway

/// The files that belong to this program: `share/tripto-gateway` below the prefix where it is installed
/// (hier(7)), or the build's own.
struct Installation {
    private static let folderName = "share/tripto-gateway"

    /// Nil in a build.
    private let share: URL?

    /// - Parameter executable: as it was called, or what a link to it stands for.
    init(executable: URL? = Bundle.main.executableURL) {
        let prefixes = [executable, executable?.resolvingSymlinksInPath()].compactMap {
            $0?.deletingLastPathComponent().deletingLastPathComponent()
        }
        share = prefixes.map { $0.appending(path: Self.folderName) }.first {
            FileManager.default.fileExists(atPath: $0.path)
        }
    }

    /// The installed pages, or else those of the current folder; nil where neither is there.
    ///
    /// - Throws: `ConfigurationError` where an installation lacks them.
    func webDirectory() throws -> String? {
        guard let share else { return Self.isFolder("web") ? "web" : nil }
        return try Self.folder(share.appending(path: "web"), "the web clients").path
    }

    /// - Parameter given: a folder to use instead of the bundled one.
    /// - Throws: `ConfigurationError` where an installation lacks it.
    func content(in given: String?) throws -> ContentPlace {
        if let given { return .folder(URL(filePath: given)) }
        guard let share else { return .build }
        return .folder(try Self.folder(share.appending(path: "content"), "the bundled packages"))
    }

    private static func folder(_ place: URL, _ what: String) throws -> URL {
        guard isFolder(place.path) else {
            throw ConfigurationError(
                "\(what) are missing from this installation: no folder \(place.path)"
            )
        }
        return place
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

/// Place of the games' content.
enum ContentPlace {
    case folder(URL)
    /// In the build itself, as each game has it.
    case build
}
