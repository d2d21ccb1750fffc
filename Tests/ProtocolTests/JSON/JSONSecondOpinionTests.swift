import Foundation
import Protocol
import Seeded
import Testing

/// Foundation's reader judges the same texts.
struct JSONSecondOpinionTests {
    /// Foundation takes a detour over decimals for numbers of many digits and misses the nearest double.
    static let rounding = 1e-14

    @Test func `valid texts mean the same to Foundation`() {
        noComplaint(seeds: 0..<5_000) { random in
            let text = random.spelling(of: random.json())
            let theirs = try foundation(Array(text.utf8))
            return agree(try JSONValue(text: text), theirs) ? nil : "\(text) is \(theirs)"
        }
    }

    @Test func `changed texts are refused by both or mean the same to both`() {
        var refused = 0
        var read = 0
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.mutation(of: Array(random.spelling(of: random.json()).utf8))
            guard isCommonGround(bytes) else { continue }
            let ours = try? JSONReader.read(bytes)
            let theirs = try? foundation(bytes)
            switch (ours, theirs) {
            case (nil, nil): refused += 1
            case (let ours?, let theirs?) where agree(ours, theirs): read += 1
            case _:
                let text = String(decoding: bytes, as: UTF8.self)
                Issue.record("seed \(seed): \(text) is \(ours as Any), \(theirs as Any)")
                return
            }
        }
        #expect(refused > 5_000 && read > 1_000)
    }

    private func foundation(_ bytes: [UInt8]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Foundation also takes UTF-16 and UTF-32, which it knows by their zero bytes and marks, takes a
    /// comma before a closing bracket, and drops a byte order mark wherever it meets one.
    private func isCommonGround(_ bytes: [UInt8]) -> Bool {
        let dense = bytes.filter { !" \t\n\r".utf8.contains($0) }
        return !bytes.contains(0) && bytes.first.map { $0 < 0x80 } != false
            && !["\u{FEFF}", ",}", ",]"].contains { mark in
                dense.indices.contains { dense[$0...].starts(with: mark.utf8) }
            }
    }

    private func agree(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null:
            return theirs is NSNull
        case .bool(let bool):
            return isBool(theirs) && theirs as? Bool == bool
        case .int(let int):
            guard let number = theirs as? NSNumber, !isBool(theirs) else { return false }
            return number.int64Value == int
        case .double(let double):
            guard let number = theirs as? NSNumber, !isBool(theirs) else { return false }
            return abs(number.doubleValue - double) <= abs(double) * Self.rounding
        case .string(let string):
            return (theirs as? String).map { Array($0.utf8) } == Array(string.utf8)
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else {
                return false
            }
            return zip(elements, others).allSatisfy { agree($0, $1) }
        case .object(let object):
            guard let others = theirs as? [String: Any] else { return false }
            return others.count == Set(object.members.map(\.key)).count
                && others.allSatisfy { key, other in
                    object[key].map { agree($0, other) } == true
                }
        }
    }

    private func isBool(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return ["c", "B"].contains(String(cString: number.objCType))
    }
}
