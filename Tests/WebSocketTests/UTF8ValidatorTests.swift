import Seeded
import Testing
import TestSupport
import WebSocket

/// The standard library is the second opinion.
struct UTF8ValidatorTests {
    /// Both sides of every boundary that UTF-8 has.
    static let edges: [UInt8] = [
        0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
        0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]

    static func isValid(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { UTF8Validator.isValid($0) }
    }

    static func isValidToTheLibrary(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    @Test func `two bytes of any kind are judged as the library does`() {
        for one in 0...UInt8.max {
            for two in 0...UInt8.max
            where Self.isValid([one, two]) != Self.isValidToTheLibrary([one, two]) {
                Issue.record("\([one, two])")
            }
        }
    }

    @Test func `four bytes on every boundary are judged as the library does`() {
        for one in Self.edges where one >= 0xC2 {
            for two in Self.edges {
                for three in Self.edges {
                    for four in Self.edges {
                        let bytes = [one, two, three, four]
                        if Self.isValid(bytes) != Self.isValidToTheLibrary(bytes) {
                            Issue.record("\(bytes)")
                        }
                    }
                }
            }
        }
    }

    @Test func `it fails as soon as nothing can follow, and not before`() {
        let endings: [[UInt8]] = Self.completions
        for one in Self.edges {
            for two in Self.edges {
                let start = [one, two]
                var validator = UTF8Validator()
                let goesOn = start.withUnsafeBytes { validator.append($0) }
                let canBecomeValid = endings.contains { Self.isValidToTheLibrary(start + $0) }
                #expect(goesOn == canBecomeValid, "\(start)")
            }
        }
    }

    static let completions: [[UInt8]] = {
        let continuations: [UInt8] = [0x80, 0x90, 0xA0, 0xBF]
        let twos = continuations.flatMap { one in continuations.map { [one, $0] } }
        let threes = twos.flatMap { two in continuations.map { two + [$0] } }
        return [[]] + continuations.map { [$0] } + twos + threes
    }()

    @Test func `text cut anywhere is judged like text in one piece`() {
        let alphabet = Array("abcdefghijklmnop åäö €漢字 😀\u{10FFFF}\u{7FF}\u{800}\u{FFFF}".utf8)
        for seed in 0..<3_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let start = Int.random(in: 0..<alphabet.count, using: &random)
            var bytes = Array(alphabet[start...] + alphabet)
            if Bool.random(using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            var validator = UTF8Validator()
            let accepted = cut(bytes, longest: 12, &random).allSatisfy { piece in
                piece.withUnsafeBytes { validator.append($0) }
            }
            if (accepted && validator.isComplete) != Self.isValidToTheLibrary(bytes) {
                Issue.record("seed \(seed)")
                return
            }
        }
    }
}
