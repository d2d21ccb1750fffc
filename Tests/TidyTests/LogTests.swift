import Testing

/// Errors that are logged are reported to others as well: the message is one fixed text, and
/// variable parts stand beside it.
@Suite struct LogTests {
    @Test func `the message of an error is a fixed text`() throws {
        var count = 0
        for file in try Tree.files("swift", below: ["Sources"]) {
            for call in Self.calls(in: file.lines.joined(separator: "\n")) {
                count += 1
                #expect(Self.hasFixedMessage(call), "\(file): \(call)")
            }
        }
        // Fewer would mean that they are not found any more.
        #expect(count >= 15)
    }

    @Test func `such a call is found, and seen through`() {
        let text = """
            log.error("a", metadata: ["b": "\\(c)"]); warning("d: \\(e)")
            critical(
                "f \\(g())",
                error: h
            )
            log.warning("i", error: j); log.error(k)
            """
        let calls = Self.calls(in: text)
        #expect(calls.map(Self.hasFixedMessage) == [true, false, true, false])
    }

    /// The arguments of calls that log an error, or a warning of one that was caught.
    private static func calls(in text: String) -> [String] {
        // Of a logger by that name, or of the logger that an extension is of.
        let call = #/(?:\blog\.|^\s*)(error|critical|warning)\(/#.anchorsMatchLineEndings()
        return text.matches(of: call).compactMap { match in
            let rest = text[match.range.upperBound...]
            var depth = 1
            var end = rest.startIndex
            while end < rest.endIndex, depth > 0 {
                if rest[end] == "(" { depth += 1 }
                if rest[end] == ")" { depth -= 1 }
                end = rest.index(after: end)
            }
            let arguments = String(rest[..<end].dropLast())
            let isLog = match.output.1 != "warning" || arguments.contains("error:")
            return isLog ? arguments : nil
        }
    }

    private static func hasFixedMessage(_ arguments: String) -> Bool {
        let text = arguments.drop { $0.isWhitespace }
        guard text.hasPrefix("\"") else { return false }
        let message = text.dropFirst().prefix { $0 != "\"" }
        return !message.contains("\\(")
    }
}
