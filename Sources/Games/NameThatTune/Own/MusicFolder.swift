import Foundation
import OpenSSL

/// Limits of the family's own music; named, so that they can be written down.
public enum MusicLimits {
    /// Files of one folder; those beyond are left out.
    public static let files = 20_000
    /// Folders within one another.
    static let depth = 16
    /// Bytes of one file.
    static let fileBytes = 1 << 30
    /// Milliseconds of sound below which nothing can be guessed.
    static let shortestMs: Int64 = 2_000
    /// Milliseconds that a program may take for something that somebody waits for, …
    static let clipMs = 10_000
    /// … and for reading a file, which gives way to everything else, …
    static let readMs = 30_000
    /// … the memory that it may ask for, and its words about one file.
    static let programBytes: UInt = 1 << 30
    static let tagBytes = 256 << 10
    /// Files that are read between two looks at the folder, and how many at a time.
    static let filesAtATime = 64
    static let lanes = 2
    /// Clips and covers kept in the data directory; the oldest go first.
    static let keptBytes = 512 << 20
}

/// A file as it was seen: one that has changed is another.
struct MusicFile: Codable, Hashable, Sendable {
    /// From the folder.
    let path: String
    let bytes: Int
    /// Nanoseconds of its clock.
    let changedAt: Int
    /// A picture beside it, from the folder; nil where there is none.
    let picture: String?
    /// As `changedAt`.
    let pictureChangedAt: Int?

    /// The word for it in the archive and in the names of what is kept: the same for as long as it has its place.
    var id: String {
        Self.prefix
            + Digest.sha256(Array(path.utf8)).prefix(Self.idBytes).map { byte in
                let digits = String(byte, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// No tune of the book begins so.
    static let prefix = "own-"
    private static let idBytes = 12

    /// A digest of what tells it from what it was before.
    var stamp: [UInt8] {
        let picture = "\(picture ?? "") \(pictureChangedAt ?? 0)"
        return Digest.sha256(Array("\(path)\0\(bytes) \(changedAt) \(picture)".utf8))
    }
}

/// Reason why a file is not played.
public enum MusicFault: String, Error, Codable, CaseIterable, Sendable {
    case leadsOut = "it is a link out of the folder"
    case irregular = "it is no ordinary file"
    case unreadable = "it can't be read"
    case empty = "it is empty"
    case tooLarge = "it is larger than a GiB"
    case tooDeep = "its folder lies too deep"
    case noSound = "it holds no sound of a known kind"
    case protected = "it is protected against copying"
    case tooShort = "it is shorter than two seconds"
    case nameless = "neither its tags nor its name say what it is and who made it"
    case tooSlow = "reading it takes too long"
    case silent = "nothing is to be heard in it"
}

/// A file that is left out, and why.
public struct MusicRefusal: Equatable, Sendable, CustomStringConvertible {
    public let path: String
    public let fault: MusicFault

    /// On one line, whatever is in the name.
    public var description: String {
        let name = path.unicodeScalars.prefix(Self.shownScalars).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                scalar.escaped(asASCII: true)
            case _:
                String(scalar)
            }
        }.joined()
        return "\(name): \(fault.rawValue)"
    }

    private static let shownScalars = 200
}

/// The operator's folder, which anybody may change at any time: links lead nowhere out of it, and nothing waits
/// for somebody to write into a pipe.
struct MusicFolder: Sendable {
    let path: String

    /// The files as they stand.
    struct Contents: Sendable {
        var files: [MusicFile] = []
        var refusals: [MusicRefusal] = []
        /// True where there are more than may be played.
        var isCut = false
    }

    private static let endings: Set<String> = [
        "mp3", "m4a", "m4b", "m4p", "mp4", "aac", "flac", "ogg", "oga", "opus", "wav",
    ]
    private static let pictureNames = ["cover", "folder", "front"]
    private static let pictureEndings: Set<String> = ["jpg", "jpeg", "png"]
    /// A file that was changed a moment ago may be in the middle of it.
    private static let settledNs = 2_000_000_000

    /// Nil where the folder is not there, or can't be listed: a disk may be away.
    func contents() -> Contents? {
        guard let root = Self.resolved(path) else { return nil }
        var contents = Contents()
        guard walk("", depth: 0, root, &contents) else { return nil }
        contents.files.sort { $0.path < $1.path }
        return contents
    }

