import Testing

/// Comments open with a noun, a verb or an article, and say what they have to say in a main clause.
@Suite struct CommentTests {
    static let folders = ["Sources", "Tests", "fuzz", "loadtest", "bench"]

    @Test func `no comment opens with a question word`() throws {
        var count = 0
        for file in try Tree.files("swift", below: Self.folders) {
            for opening in Self.openings(of: file.lines) {
                count += 1
                #expect(!Self.isQuestion(opening), "\(file): \(opening)")
            }
        }
        // Fewer would mean that they are not found any more.
        #expect(count > 3_000)
    }

    @Test func `a comment and each of its paragraphs is seen`() {
        // In pieces, so that this file does not find itself.
        let (line, doc) = ("/" + "/", "/" + "//")
        let text = """
            \(doc) A door
            \(doc) Which is open.
            \(doc)
            \(doc) Who comes in.
            func open()  \(line) Where it leads.
                \(line) Whether it squeaks.
            func close()
            \(doc) Whichever.
            """
        let openings = Self.openings(of: text.split(separator: "\n"))
        #expect(
            openings == ["A door", "Who comes in.", "Whether it squeaks.", "Whichever."]
        )
        #expect(openings.map(Self.isQuestion) == [false, true, true, false])
    }

    private static func isQuestion(_ opening: Substring) -> Bool {
        opening.prefixMatch(
            of: #/(What|Who|Whoever|Whatever|How|Where|Whether|Whose|Which)\b/#
        ) != nil
    }

    /// The first line of each comment and of each of its paragraphs, without its slashes.
    private static func openings(of lines: [Substring]) -> [Substring] {
        var openings: [Substring] = []
        var isInside = false
        for line in lines {
            let text = line.wholeMatch(of: #/\s*\/\/\/? ?(.*)/#)?.output.1
            if let text, !text.isEmpty, !isInside { openings.append(text) }
            isInside = text?.isEmpty == false
        }
        return openings
    }
}
