import Testing

/// Files stay small enough to be read at one sitting, and nothing is left half done in them.
@Suite struct FileTests {
    static let folders = ["Sources", "Tests", "loadtest", "bench", "fuzz"]
    static let maxLines = 480
    /// The most lines of a crumb, and the files beside which one is hard to find.
    static let crumbLines = 25
    static let manyFiles = 10

    @Test func `no file is longer than its limit`() throws {
        for file in try Tree.files("swift", below: Self.folders) {
            #expect(file.lines.count <= Self.maxLines, "\(file)")
        }
    }

    @Test func `what is read together stands together`() throws {
        let folders = Dictionary(grouping: try Tree.files("swift", below: ["Sources"])) {
            $0.path.split(separator: "/").dropLast().joined(separator: "/")
        }
        for files in folders.values where files.count > Self.manyFiles {
            for file in files {
                #expect(file.lines.count > Self.crumbLines, "\(file) is a crumb among many")
            }
        }
    }

    @Test func `nothing is left for later in the code`() throws {
        // In two pieces, so that this file does not find itself.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "not " + "implemented"]
        for file in try Tree.files("swift", below: Self.folders) {
            for line in file.lines {
                #expect(!marks.contains { line.contains($0) }, "\(file): \(line)")
            }
        }
    }

    @Test func `no merge was left half done`() throws {
        // In two pieces, so that this file does not find itself.
        let marks = ["<<<<<<" + "< ", ">>>>>>" + "> "]
        let files =
            try Tree.files("swift", below: Self.folders) + Tree.files("py", below: ["Tests"])
            + ["js", "css", "html"].flatMap { try Tree.files($0, below: ["web"]) }
            + ["md", "yaml"].flatMap { try Tree.files($0, below: ["docs"]) } + Tree.pages()
        for file in files {
            for line in file.lines {
                #expect(!marks.contains { line.hasPrefix($0) }, "\(file): \(line)")
            }
        }
    }

    /// A run of the faults keeps what it has for a look at it afterwards.
    @Test func `tests write where nothing stays`() throws {
        // In two pieces, so that this file does not find itself.
        let mark = "temporary" + "Directory"
        let free = ["Tests/FaultTests/Faults/FaultRun.swift", "Tests/TestSupport/Scratch.swift"]
        for file in try Tree.files("swift", below: ["Tests"]) where !free.contains(file.path) {
            for line in file.lines { #expect(!line.contains(mark), "\(file): \(line)") }
        }
    }

    /// Foundation's `Process` can take all tests with it: `Child` in TestSupport says how.
    @Test func `programs are not started with Foundation`() throws {
        // In two pieces, so that this file does not find itself.
        let mark = "Process" + "()"
        for file in try Tree.files("swift", below: Self.folders) {
            for line in file.lines { #expect(!line.contains(mark), "\(file): \(line)") }
        }
    }

    @Test func `the changelog begins with this release`() throws {
        let file = try #require(
            try Tree.files("swift", below: ["Sources/Gateway"]).first {
                $0.path == "Sources/Gateway/Product.swift"
            }
        )
        let line = try #require(file.lines.first { $0.contains("let version") })
        let version = try #require(line.split(separator: "\"").dropFirst().first)
        let changelog = try #require(try Tree.pages().first { $0.path == "CHANGELOG.md" })
        #expect(changelog.lines.first { $0.hasPrefix("## ") } == "## \(version)")
    }

    @Test func `the pure modules read no clock and draw no random number`() throws {
        let marks = [
            ".now(", "clock_gettime", "SystemRandomNumberGenerator", ".random(in:", "Date()",
        ]
        let pure = ["Sources/GameState", "Sources/Protocol", "Sources/WebSocket", "Sources/HTTP"]
        for file in try Tree.files("swift", below: pure) {
            for line in file.lines {
                #expect(!marks.contains { line.contains($0) }, "\(file): \(line)")
            }
        }
    }
}
