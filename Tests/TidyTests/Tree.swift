import Foundation

/// The project's own files, found from where this one lies.
enum Tree {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct File: CustomStringConvertible {
        /// From the root.
        var path: String
        var lines: [Substring]

        var description: String { path }
    }

    /// All files with an extension below some folders.
    static func files(_ fileExtension: String, below folders: [String]) throws -> [File] {
        var files: [File] = []
        for folder in folders {
            let url = root.appending(path: folder)
            let before = files.count
            guard let paths = FileManager.default.enumerator(atPath: url.path) else {
                throw CocoaError(.fileNoSuchFile)
            }
            for case let path as String in paths where path.hasSuffix("." + fileExtension) {
                files.append(try file("\(folder)/\(path)"))
            }
            // A test over nothing would pass for the wrong reason.
            guard files.count > before else { throw CocoaError(.fileNoSuchFile) }
        }
        return files.sorted { $0.path < $1.path }
    }

    /// The pages that lie at the top, such as the README.
    static func pages() throws -> [File] {
        try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".md")
        }
        .map(file)
    }

    private static func file(_ path: String) throws -> File {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return File(
            path: path,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false)
        )
    }
}
