import Testing

/// Types stay small enough to be known by heart, and classes keep their state to themselves.
@Suite struct TypeTests {
    /// Of a type with all its extensions; types within it count for themselves, and what a game makes of the
    /// kit's, such as `Transition<Songs>`, for itself too.
    static let maxLines = 450
    /// Types that are longer, each with the lines it must not grow beyond.
    static let long = [
        "Connection": 718, "Tripto": 680, "Transition<Tripto>": 593, "EventLoop": 525,
        "Game": 465, "NameThatTune": 465,
    ]
    /// Stored variables of classes that others may write, by module: fewer are welcome, more are not.
    static let openVariables = [
        "Gateway": 14, "GatewayClient": 4, "GatewayClientTransport": 1, "HTTP": 8, "LiveStore": 14,
        "Redis": 7, "Transport": 43,
    ]

    private func outlines(below folder: String = "Sources") throws -> [Outline] {
        try Tree.files("swift", below: [folder]).map(Outline.init)
    }

    private func sizes(below folder: String) throws -> [String: Int] {
        try outlines(below: folder).reduce(into: [:]) { sizes, outline in
            sizes.merge(outline.sizes, uniquingKeysWith: +)
        }
    }

    @Test func `the outline of a file is read to its end`() throws {
        for outline in try outlines() { #expect(outline.isWhole, "\(outline.path)") }
    }

    @Test func `no type is longer than its limit, and none that was grows`() throws {
        let sizes = try sizes(below: "Sources")
        #expect(sizes.count > 500)
        for (type, size) in sizes {
            #expect(size <= Self.long[type] ?? Self.maxLines, "\(type) has \(size) lines")
        }
        for (type, size) in try self.sizes(below: "loadtest") {
            #expect(size <= Self.maxLines, "\(type) of the load test has \(size) lines")
        }
        for type in Self.long.keys {
            #expect(sizes[type] ?? 0 > Self.maxLines, "\(type) is short now: it leaves the list")
        }
    }

    @Test func `the variables of a class are its own, or say for whom they are`() throws {
        var found: [String: [String]] = [:]
        for outline in try outlines() {
            let module = String(outline.path.split(separator: "/")[1])
            found[module, default: []] += outline.openVariables
        }
        for (module, variables) in found {
            let ceiling = Self.openVariables[module] ?? 0
            #expect(variables.count <= ceiling, "\(module): \(variables)")
        }
    }

    @Test func `an outline knows whose a line is`() {
        let text = """
            final class Lamp {
                // A brace in a comment { and one
                var glow = "in a text {"
                /// For its switch.
                var isOn = false
                private var age = 0
                var isOld: Bool { age > 9 }
                struct Bulb {
                    var watts = 40
                }
            }

            extension Lamp {
                func flip() { isOn.toggle() }
            }
            """
        let outline = Outline(
            Tree.File(path: "Sources/Lamps/Lamp.swift", lines: text.split(separator: "\n"))
        )
        #expect(outline.isWhole)
        #expect(outline.sizes == ["Lamp": 11, "Lamp.Bulb": 3])
        #expect(outline.openVariables == ["Lamp: var glow = \"\""])
    }
}

/// The types of a file with the lines that are theirs, found by matching braces.
private struct Outline {
    let path: String
    private(set) var sizes: [String: Int] = [:]
    /// Stored variables of classes that are open to others and do not say to whom.
    private(set) var openVariables: [String] = []
    /// Every brace had its other one.
    private(set) var isWhole = true

    private struct Scope {
        let type: String
        let isClass: Bool
    }

    /// Nil: braces of no type.
    private var scopes: [Scope?] = []
    private var announced: Scope?
    private var skipping = Skipping.nothing

    private enum Skipping { case nothing, comment, text }

    init(_ file: Tree.File) {
        path = file.path
        var before: Substring = ""
        for line in file.lines {
            read(line, after: before)
            before = line
        }
        isWhole = isWhole && scopes.isEmpty && announced == nil && skipping == .nothing
    }

