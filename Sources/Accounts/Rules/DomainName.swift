import Foundation

/// Names of hosts in other letters than ASCII (IDNA, RFC 5890).
enum DomainName {
    /// The name as mail servers know it, each label in its ASCII form; an ASCII name as it is. Capitals and wide letters
    /// are read as the plain ones.
    ///
    /// - Returns: nil where it holds something else than letters, digits, dashes and dots.
    static func ascii(_ name: Substring) -> String? {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return String(name) }
        let plain = String(name).precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCanonicalMapping
        let labels = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard plain.unicodeScalars.allSatisfy(isOfName) else { return nil }
        return labels.map { label in
            label.utf8.allSatisfy { $0 < 0x80 }
                ? String(label) : "xn--" + Punycode.encode(label.unicodeScalars.map(\.value))
        }.joined(separator: ".")
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
            .decimalNumber:
            true
        case _: scalar == "-" || scalar == "."
        }
    }
}

/// Unicode as letters, digits and dashes. Source: RFC 3492 §6.3, with its names.
enum Punycode {
    private static let base: UInt32 = 36
    private static let tmin: UInt32 = 1
    private static let tmax: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialN: UInt32 = 0x80
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars)

    /// - Parameter input: code points of one label, short enough that nothing overflows.
    static func encode(_ input: [UInt32]) -> String {
        let basic = input.filter { $0 < initialN }
        var output = String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init))
        if !basic.isEmpty { output.append("-") }
        var (n, delta, bias) = (initialN, UInt32(0), initialBias)
        var handled = UInt32(basic.count)
        while handled < input.count, let next = input.filter({ $0 >= n }).min() {
            delta += (next - n) * (handled + 1)
            n = next
            for code in input {
                if code < n { delta += 1 }
                guard code == n else { continue }
                appendDigits(of: delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(output)
    }

    private static func appendDigits(
        of delta: UInt32,
        _ bias: UInt32,
        to output: inout String.UnicodeScalarView
    ) {
        var (rest, place) = (delta, base)
        while true {
            let threshold = place <= bias ? tmin : min(max(place - bias, tmin), tmax)
            guard rest >= threshold else { break }
            output.append(digits[Int(threshold + (rest - threshold) % (base - threshold))])
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digits[Int(rest)])
    }

    private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var place: UInt32 = 0
        while delta > (base - tmin) * tmax / 2 {
            delta /= base - tmin
            place += base
        }
        return place + (base - tmin + 1) * delta / (delta + skew)
    }
}
