import Archive
import ArgumentParser
import Foundation
import GameState
import Hosting
import Protocol

/// Content for operators: what comes with the program, and their own folder beside it.
struct Content: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List, check, add, make and retire packages.",
        discussion: """
            Packages of your own lie in a folder, LOCALE/ID.json, beside those that come with this program; \
            one of the same id takes the place of a bundled one. A gateway that serves reads the folder anew \
            within some seconds. On several machines each has its own.
            """,
        subcommands: [
            ListContent.self, CheckContent.self, ImportContent.self, ExportContent.self,
            RetireContent.self, ContentStats.self, ApproveContent.self, VoiceContent.self,
            MakeContent.self, WorkContent.self,
        ]
    )
}

/// The place of the packages, for each of these commands.
struct ContentFolders: ParsableArguments {
    @OptionGroup var content: ContentOptions
    @OptionGroup var archive: ArchiveOptions

    func folder() throws -> URL { try content.folder(in: archive.directory) }

    func desk() throws -> HostedGames.Desk {
        try HostedGames.desk(Installation().bundledContent(), own: folder())
    }

    /// Approvals of what `desk` has.
    func shelf() throws -> HostedGames.Shelf {
        try HostedGames.shelf(Installation().bundledContent(), own: folder())
    }

    /// Runs `work` while nobody else changes the operator's folder, which is made where it is not.
    func alone(_ work: () throws -> Void) throws {
        try DataFile.makeFolders(folder().path)
        try desk().alone(work)
    }

    /// Puts a file into the operator's folder, all of it or nothing.
    func put(_ bytes: [UInt8], at file: String) throws {
        let place = try folder().appending(path: file)
        try DataFile.makeFolders(place.deletingLastPathComponent().path)
        try DataFile.put(bytes, at: place.path)
    }

    /// Rounds by package; nil where there is no archive to be read.
    func timesPlayed(_ desk: HostedGames.Desk) -> [String: Int]? {
        try? archive.place().open(.asIs).counting { desk.timesPlayed(in: $0, $1) }
    }
}

extension SQLArchive {
    fileprivate func counting(
        _ count: (SQLArchive, @escaping Completion<[String: Int]>) -> Void
    ) throws -> [String: Int] {
        defer { closeAndWait() }
        return try wait(for: { count(self, $0) })
    }
}

extension Content {
    /// Runs a command's work; what goes wrong is told, and 78.
    static func running(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as ExitCode {
            throw error
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ExitCode.configuration.told("\(error)")
        }
    }
}

struct ListContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List all packages, which are approved, and how many rounds each has been played."
    )

    @Flag(help: "As JSON, one array.")
    var json = false

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let desk = try folders.desk()
            let (items, refusals) = try desk.items()
            let marks = Marks(
                played: folders.timesPlayed(desk),
                approved: try folders.shelf().approved()
            )
            for refusal in refusals { _ = ExitCode.success.told("left out: \(refusal)") }
            for id in try desk.retiringNothing(among: items) {
                _ = ExitCode.success.told("retired, but there is no such package: \(id.printable)")
            }
            print(json ? Self.json(items, marks) : Self.table(items, marks))
        }
    }

    private struct Marks {
        /// Nil where there is no archive to be read.
        let played: [String: Int]?
        /// True where it was the text that is there now.
        let approved: [String: Bool]

        /// Nobody approves a package that another has taken the place of.
        func approval(of item: HostedGames.Desk.Item) -> Bool? {
            item.isReplaced ? nil : approved[item.id]
        }
    }

    private static func table(_ items: [HostedGames.Desk.Item], _ marks: Marks) -> String {
        TextTable(
            heading: ["ID", "LOCALE", "DIFFICULTY", "FROM", "RETIRED", "APPROVED", "PLAYED"],
            rows: items.map { item in
                [
                    item.id, item.label("locale"), item.label("difficulty"), item.origin,
                    item.isRetired ? "retired" : "",
                    marks.approval(of: item).map { $0 ? "approved" : "earlier text" } ?? "",
                    marks.played.map { "\($0[item.id] ?? 0)" } ?? "-",
                ]
            }
        ).description
    }

    private static func json(_ items: [HostedGames.Desk.Item], _ marks: Marks) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for item in items {
            writer.beginObject()
            for name in ["id", "locale", "difficulty", "from"] {
                writer.key(dynamic: name)
                writer.value(
                    name == "id" ? item.id : name == "from" ? item.origin : item.label(name)
                )
            }
            writer.key("retired")
            writer.value(item.isRetired)
            writer.key("approved")
            writer.value(marks.approval(of: item) == true)
            writer.key("played")
            if let played = marks.played {
                writer.value(Int64(played[item.id] ?? 0))
            } else {
                writer.null()
            }
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension HostedGames.Desk.Item {
    fileprivate func label(_ kind: String) -> String {
        labels.first { $0.kind == kind }?.value ?? ""
    }

    fileprivate var origin: String {
        isOwn ? "own folder" : isReplaced ? "bundled, replaced" : "bundled"
    }
}

struct CheckContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check files: may they be played?",
        discussion: """
            Prints a line for each finding: FILE:LINE: severity, path, rule and sentence. Exit codes: 0 all may be \
            played, 1 one may not.
            """
    )

    @Argument(help: "Files of packages.")
    var files: [String]

    func run() throws {
        let results = files.map { HostedGames.Desk.check($0) }
        for line in results.flatMap(\.report) { print(line.printable) }
        guard results.allSatisfy({ $0.accepted != nil }) else { throw ExitCode.differs }
        print("\(files.count) checked: all may be played")
    }
}