    private mutating func read(_ line: Substring, after before: Substring) {
        let code = code(of: line)
        if announced == nil { announced = declaration(in: code) }
        let outer = scopes.last ?? nil
        var owner = scopes.compactMap(\.self).last
        for character in code {
            if character == "{" {
                scopes.append(announced)
                owner = announced ?? owner
                announced = nil
            } else if character == "}" {
                if scopes.popLast() == nil { isWhole = false }
            }
        }
        guard let owner else { return }
        sizes[owner.type, default: 0] += 1
        let isForSomebody = before.drop { $0 == " " }.hasPrefix("/// For ")
        if let outer, outer.isClass, owner.type == outer.type, isOpenVariable(code), !isForSomebody
        {
            openVariables.append("\(outer.type): \(code.drop { $0 == " " })")
        }
    }

    private static let kinds: Set<Substring> = [
        "class", "struct", "enum", "actor", "extension", "protocol",
    ]

    private func declaration(in code: String) -> Scope? {
        guard let words = Self.words(of: code), let kind = words.first, Self.kinds.contains(kind),
            let word = words.dropFirst().first
        else { return nil }
        let ofName: Set<Character> = kind == "extension" ? [".", "_", "<", ">"] : [".", "_"]
        let name = word.prefix { $0.isLetter || $0.isNumber || ofName.contains($0) }
        guard name.first?.isUppercase == true else { return nil }
        let outer = kind == "extension" ? nil : scopes.compactMap { $0?.type }.last
        return Scope(
            type: [outer, String(name)].compactMap(\.self).joined(separator: "."),
            isClass: kind == "class"
        )
    }

    /// Stored, and neither private nor read-only to others.
    private func isOpenVariable(_ code: String) -> Bool {
        guard let words = Self.words(of: code), words.first == "var" else { return false }
        return !code.contains("private") && !code.prefix { $0 != "=" }.contains("{")
    }

    /// A declaration from its kind on; nil for code that can't be one of a type or a variable.
    private static func words(of code: String) -> ArraySlice<Substring>? {
        guard let first = code.utf8.first(where: { $0 != UInt8(ascii: " ") }),
            starts.contains(first)
        else { return nil }
        return code.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
    }

    private static let starts = Set("acefilnopsuvw@".utf8)
    private static let modifiers: Set<Substring> = [
        "public", "package", "private", "fileprivate", "final", "indirect", "weak", "unowned",
        "lazy", "nonisolated", "nonisolated(unsafe)", "private(set)", "fileprivate(set)",
    ]

    /// Without comments, and with all texts empty.
    private mutating func code(of line: Substring) -> String {
        let bytes = Array(line.utf8)
        var code: [UInt8] = []
        var at = 0
        func stands(_ text: StaticString) -> Bool {
            let end = at + text.utf8CodeUnitCount
            guard end <= bytes.count else { return false }
            return (at..<end).allSatisfy { bytes[$0] == text.utf8Start[$0 - at] }
        }
        while at < bytes.count {
            switch skipping {
            case .comment: if stands("*/") { (skipping, at) = (.nothing, at + 1) }
            case .text: if stands("\"\"\"") { (skipping, at) = (.nothing, at + 2) }
            case .nothing where stands("//"): return String(decoding: code, as: UTF8.self)
            case .nothing where stands("/*"): (skipping, at) = (.comment, at + 1)
            case .nothing where stands("\"\"\""): (skipping, at) = (.text, at + 2)
            case .nothing where bytes[at] == UInt8(ascii: "\""):
                at = Self.end(ofTextAt: at, in: bytes, isRaw: code.last == UInt8(ascii: "#"))
                code += "\"\"".utf8
            case .nothing: code.append(bytes[at])
            }
            at += 1
        }
        return String(decoding: code, as: UTF8.self)
    }

    /// The place of the quote that ends a text.
    private static func end(ofTextAt start: Int, in bytes: [UInt8], isRaw: Bool) -> Int {
        var at = start + 1
        while at < bytes.count {
            let isEscape = bytes[at] == UInt8(ascii: "\\") && !isRaw
            if bytes[at] == UInt8(ascii: "\""),
                !isRaw || at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "#")
            {
                return at
            }
            at += isEscape ? 2 : 1
        }
        return at
    }
}
