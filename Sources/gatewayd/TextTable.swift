import Foundation
import Protocol

/// Columns of text for a terminal.
struct TextTable: CustomStringConvertible {
    var heading: [String] = []
    var rows: [[String]]
    /// Stands before every line.
    var indent = ""

    var description: String {
        let lines = (heading.isEmpty ? rows : [heading] + rows).map { $0.map(\.printable) }
        let columnCount = lines.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            lines.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return lines.map { line in
            let cells = zip(line, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let text = indent + cells.joined(separator: "  ")
            return text.trimmingSuffix { $0 == " " }
        }.joined(separator: "\n")
    }
}

extension String {
    /// Without characters that control a terminal: strangers chose these words.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    // The joiner within an emoji is harmless.
                    case .format where scalar == "\u{200D}": scalar
                    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    case _: scalar
                    }
                }
            )
        )
    }

    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}

extension ServerTime {
    /// Like `2026-03-01 20:15:07Z`.
    var text: String {
        Date(timeIntervalSince1970: Double(ms) / 1_000)
            .formatted(.iso8601.dateTimeSeparator(.space))
    }
}
