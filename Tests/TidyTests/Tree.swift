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

    /// Built, fetched or made by a run: no part of the project.
    private static let foreign: Set = [".git", "data", "node_modules", "__pycache__"]
    private static let textExtensions: Set = [
        "c", "conf", "css", "h", "html", "js", "md", "py", "sh", "swift", "yaml", "yml",
    ]

    /// The paths of all files and folders, from the root.
    static let paths: Set<String> = {
        var paths: Set<String> = []
        let all = FileManager.default.enumerator(atPath: root.path)
        while let path = all?.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if foreign.contains(name) || name.hasPrefix(".build") {
                all?.skipDescendants()
            } else {
                paths.insert(path)
            }
        }
        return paths
    }()

    /// All files that people write: code, pages, scripts.
    static func texts() throws -> [File] {
        let texts = try paths.sorted().filter { path in
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: ".") else {
                return try (path.hasPrefix("scripts/") || name == "Makefile") && isFile(path)
            }
            return textExtensions.contains(String(name[name.index(after: dot)...]))
        }
        // A test over nothing would pass for the wrong reason.
        guard texts.count > 1_000 else { throw CocoaError(.fileNoSuchFile) }
        return try texts.map(file)
    }

    private static func isFile(_ path: String) throws -> Bool {
        let url = root.appending(path: path)
        return try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }

    static func page(_ path: String) throws -> File { try file(path) }

    private static func file(_ path: String) throws -> File {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        return File(
            path: path,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false)
        )
    }
}

/// Parts of a Markdown page.
extension Tree.File {
    /// Texts in backquotes, each with its line; blocks of code are left out.
    var quoted: [(line: Substring, text: Substring)] {
        var isCode = false
        return lines.flatMap { line -> [(line: Substring, text: Substring)] in
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode else { return [] }
            return line.matches(of: #/`([^`]+)`/#).map { (line, $0.output.1) }
        }
    }

    /// The cells of the first table below a heading, without its head.
    ///
    /// - Throws: where there is none.
    func table(below heading: String) throws -> [[Substring]] {
        let rows = lines.drop { $0 != heading }.drop { !$0.hasPrefix("| --- |") }.dropFirst()
            .prefix { $0.hasPrefix("|") }
        guard !rows.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
        return rows.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.drop { $0 == " " }.trimmedEnd }
        }
    }

    /// The headings as links name them.
    var anchors: Set<String> {
        Set(
            lines.filter { $0.hasPrefix("#") }.map { line in
                String(
                    line.drop { $0 == "#" }.dropFirst().lowercased()
                        .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                        .map { $0 == " " ? "-" : $0 }
                )
            }
        )
    }
}

extension Substring {
    /// Without the blanks at its end.
    fileprivate var trimmedEnd: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