struct ImportContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Check files, and put them into the operator's folder if all are good.",
        discussion: """
            Nothing is put there unless every file may be played. Each takes its place as a whole. Exit codes: 0 all \
            are there, 1 one is not good, 78 the folder can't be written.
            """
    )

    @Argument(help: "Files of packages.")
    var files: [String]

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let results = files.map { HostedGames.Desk.check($0) }
            for line in results.flatMap(\.report) { print(line.printable) }
            let accepted = results.compactMap(\.accepted)
            guard accepted.count == files.count else {
                throw ExitCode.differs.told("nothing was imported")
            }
            let places = Dictionary(grouping: accepted, by: \.file)
            if let twice = places.first(where: { $0.value.count > 1 }) {
                let reason = "\(twice.value.count) of the files are \(twice.key)"
                throw ExitCode.differs.told("\(reason): nothing was imported")
            }
            try folders.alone {
                for (file, bytes) in accepted {
                    try folders.put(bytes, at: file)
                    print("imported \(file)")
                }
            }
        }
    }
}

struct ExportContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a package as it is played, as JSON."
    )

    @Argument(help: "The package's id, such as \"kyoto.sv\".")
    var id: String

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            guard let text = try folders.desk().text(of: id) else {
                throw ValidationError("\(id): there is no such package")
            }
            print(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines))
        }
    }
}

struct RetireContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Play a package no more; a bundled one too.",
        discussion:
            "A game that is being played is not touched. Kept in the operator's folder, in the file retired."
    )

    @Argument(help: "The package's id; without its language it means all of them.")
    var id: String

    @Flag(help: "Play it again.")
    var undo = false

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let desk = try folders.desk()
            let items = try desk.items().items
            guard undo || items.contains(where: { $0.id == id || $0.id.hasPrefix("\(id).") })
            else {
                throw ValidationError("\(id): there is no such package")
            }
            try folders.alone {
                guard let list = try desk.retired(id, isBack: undo) else {
                    if undo, items.contains(where: { $0.id == id && $0.isRetired }) {
                        let all = id.prefix { $0 != "." }
                        throw ExitCode.differs.told("\(id) is retired in all languages, as \(all)")
                    }
                    return print(undo ? "\(id) was not retired" : "\(id) is retired already")
                }
                try folders.put(list, at: HostedGames.Desk.retiredFile)
                print(undo ? "\(id) is played again" : "\(id) is retired")
            }
        }
    }
}

struct ApproveContent: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Say that a person has read a package as it is now.",
        discussion: """
            Another text, by an edit or an upgrade, is approved no more. It decides what is played where the gateway \
            has --content-approved-only. Kept in the operator's folder, in the file approved.
            """
    )

    private static let maxNameCharacters = 40

    @Argument(help: "The package's id, such as \"kyoto.sv\".")
    var id: String

    @Option(help: ArgumentHelp("Who has read it.", valueName: "name"))
    var by: String?

    @Flag(help: "Take the approval back.")
    var undo = false

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let name = by ?? ""
            guard name.count <= Self.maxNameCharacters, name == name.printable else {
                throw ValidationError("--by: one line of \(Self.maxNameCharacters) characters")
            }
            let shelf = try folders.shelf()
            do throws(DeskFailure) {
                if undo {
                    try shelf.takeApprovalBack(id)
                } else {
                    let now = ServerTime(ms: Int64(Date().timeIntervalSince1970 * 1_000))
                    try shelf.approve(id, knowing: nil, by: name, at: now)
                }
            } catch {
                guard case .unknown = error else { throw error }
                throw ValidationError("\(id): there is no such package")
            }
            let folder = try folders.folder()
            DataFile.hand(folder.path)
            DataFile.hand(folder.appending(path: HostedGames.approvedFile).path)
            print(undo ? "\(id) is approved no more" : "\(id) is approved")
        }
    }
}

struct ContentStats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what is played, by language, difficulty, continent and theme."
    )

    @OptionGroup var folders: ContentFolders

    func run() throws {
        try Content.running {
            let played = try folders.desk().items().items
                .filter { !$0.isRetired && !$0.isReplaced }
            var counts: [[String]: Int] = [:]
            for item in played {
                for label in item.labels { counts[[label.kind, label.value], default: 0] += 1 }
            }
            let rows = counts.sorted { one, other in
                (one.key[0], -one.value, one.key[1]) < (other.key[0], -other.value, other.key[1])
            }
            print(
                TextTable(
                    heading: ["KIND", "VALUE", "PACKAGES"],
                    rows: [["all", "", "\(played.count)"]] + rows.map { $0.key + ["\($0.value)"] }
                )
            )
        }
    }
}
