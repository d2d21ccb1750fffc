/// One pass over a document's bytes for what a decoder does not tell: nesting that is too deep,
/// keys the model does not have, and keys that stand twice.
///
/// It takes well-formed JSON for granted. Of anything else it makes something or nothing, but it
/// ends after the last byte; whether a document is JSON is the decoder's to say.
struct PackageScan {
    /// The first nesting beyond `PackageLimits.depth`; a decoder is not to see such a document.
    private(set) var tooDeep: PackageReadingError?
    /// The first key that is unknown or repeated.
    private(set) var wrongKey: PackageReadingError?
    /// The lines, from 1, on which keys and entries stand, by their paths; empty unless they were wanted.
    private(set) var lines: [String: Int] = [:]

    private enum Frame {
        case object(keys: Set<String>, current: String?)
        case array(index: Int)
    }

    private var frames: [Frame] = []

    private let wantsLines: Bool
    private var line = 1

    init(_ bytes: [UInt8], wantsLines: Bool = false) {
        self.wantsLines = wantsLines
        var at = 0
        while at < bytes.count, tooDeep == nil {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                let end = Self.endOfString(in: bytes, from: at + 1)
                noteString(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
                at = end
            case UInt8(ascii: "{"): open(.object(keys: [], current: nil))
            case UInt8(ascii: "["): open(.array(index: 0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
            case UInt8(ascii: ","): nextEntry()
            case UInt8(ascii: "\n"): line += 1
            default: break
            }
            at += 1
        }
    }

    /// The index of the closing quote, or of the end.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(at, bytes.count)
    }

    private mutating func open(_ frame: Frame) {
        noteLine()
        frames.append(frame)
        guard frames.count > PackageLimits.depth else { return }
        tooDeep = PackageReadingError(path: path, problem: .tooDeep(limit: PackageLimits.depth))
    }

    private mutating func nextEntry() {
        switch frames.popLast() {
        case .object(let keys, _): frames.append(.object(keys: keys, current: nil))
        case .array(let index): frames.append(.array(index: index + 1))
        case nil: break
        }
    }

    /// In an object the first string of an entry is its key.
    private mutating func noteString(_ string: String) {
        guard case .object(var keys, nil) = frames.last else {
            noteLine()
            return
        }
        let isNew = keys.insert(string).inserted
        let isKnown = Self.keys[shape].map { $0.isEmpty || $0.contains(string) } ?? true
        frames[frames.count - 1] = .object(keys: keys, current: string)
        noteLine()
        guard wrongKey == nil, !isNew || !isKnown else { return }
        let problem: PackageReadingError.Problem = isKnown ? .duplicateKey : .unknownKey
        wrongKey = PackageReadingError(path: path, problem: problem)
    }

    /// A value stands where its key does.
    private mutating func noteLine() {
        guard wantsLines else { return }
        if lines[path] == nil { lines[path] = line }
    }

    /// The line of what a path leads to, or of what it would stand in; 1 for the document.
    func line(of path: String) -> Int {
        var path = Substring(path)
        while !path.isEmpty {
            if let line = lines[String(path)] { return line }
            path = path.dropLast(path.last == "]" ? 1 : 0)
            path = path[..<(path.lastIndex { $0 == "." || $0 == "[" } ?? path.startIndex)]
        }
        return 1
    }

    private var path: String { path { "[\($0)]" } }

    /// The path of the innermost object without its current key and without indices.
    private var shape: String {
        guard let last = frames.last else { return "" }
        var outer = self
        outer.frames.removeLast()
        switch last {
        case .object: return outer.path { _ in "[]" }
        case .array: return path { _ in "[]" }
        }
    }

    private func path(index: (Int) -> String) -> String {
        frames.reduce(into: "") { path, frame in
            switch frame {
            case .object(_, nil): break
            case .object(_, let key?): path += path.isEmpty ? key : ".\(key)"
            case .array(let at): path += index(at)
            }
        }
    }

    private static let evidence: Set<String> = [
        "item", "property", "value", "url", "revision", "says", "checkedOn", "checkAgainOn",
    ]

    /// The keys of each object of `RoundPackage`; an empty set where any key goes.
    private static let keys: [String: Set<String>] = [
        "": [
            "id", "locale", "difficulty", "measured", "themes", "destination", "intro", "introSay",
            "revealText", "revealSay", "clues", "followups", "banter",
        ],
        "measured": ["players", "right"],
        "destination": [
            "id", "name", "country", "region", "lat", "lon", "aliases", "kind", "wikidata",
        ],
        "clues[]": ["points", "text", "say", "claims", "sources", "verification", "variants"],
        "clues[].claims[]": ["id", "statement"],
        "clues[].sources[]": ["claim", "wikidata", "pages", "evidence"],
        "clues[].sources[].evidence[]": evidence,
        "clues[].verification": ["status", "claims"],
        "clues[].verification.claims": [],
        "clues[].variants[]": ["text", "say", "claims", "sources", "verification"],
        "clues[].variants[].claims[]": ["id", "statement"],
        "clues[].variants[].sources[]": ["claim", "wikidata", "pages", "evidence"],
        "clues[].variants[].sources[].evidence[]": evidence,
        "clues[].variants[].verification": ["status", "claims"],
        "clues[].variants[].verification.claims": [],
        "followups[]": ["index", "q", "say", "a", "accepted", "sources", "antiLeak"],
        "followups[].sources[]": ["claim", "wikidata", "pages", "evidence"],
        "followups[].sources[].evidence[]": evidence,
        "followups[].antiLeak": ["bannedTerms", "overlap"],
    ]
}
