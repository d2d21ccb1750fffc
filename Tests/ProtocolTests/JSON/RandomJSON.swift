import Protocol
import Seeded

extension SplitMix64 {
    static let characters: [Unicode.Scalar] = Array(
        "abcxyz019 \"\\/\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F}\u{7F}åö€\u{2028}\u{FFFF}\u{1F600}\u{10FFFF}"
            .unicodeScalars
    )
    static let wholes: [Int64] = [0, -1, 9, 10, .max, .min, .max - 1, .min + 1, 1 << 53]
    static let fractions: [Double] = [
        0.5, -0.1, 1e16, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        .leastNormalMagnitude, -2.5e300,
    ]

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[next(below: choices.count)]
    }

    mutating func text(_ longest: Int = 12) -> String {
        var text = ""
        for _ in 0..<next(below: longest + 1) {
            text.unicodeScalars.append(pick(Self.characters))
        }
        return text
    }

    /// A value whose objects hold no key twice.
    mutating func json(depth: Int = 4) -> JSONValue {
        switch next(below: depth == 0 ? 6 : 9) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2: return .int(chance(50) ? pick(Self.wholes) : Int64(bitPattern: next()))
        case 3: return .double(fraction())
        case 4, 5: return .string(text())
        case 6: return .array((0..<next(below: 5)).map { _ in json(depth: depth - 1) })
        case _:
            var object = JSONObject()
            for _ in 0..<next(below: 5) { object[text(3)] = json(depth: depth - 1) }
            return .object(object)
        }
    }

    private mutating func fraction() -> Double {
        if chance(30) { return pick(Self.fractions) }
        let anyBits = Double(bitPattern: next())
        return anyBits.isFinite ? anyBits : 0.25
    }

    /// The value as a text that a stranger might write: spaces anywhere, any escape that is allowed.
    mutating func spelling(of value: JSONValue) -> String {
        space() + word(for: value) + space()
    }

    private mutating func word(for value: JSONValue) -> String {
        switch value {
        case .null, .bool, .int, .double:
            return value.text
        case .string(let text):
            return quoted(text)
        case .array(let elements):
            return "[" + space() + elements.map { spelling(of: $0) }.joined(separator: ",") + "]"
        case .object(let object):
            let members = object.members.map { member in
                space() + quoted(member.key) + space() + ":" + spelling(of: member.value)
            }
            return "{" + space() + members.joined(separator: ",") + "}"
        }
    }

    private mutating func space() -> String {
        chance(70) ? "" : String(pick(Array(" \t\n\r")))
    }

    private mutating func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch (scalar, next(below: 4)) {
            case ("\n", 0): quoted += "\\n"
            case ("\t", 0): quoted += "\\t"
            case ("\r", 0): quoted += "\\r"
            case ("\u{8}", 0): quoted += "\\b"
            case ("\u{C}", 0): quoted += "\\f"
            case ("\"", 0...2), ("\\", 0...2), ("/", 0): quoted += "\\" + String(scalar)
            case ("\u{0}"..<"\u{20}", _), ("\"", _), ("\\", _), (_, 1):
                for unit in String(scalar).utf16 { quoted += escape(unit) }
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private mutating func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: chance(50))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The bytes with one of them turned, taken out, put in twice, or cut off from there on.
    mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        guard !bytes.isEmpty else { return [UInt8(truncatingIfNeeded: next())] }
        let place = next(below: bytes.count)
        switch next(below: 6) {
        case 0: bytes[place] ^= 1 << UInt8(next(below: 8))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[place], at: place)
        case 3: bytes.insert(pick(Array("{}[],:\"\\-+.eE0u ".utf8)), at: place)
        case 4: bytes[place] = pick(Array("{}[],:\"\\-+.eE0u ".utf8))
        case _: bytes.removeSubrange(place...)
        }
        return bytes
    }
}
