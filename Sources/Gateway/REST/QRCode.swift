import CQREncode

/// A QR code (ISO/IEC 18004), by libqrencode.
public struct QRCode {
    /// Light modules around it, as the standard asks.
    private static let quietZone = 4

    /// Modules of one side.
    public let width: Int
    private let isDark: [Bool]

    /// With the least correction: on a screen nothing is smudged, and larger modules are read from
    /// the sofa.
    ///
    /// - Returns: nil when the text does not fit.
    public init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
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

    /// For a terminal: two modules above each other in one character, light on dark turned round so
    /// that it reads on dark and on light backgrounds.
    public var terminal: String {
        let range = -2..<width + 2
        var lines = ""
        for y in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            lines += "\u{1B}[30;47m"
            for x in range {
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): lines += "█"
                case (true, false): lines += "▀"
                case (false, true): lines += "▄"
                case (false, false): lines += " "
                }
            }
            lines += "\u{1B}[0m\n"
        }
        return lines
    }
}
