import Foundation

/// Horizontal bars, each with the spread of its rounds as a whisker, as SVG 1.1 that follows the
/// reader's choice of light or dark.
struct BarChart {
    struct Bar {
        var label: String
        var spread: Spread
        /// The one that the picture is about.
        var isOurs: Bool
    }

    var title: String
    /// The unit, and which way is better.
    var caption: String
    var bars: [Bar]
    /// A value that all are held to.
    var limit: Double?

    private static let width = 760.0
    /// Of one letter, more or less.
    private static let letterWidth = 7.8
    private static let valueWidth = 150.0
    private static let pitch = 30.0
    private static let barHeight = 18.0
    private static let top = 62.0

    private static let style = """
        text{font:13px system-ui,sans-serif;fill:#1f2328}.t{font-size:16px;font-weight:600}\
        .c{fill:#59636e}.b{fill:#9aa4af}.o{fill:#0969da}.w{stroke:#1f2328;stroke-width:1.5}\
        .l{stroke:#cf222e;stroke-width:1.5;stroke-dasharray:4 3}\
        @media (prefers-color-scheme:dark){text{fill:#e6edf3}.c{fill:#9198a1}.b{fill:#656c76}\
        .o{fill:#4493f8}.w{stroke:#e6edf3}.l{stroke:#f85149}}
        """

    private var labelWidth: Double {
        Double(bars.map(\.label.count).max() ?? 0) * Self.letterWidth + 16
    }

    var svg: String {
        let height = Self.top + Double(bars.count) * Self.pitch + 8
        let room = Self.width - labelWidth - Self.valueWidth
        let greatest = max(bars.map(\.spread.greatest).max() ?? 0, limit ?? 0)
        let scale = greatest > 0 ? room / greatest : 0
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(number(Self.width)) "#
                + #"\#(number(height))" role="img" aria-label="\#(escaped(summary))">"#,
            "<style>\(Self.style)</style>",
            text(title, x: 8, y: 22, class: "t"),
            text(caption, x: 8, y: 44, class: "c"),
        ]
        for (index, bar) in bars.enumerated() {
            lines += self.lines(bar, y: Self.top + Double(index) * Self.pitch, scale)
        }
        if let limit {
            let x = labelWidth + limit * scale
            lines.append(line(x, Self.top - 8, x, height - 6, class: "l"))
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// For those who can't see it.
    private var summary: String {
        let figures = bars.map { "\($0.label) \($0.spread)" }.joined(separator: "; ")
        return "\(title), \(caption): \(figures)"
    }

    private func lines(_ bar: Bar, y: Double, _ scale: Double) -> [String] {
        let middle = y + Self.barHeight / 2
        let (least, greatest) = (
            labelWidth + bar.spread.least * scale,
            labelWidth + bar.spread.greatest * scale
        )
        return [
            text(bar.label, x: labelWidth - 8, y: middle + 4.5, anchor: "end"),
            #"<rect class="\#(bar.isOurs ? "o" : "b")" x="\#(number(labelWidth))" "#
                + #"y="\#(number(y))" width="\#(number(max(1, bar.spread.median * scale)))" "#
                + #"height="\#(number(Self.barHeight))" rx="2"/>"#,
            line(least, middle, greatest, middle, class: "w"),
            line(least, middle - 4, least, middle + 4, class: "w"),
            line(greatest, middle - 4, greatest, middle + 4, class: "w"),
            text("\(bar.spread)", x: greatest + 8, y: middle + 4.5),
        ]
    }

    private func text(
        _ text: String,
        x: Double,
        y: Double,
        class name: String? = nil,
        anchor: String? = nil
    ) -> String {
        let kind = name.map { #" class="\#($0)""# } ?? ""
        let end = anchor.map { #" text-anchor="\#($0)""# } ?? ""
        return #"<text x="\#(number(x))" y="\#(number(y))"\#(kind)\#(end)>\#(escaped(text))</text>"#
    }

    private func line(
        _ x1: Double,
        _ y1: Double,
        _ x2: Double,
        _ y2: Double,
        class name: String
    ) -> String {
        #"<line class="\#(name)" x1="\#(number(x1))" y1="\#(number(y1))" "#
            + #"x2="\#(number(x2))" y2="\#(number(y2))"/>"#
    }

    private func number(_ value: Double) -> String {
        String(format: "%.5g", (value * 10).rounded() / 10)
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing("\"", with: "&quot;")
    }
}