    /// - Returns: false where the folder can't be listed.
    private func walk(
        _ place: String,
        depth: Int,
        _ root: String,
        _ contents: inout Contents
    ) -> Bool {
        let full = place.isEmpty ? root : "\(root)/\(place)"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: full) else {
            return false
        }
        let picture = Self.picture(among: names).map { place.isEmpty ? $0 : "\(place)/\($0)" }
        let pictureChangedAt = picture.flatMap { facts(of: "\(root)/\($0)") }
            .flatMap { $0.isFile ? $0.changedAt : nil }
        for name in names where !name.hasPrefix(".") {
            let path = place.isEmpty ? name : "\(place)/\(name)"
            let isSound = Self.endings.contains(Self.ending(of: name))
            guard let facts = facts(of: "\(root)/\(path)") else {
                if isSound {
                    contents.refusals.append(MusicRefusal(path: path, fault: .unreadable))
                }
                continue
            }
            if facts.isFolder {
                guard depth < MusicLimits.depth else {
                    contents.refusals.append(MusicRefusal(path: path, fault: .tooDeep))
                    continue
                }
                if !walk(path, depth: depth + 1, root, &contents) {
                    contents.refusals.append(MusicRefusal(path: path, fault: .unreadable))
                }
            } else if facts.isLink {
                // A target within the folder is found in its own place.
                let target = Self.resolved("\(root)/\(path)").map { $0 + "/" }
                guard target?.hasPrefix(root + "/") != true else { continue }
                contents.refusals.append(MusicRefusal(path: path, fault: .leadsOut))
            } else if isSound {
                guard contents.files.count < MusicLimits.files else {
                    contents.isCut = true
                    return true
                }
                if let fault = facts.fault {
                    contents.refusals.append(MusicRefusal(path: path, fault: fault))
                } else if Self.isSettled(facts.changedAt) {
                    let file = MusicFile(
                        path: path,
                        bytes: facts.bytes,
                        changedAt: facts.changedAt,
                        picture: pictureChangedAt == nil ? nil : picture,
                        pictureChangedAt: pictureChangedAt
                    )
                    contents.files.append(file)
                }
            }
        }
        return true
    }

    /// A clock that is wrong keeps no file out for ever.
    private static func isSettled(_ changedAt: Int) -> Bool {
        let now = Int(Date().timeIntervalSince1970 * 1_000_000_000)
        return !(now - settledNs...now).contains(changedAt)
    }

    private static func picture(among names: [String]) -> String? {
        for wanted in pictureNames {
            let found = names.sorted().first { name in
                let lower = name.lowercased()
                return pictureEndings.contains(ending(of: lower))
                    && lower.prefix { $0 != "." } == wanted
            }
            if let found { return found }
        }
        return nil
    }

    private static func ending(of name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    /// Without links, `.` and `..`; nil where nothing is there, or links go round in a circle.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Calls with a descriptor of a file of the folder, each step of whose path is no link (openat(2)).
    ///
    /// - Throws: `MusicFault` where it is not there any more, or is another kind of thing.
    func reading<Outcome>(
        _ path: String,
        _ body: (Int32) throws(MusicFault) -> Outcome
    ) throws(MusicFault) -> Outcome {
        var place = open(self.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw .unreadable }
        let steps = path.split(separator: "/")
        for (number, step) in steps.enumerated() {
            let isLast = number == steps.count - 1
            let kind = isLast ? O_NONBLOCK : O_DIRECTORY
            let next = openat(place, String(step), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
            close(place)
            guard next >= 0 else { throw errno == ELOOP ? .leadsOut : .unreadable }
            place = next
        }
        defer { close(place) }
        var facts = stat()
        guard fstat(place, &facts) == 0 else { throw .unreadable }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .irregular }
        return try body(place)
    }

    private struct Facts {
        let kind: mode_t
        let bytes: Int
        let changedAt: Int

        var isFile: Bool { kind == S_IFREG }
        var isFolder: Bool { kind == S_IFDIR }
        var isLink: Bool { kind == S_IFLNK }

        var fault: MusicFault? {
            guard isFile else { return .irregular }
            guard bytes > 0 else { return .empty }
            return bytes > MusicLimits.fileBytes ? .tooLarge : nil
        }
    }

    /// Of the thing itself, where it is a link; nil where it is gone.
    private func facts(of path: String) -> Facts? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        let (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        return Facts(
            kind: facts.st_mode & S_IFMT,
            bytes: Int(facts.st_size),
            changedAt: seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                &+ nanoseconds
        )
    }
}
