import CQREncode

/// A QR code (ISO/IEC 18004), by libqrencode.
public struct QRCode {
    /// Light modules around it, as the standard asks.
    private static let quietZone = 4

    /// Modules of one side.
    public let width: Int
    private let isDark: [Bool]

    /// Modules of one side that are still read from the sofa: those of version 4.
    private static let coarseWidth = 33

    /// With as much correction as a coarse code has room for. Past that with the least: on a screen
    /// nothing is smudged, and larger modules count for more.
    ///
    /// - Returns: nil when the text does not fit.
    public init?(_ text: String) {
        for level in [QR_ECLEVEL_H, QR_ECLEVEL_Q, QR_ECLEVEL_M] {
            if let code = QRCode(text, level), code.width <= Self.coarseWidth {
                self = code
                return
            }
        }
        self.init(text, QR_ECLEVEL_L)
    }

    private init?(_ text: String, _ level: QRecLevel) {
        guard let code = QRcode_encodeString8bit(text, 0, level) else { return nil }
        // qrencode.h: the caller frees what QRcode_encodeString8bit returned.
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        self.width = width
        // The lowest bit of each byte: 1 is dark.
        isDark = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<width).contains(x) && (0..<width).contains(y) && isDark[y * width + x]
    }

    /// One path of dark runs; scales to any size.
    public var svg: String {
        let side = width + 2 * Self.quietZone
        var path = ""
        for y in 0..<width {
            var x = 0
            while x < width {
                guard isDark(x, y) else {
                    x += 1
                    continue
                }
                let start = x
                while x < width, isDark(x, y) { x += 1 }
                path +=
                    "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges" role="img" aria-label="QR">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }

    /// For a terminal, side by side under their headings.
    public static func terminal(_ codes: [(heading: String, code: QRCode)]) -> String {
        let columns = codes.map { $0.code.terminalLines }
        let widths = codes.map { max($0.heading.count, $0.code.width + 2 * terminalMargin) }
        var lines = [
            zip(codes, widths).map { $0.heading + spaces($1 - $0.heading.count) }
                .joined(separator: gap)
        ]
        for row in 0..<(columns.map(\.count).max() ?? 0) {
            let cells = columns.indices.map { place in
                guard columns[place].indices.contains(row) else { return spaces(widths[place]) }
                let width = codes[place].code.width + 2 * terminalMargin
                return columns[place][row] + spaces(widths[place] - width)
            }
            lines.append(cells.joined(separator: gap))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Light modules around it in a terminal, where every column counts.
    private static let terminalMargin = 2
    private static let gap = "  "

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Two modules above each other in one character, light on dark turned round so that it reads on
    /// dark and on light backgrounds.
    private var terminalLines: [String] {
        let range = -Self.terminalMargin..<width + Self.terminalMargin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let modules = range.map { x in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;47m" + modules.joined() + "\u{1B}[0m"
        }
    }
}
